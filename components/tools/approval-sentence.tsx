import type { ReactNode } from 'react';
import {
  type ApprovalDetails,
  type ApprovalRequest,
  BROWSER_SEARCH,
  type ToolQuestion,
} from '../../lib/contracts/index.ts';
import { formatList, type MessageKey, t, type Values } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { labelText, RichText } from '../parts/rich-text.tsx';
import { viewOf } from './tool-labels.ts';

/** Longest piece of an argument in the sentence, in characters. */
const MAX_LENGTH = 60;
/** Arguments named in the sentence. */
const MAX_NAMED = 3;

/** What happens after an approval, in one question: with what, and where. What it leaves out is in `argumentsBelow`. */
export function ApprovalSentence({ request }: { request: ApprovalRequest }): ReactNode {
  // Logs of older versions have no details.
  if (request.type !== 'effect' || request.confirm === undefined) return labelText(request.reason);
  const { destination } = request.confirm;
  const question = questionOf(request.confirm);
  if (destination === BROWSER_SEARCH) {
    const { query, site } = valuesOf(request.confirm) ?? {};
    const words = site === undefined ? query : `${query} site:${site}`;
    return <RichText message="approveBrowserSearch" with={{ words: <bdi>{shortText(words)}</bdi> }} />;
  }
  if (question !== null) {
    const elements = elementsOf(question, request.confirm) as Values<MessageKey, ReactNode>;
    return <RichText message={question.message} with={elements} />;
  }
  const host = <bdi>{destinationHost(destination)}</bdi>;
  const values = valuesOf(request.confirm);
  const tool = <bdi>{toolTitle(request)}</bdi>;
  const named = Object.entries(values ?? {}).filter(([, value]) => value !== destination);
  if (named.length === 0) {
    if (destination === null) return <RichText message="approveRun" with={{ tool }} />;
    return <RichText message="approveRunAt" with={{ tool, host }} />;
  }
  const pieces = named.slice(0, MAX_NAMED).map(([name, value]) => `${shortText(name)} “${shortText(value)}”`);
  const input = <bdi>{formatList(named.length > MAX_NAMED ? [...pieces, '…'] : pieces)}</bdi>;
  if (destination === null) return <RichText message="approveRunWith" with={{ tool, input }} />;
  return <RichText message="approveRunWithAt" with={{ tool, host, input }} />;
}

/**
 * The arguments to list below the sentence, whole: null if they have no names, none if the sentence and the address already
 * say all of them.
 */
export function argumentsBelow(confirm: ApprovalDetails): [name: string, value: string][] | null {
  const values = valuesOf(confirm);
  if (values === null) return null;
  const listed = Object.entries(values).filter(([, value]) => value !== confirm.destination);
  const question = questionOf(confirm);
  const named = Object.values(question?.values ?? {});
  const inSentence =
    question === null ? listed : listed.filter(([name, value]) => named.includes(name) || value === '');
  // A value with quotation marks could pass for several.
  const isWhole = ([name, value]: [string, unknown]) =>
    [name, value].every((each) => textOf(each) === shortText(each) && !/[“”]/.test(textOf(each)));
  if (inSentence.length === listed.length && listed.length <= MAX_NAMED && listed.every(isWhole)) return [];
  return listed.map(([name, value]) => [visibleText(name), visibleLines(textOf(value))]);
}

/** Text with its line breaks, and every other character visible. */
function visibleLines(text: string): string {
  return text.split('\n').map(visibleText).join('\n');
}

/** The host of an address, or a name for one that has none. */
export function destinationHost(destination: string | null): string {
  if (destination === BROWSER_SEARCH) return t('browserSearchEngine');
  return URL.parse(destination ?? '')?.host || t('unreadableAddress');
}

/** A tool as its source calls it. The title stands in the reason; a tool without one is called by its name. */
function toolTitle(request: Extract<ApprovalRequest, { type: 'effect' }>): string {
  const title = typeof request.reason === 'string' ? undefined : request.reason.values?.tool;
  return visibleText(String(title ?? request.confirm?.toolName ?? ''));
}

/** The arguments by name; null if they are something else. */
function valuesOf(confirm: ApprovalDetails): Record<string, unknown> | null {
  const input: unknown = JSON.parse(confirm.arguments);
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Record<string, unknown>)
    : null;
}

/** The tool's own question for this call, or null if it has none that fits. */
function questionOf(confirm: ApprovalDetails): ToolQuestion | null {
  const values = valuesOf(confirm);
  const isKnown = (argument: string) => textOf(values?.[argument] ?? '') !== '';
  const fits = ({ values: named = {}, destination, site }: ToolQuestion) =>
    Object.values(named).every(isKnown) &&
    (destination === undefined || confirm.destination !== null) &&
    (site === undefined || confirm.origin !== null);
  return viewOf(confirm.toolName)?.questions?.find(fits) ?? null;
}

/** What stands for the placeholders of the question; a test compares them with those of its message. */
function elementsOf(question: ToolQuestion, confirm: ApprovalDetails): Record<string, ReactNode> {
  const values = valuesOf(confirm);
  const elements = Object.entries(question.values ?? {}).map(([name, argument]): [string, ReactNode] => [
    name,
    <bdi key={name}>{shortText(values?.[argument])}</bdi>,
  ]);
  const host = <bdi>{destinationHost(confirm.destination)}</bdi>;
  return {
    ...Object.fromEntries(elements),
    ...(question.destination === undefined ? {} : { [question.destination]: host }),
    ...(question.site === undefined ? {} : { [question.site]: confirm.origin }),
  };
}

function shortText(value: unknown): string {
  const text = visibleText(textOf(value).replace(/\s+/g, ' ').trim());
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
