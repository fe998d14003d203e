import { readResult } from './chat-request.ts';
import { longestPhrase, type PracticeCall, practiceCall } from './choose-tool.ts';
import type { Conversation, ScenarioKeyword } from './conversation.ts';
import { longText } from './long-text.ts';
import { answerQuestion, callSteps, type PracticeReply, type PracticeStep, textSteps } from './practice-step.ts';
import { failureText } from './quote-results.ts';

/** Demonstrates one state of Sidenote, on the message `practice: <keyword>`. */
export type Scenario = {
  keyword: ScenarioKeyword;
  /** The question in the conversation has no keyword. */
  respond(conversation: Conversation): PracticeReply;
};

/** A wait of 3 s and then 90 × 400 ms exceeds the 30 s after which a browser stops an idle worker. */
const slowPieces = 90;
const slowText =
  'This answer is slow on purpose, so that you can watch it grow, press Stop, close the panel and open it again. ';

/** All scenarios, in the order of `help`. */
export const scenarios: readonly Scenario[] = [
  {
    keyword: 'slow',
    respond: () => answer([{ type: 'wait', ms: 3_000 }, ...slowSteps()]),
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
    respond: () =>
      answer([...textSteps('This sentence will never be finished, because the connection is'), { type: 'cut' }]),
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
    respond: () => answer(textSteps(longText)),
  },
  {
    keyword: 'thinking',
    respond: (conversation) => answer([...thoughts(conversation), ...answerQuestion(conversation)]),
  },
  {
    keyword: 'preamble',
    respond: withTools((conversation) => [
      ...(conversation.results.length === 0 ? textSteps('Let me look at the page first.\n\n') : []),
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
  const callReport = `${conversation.words.introduction} I called \`${broken.toolName}\` with \`${broken.argumentsText}\`, which had to go wrong.`;
  const resultTexts = conversation.results
    .map(readResult)
    .map((reading) =>
      reading.isError
        ? failureText(reading, conversation.words)
        : `The tool \`${reading.toolName}\` answered all the same.`,
    );
  return textSteps([callReport, ...resultTexts].join('\n\n'));
}

/** Only calls of offered tools, or a call of the first offered tool if none of them is offered. */
function onOffer({ offer }: Conversation, calls: readonly PracticeCall[]): PracticeCall[] {
  const possible = calls.filter(({ toolName }) => offer.tools.some((tool) => tool.name === toolName));
  return possible.length > 0 ? possible : [practiceCall(offer.tools[0]?.name ?? 'read_page', {})];
}

function slowSteps(): PracticeStep[] {
  const words = slowText.match(/\S+\s+\S+\s+/g) ?? [];
  return Array.from({ length: slowPieces }, (_, index) => words[index % words.length] ?? '').flatMap((text) => [
    { type: 'wait', ms: 400 },
    { type: 'text', text },
  ]);
}

function thoughts({ results }: Conversation): PracticeStep[] {
  const text =
    results.length === 0
      ? 'The person asks me to think first. I do not think: I compare words. To have words to compare I need the page.'
      : 'Now I have the text. I split it into sentences, score each by the words it shares with the question, and keep three.';
  return [{ type: 'reasoning', text }];
}
