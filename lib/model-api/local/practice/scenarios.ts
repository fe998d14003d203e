import { readResult } from './chat-request.ts';
import { longestPhrase, type PracticeCall, practiceCall } from './choose-tool.ts';
import type { Conversation, ScenarioKeyword } from './conversation.ts';
import { LONG_TEXT } from './long-text.ts';
import { answerQuestion, callSteps, type PracticeReply, type PracticeStep, textSteps } from './practice-step.ts';
import { failureText } from './quote-results.ts';
import { segmentWords } from './words.ts';

/** Demonstrates one state of Sidenote, on the message `practice: <keyword>`. */
export type Scenario = {
  keyword: ScenarioKeyword;
  /** The question in the conversation has no keyword. */
  respond(conversation: Conversation): PracticeReply;
};

/** A wait of 3 s and then 90 × 400 ms exceeds the 30 s after which a browser stops an idle worker. */
const SLOW_PIECES = 90;

/** All scenarios, in the order of `help`. */
export const scenarios: readonly Scenario[] = [
  {
    keyword: 'slow',
    respond: ({ words }) => answer([{ type: 'wait', ms: 3_000 }, ...slowSteps(words.slow)]),
  },
  {
    keyword: 'error',
    respond: () => refusal(500, 'server_error', 'The practice model failed because you asked it to.'),
  },
  {
    keyword: 'auth',
    respond: () => refusal(401, 'invalid_api_key', 'Incorrect API key provided (a practice error: no key is needed).'),
  },
  {
    keyword: 'rate limit',
    respond: () =>
      refusal(429, 'rate_limit_exceeded', 'Too many practice requests. Try again in 3 s.', { 'retry-after': '3' }),
  },
  {
    keyword: 'cut',
    respond: ({ words }) => answer([...textSteps(words.cut), { type: 'cut' }]),
  },
  {
    keyword: 'parallel',
    respond: withTools((conversation) => {
      if (conversation.results.length > 0) return answerQuestion(conversation);
      const query = longestPhrase(conversation.question) || 'the';
      return callSteps(
        conversation,
        onOffer(conversation, [practiceCall('read_page', {}), practiceCall('find_in_page', { query })]),
      );
    }),
  },
  {
    keyword: 'bad arguments',
    respond: withTools((conversation) =>
      callOnce(conversation, { toolName: 'find_in_page', argumentsText: '{"query": 42, "colour": "red"' }),
    ),
  },
  {
    keyword: 'unknown tool',
    respond: withTools((conversation) => callOnce(conversation, practiceCall('read_minds', {}))),
  },
  {
    keyword: 'endless',
    respond: withTools((conversation) => {
      const query = `endless search ${conversation.results.length + 1}`;
      return callSteps(conversation, onOffer(conversation, [practiceCall('find_in_page', { query })]));
    }),
  },
  {
    keyword: 'repeat',
    respond: withTools((conversation) =>
      callSteps(conversation, onOffer(conversation, [practiceCall('find_in_page', { query: 'the same again' })])),
    ),
  },
  {
    keyword: 'long',
    respond: () => answer(textSteps(LONG_TEXT)),
  },
  {
    keyword: 'thinking',
    respond: (conversation) => answer([...thoughts(conversation), ...answerQuestion(conversation)]),
  },
  {
    keyword: 'preamble',
    respond: withTools((conversation) => [
      ...(conversation.results.length === 0 ? textSteps(`${conversation.words.preamble}\n\n`) : []),
      ...answerQuestion(conversation),
    ]),
  },
];

/** The scenario that a question names, with the rest of the question; null for an ordinary question. */
export function findScenario(question: string): { scenario: Scenario; rest: string } | null {
  for (const scenario of scenarios) {
    const pattern = new RegExp(`\\bpractice:\\s*${scenario.keyword.replace(' ', '\\s+')}\\b[.:,]?\\s*`, 'i');
    if (pattern.test(question)) return { scenario, rest: question.replace(pattern, '').trim() };
  }
  return null;
}

function answer(steps: PracticeStep[]): PracticeReply {
  return { type: 'answer', steps };
}

function refusal(status: number, code: string, message: string, headers: Record<string, string> = {}): PracticeReply {
  return { type: 'refusal', status, code, message, headers };
}

/** Without tools the model answers from the pages in the request, or says that it cannot see the page. */
function withTools(respond: (conversation: Conversation) => PracticeStep[]): Scenario['respond'] {
  return (conversation) =>
    answer(conversation.offer.mode === 'none' ? answerQuestion(conversation) : respond(conversation));
}

function callOnce(conversation: Conversation, broken: PracticeCall): PracticeStep[] {
  if (conversation.results.length === 0) return callSteps(conversation, [broken]);
  const { words } = conversation;
  const call = words.called(`\`${broken.toolName}\``, `\`${broken.argumentsText}\``);
  const resultTexts = conversation.results
    .map(readResult)
    .map((reading) => (reading.isError ? failureText(reading, words) : words.toolAnswered(`\`${reading.toolName}\``)));
  return textSteps([`${words.introduction} ${call}`, ...resultTexts].join('\n\n'));
}

/** Only calls of offered tools, or a call of the first offered tool if none of them is offered. */
function onOffer({ offer }: Conversation, calls: readonly PracticeCall[]): PracticeCall[] {
  const possible = calls.filter(({ toolName }) => offer.tools.some((tool) => tool.name === toolName));
  return possible.length > 0 ? possible : [practiceCall(offer.tools[0]?.name ?? 'read_page', {})];
}

/** Repeats the text, two words at a time. */
function slowSteps(text: string): PracticeStep[] {
  const starts = segmentWords(text).map(({ start }) => start);
  const pieces = starts.flatMap((start, index) => (index % 2 === 0 ? [text.slice(start, starts[index + 2])] : []));
  pieces.push(`${pieces.pop() ?? ''} `);
  return Array.from({ length: SLOW_PIECES }, (_, index) => pieces[index % pieces.length] ?? '').flatMap((piece) => [
    { type: 'wait', ms: 400 },
    { type: 'text', text: piece },
  ]);
}

function thoughts({ results, words }: Conversation): PracticeStep[] {
  return [{ type: 'reasoning', text: results.length === 0 ? words.thinksFirst : words.thinksNow }];
}
