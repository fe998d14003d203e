import {
  isJsonObject,
  type ModelInterface,
  type ModelRequest,
  type ParameterRule,
  ReasoningEffort,
} from '../../contracts/index.ts';
import type { RequestCapability, RequestSettings } from '../chat-completions/request/request-body.ts';
import { isNative } from '../chat-completions/request/tagged-messages.ts';
import { CONVERSATION, isAnswerLimit, MARKS } from '../errors/optional-parameters.ts';

/** Adapts a request and the user's settings to the rules for this model. */
export function withinRules(
  request: ModelRequest,
  settings: RequestSettings,
  { rules, modelInterface }: { rules: readonly ParameterRule[]; modelInterface: ModelInterface },
): { request: ModelRequest; settings: RequestSettings } {
  let result = { request, settings };
  for (const rule of rules) result = withinRule(result, rule, modelInterface);
  return result;
}

type Prepared = { request: ModelRequest; settings: RequestSettings };

function withinRule({ request, settings }: Prepared, rule: ParameterRule, modelInterface: ModelInterface): Prepared {
  switch (rule.change) {
    case 'one-of':
      return { request, settings: withEffort(settings, nearestEffort(settings.reasoningEffort, rule.efforts)) };
    case 'no-effort-with-tools':
      return { request, settings: isNative(request) ? withEffort(settings, 'none') : settings };
    case 'answer-at-most': {
      // Only Anthropic's interface needs a limit if the user has set none.
      const needsLimit = modelInterface === 'anthropic-messages';
      const { maxOutputTokens } = request;
      if (maxOutputTokens === null && !needsLimit) return { request, settings };
      return { request: { ...request, maxOutputTokens: Math.min(maxOutputTokens ?? Infinity, rule.tokens) }, settings };
    }
    case 'leave-out':
    case 'budget-between':
      return { request, settings };
    default:
      return rule satisfies never;
  }
}

function withEffort(
  { reasoningEffort: _, ...others }: RequestSettings,
  effort: ReasoningEffort | undefined,
): RequestSettings {
  return effort === undefined ? others : { ...others, reasoningEffort: effort };
}

/** The closest effort that a model supports, the lower one in a tie. Undefined to leave it to the model. */
export function nearestEffort(
  effort: ReasoningEffort | undefined,
  knownEfforts: readonly ReasoningEffort[],
): ReasoningEffort | undefined {
  if (effort === undefined) return undefined;
  const scale = ReasoningEffort.options;
  const distance = (each: ReasoningEffort) => Math.abs(scale.indexOf(each) - scale.indexOf(effort));
  // Turning thinking off is not the same as thinking less.
  const usable = effort === 'none' ? knownEfforts : knownEfforts.filter((each) => each !== 'none');
  return usable.toSorted((a, b) => distance(a) - distance(b) || scale.indexOf(a) - scale.indexOf(b))[0];
}

/** Names of the parameter for the number of thinking tokens. */
const BUDGETS = new Set(['thinkingBudget', 'budget_tokens', 'thinking_budget']);

/** Names of the parameter for stop sequences, which the user may also have set. */
const STOPS = ['stop', 'stop_sequences', 'stopSequences'];

/** The body without omitted parameters, and with limits and budgets that the model accepts. */
export function bodyWithinRules(body: object, { quirks, rules = [] }: RequestCapability): object {
  const parameterNames = rules.flatMap((rule) => (rule.change === 'leave-out' ? rule.parameters : []));
  const leftOut = new Set(quirks.has('no-stop') ? [...parameterNames, ...STOPS] : parameterNames);
  const most = Math.min(...rules.map((rule) => (rule.change === 'answer-at-most' ? rule.tokens : Infinity)));
  const budget = rules.find((rule) => rule.change === 'budget-between');
  const isChanged = leftOut.size > 0 || most < Infinity || budget !== undefined;
  return isChanged ? changedBody(body, { leftOut, most, budget }) : body;
}

type Change = {
  leftOut: ReadonlySet<string>;
  most: number;
  budget: Extract<ParameterRule, { change: 'budget-between' }> | undefined;
};

function changedBody(body: object, change: Change): object {
  const { leftOut, most, budget } = change;
  const entries = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    if (CONVERSATION.has(name)) return [[name, withoutMarks(value, leftOut)]];
    if (leftOut.has(name)) return [];
    if (isAnswerLimit(name) && typeof value === 'number') return [[name, Math.min(value, most)]];
    if (budget && BUDGETS.has(name) && typeof value === 'number') {
      return [[name, Math.min(budget.most, Math.max(budget.least, value))]];
    }
    if (!isJsonObject(value)) return [[name, value]];
    const inner = changedBody(value, change);
    return Object.keys(inner).length === 0 && Object.keys(value).length > 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(entries);
}

/** The conversation without the marks that must be omitted. Unchanged if there are none. */
function withoutMarks(value: unknown, leftOut: ReadonlySet<string>): unknown {
  if (![...MARKS.keys()].some((name) => leftOut.has(name))) return value;
  const reviver = (name: string, each: unknown) =>
    leftOut.has(name) && MARKS.get(name) === JSON.stringify(each) ? undefined : each;
  return JSON.parse(JSON.stringify(value), reviver);
}
