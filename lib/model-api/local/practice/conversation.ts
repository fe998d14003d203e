import { DELIMITER_PATTERN } from '../../../security/index.ts';
import { QUESTION_MARK } from '../../chat-completions/request/user-content.ts';
import { type ChatRequest, resultsInTags, type ToolResult } from './chat-request.ts';
import { readOffer, type ToolOffer } from './choose-tool.ts';

/** A request as interpreted by the practice model. */
export type Conversation = {
  /** The last user message, or ''. */
  question: string;
  offer: ToolOffer;
  /** Results of tools since the question. */
  results: ToolResult[];
  /** Pages that the client put before the question. */
  pages: ToolResult[];
  words: PracticeWords;
};

type Message = ChatRequest['messages'][number];

/** Reads the current question, the offered tools and their results since. */
export function readConversation(request: ChatRequest, words: PracticeWords): Conversation {
  const messages = request.messages.flatMap(splitUserTurn);
  const questionIndex = messages.findLastIndex((message) => message.role === 'user' && !isTagResult(message));
  const since = messages.slice(questionIndex + 1);
  const calls = since.flatMap((message) => message.tool_calls ?? []);
  const names = new Map(calls.map((call) => [call.id, call.function.name]));
  return {
    question: lastParagraph(messages[questionIndex]?.content ?? ''),
    offer: readOffer(request),
    words,
    pages: pagesInFront(turnsUpTo(messages, questionIndex)),
    results: since.flatMap((message) => {
      if (isTagResult(message)) return resultsInTags(message.content);
      if (message.role !== 'tool') return [];
      const toolName = names.get(message.tool_call_id ?? '') ?? message.name ?? 'a tool';
      return [{ toolName, text: message.content, isError: false }];
    }),
  };
}

function turnsUpTo(messages: readonly Message[], questionIndex: number): string[] {
  const turns = messages
    .slice(0, questionIndex + 1)
    .filter((message) => message.role === 'user' && !isTagResult(message));
  return turns.map(({ content }) => content);
}

function isTagResult(message: Message): boolean {
  return message.role === 'user' && /^<tool_result\s/.test(message.content);
}

const RESULT_END = '</tool_result>';

/** Clients join adjacent user turns, so one message may contain results and the next question. */
function splitUserTurn(message: Message): Message[] {
  if (message.role !== 'user') return [message];
  const { content } = message;
  const start = content.search(/^[ \t]*<tool_result\s/m);
  const end = content.lastIndexOf(RESULT_END) + RESULT_END.length;
  if (start === -1 || end <= start) return [message];
  return [content.slice(0, start), content.slice(start, end), content.slice(end)]
    .filter((part) => part.trim() !== '')
    .map((part) => ({ ...message, content: part.trim() }));
}

/**
 * For the same reason only the last paragraph is used: it may follow an unanswered earlier question, or the whole
 * prompt if a server has no system role.
 */
function lastParagraph(content: string): string {
  const paragraph =
    content
      .trim()
      .split(/\n\s*\n/)
      .at(-1)
      ?.trim() ?? '';
  return paragraph.startsWith(QUESTION_MARK) ? paragraph.slice(QUESTION_MARK.length) : paragraph;
}

/** A page that the client put before a question: its description, and the text between its delimiters. */
const PAGE_IN_TURN = new RegExp(
  String.raw`^(The (?:page|PDF|page with a video) (?:the user is looking at|in a tab the user added)[^\n]*):\n\[data (${DELIMITER_PATTERN})\]\n([\s\S]*?)\n\[end \2\]$`,
  'gm',
);
const UNCHANGED_PAGE = /has not changed; its text is above: (\{.*\})$/gm;

type Page = { label: string; text: string; url: string };

/**
 * The pages before the last of these user turns, as if a tool had read them: those of this turn, with the parts of the
 * same pages in earlier turns.
 */
function pagesInFront(turns: readonly string[]): ToolResult[] {
  const questionText = turns.at(-1) ?? '';
  const own = pagesIn(questionText);
  const isWhole = ({ label }: Page) => !/; (?:more parts|the rest)/.test(label);
  const urls = [...own.filter((page) => !isWhole(page)).map(({ url }) => url), ...unchangedIn(questionText)];
  const earlier = turns.slice(0, -1).flatMap(pagesIn);
  const continued = earlier.filter(({ url }) => urls.includes(url));
  return [...continued, ...own].flatMap(({ text }) => results(text));
}

function pagesIn(turn: string): Page[] {
  return [...turn.matchAll(PAGE_IN_TURN)].map(([, label = '', , text = '']) => {
    return { label, text, url: /^URL: (.*)$/m.exec(text)?.[1] ?? '' };
  });
}

function unchangedIn(turn: string): string[] {
  return [...turn.matchAll(UNCHANGED_PAGE)].map(([, page = '']) => /"url":"([^"]*)"/.exec(page)?.[1] ?? '');
}

/** The user's selection becomes a separate result. */
function results(text: string): ToolResult[] {
  const [head = '', ...body] = text.split('\n\n');
  const selected = /^Selected by the user:\n([\s\S]*)$/m.exec(head)?.[1];
  const page = [head.replace(/^(?:Selected by the user|Outline):\n[\s\S]*$/m, '').trim(), ...body]
    .join('\n\n')
    // The note about omitted text and how to continue.
    .replace(/^\[(?:…|read_)[^\n]*\]$/gm, '');
  const read = { toolName: 'read_page', text: page, isError: false };
  return selected === undefined ? [read] : [{ toolName: 'read_selection', text: selected, isError: false }, read];
}

/** What can be asked for with `practice: <keyword>`. */
export type ScenarioKeyword =
  | 'slow'
  | 'error'
  | 'auth'
  | 'rate limit'
  | 'cut'
  | 'parallel'
  | 'bad arguments'
  | 'unknown tool'
  | 'endless'
  | 'repeat'
  | 'long'
  | 'thinking'
  | 'preamble';

/**
 * The practice model's own text, in the user's language. Its answers are shown like those of any model, so the
 * composition provides the text.
 */
export type PracticeWords = {
  introduction: string;
  hello: string;
  help: string;
  scenarios: string;
  /** What each scenario shows, in a line of the list below `scenarios`. */
  scenarioTexts: Readonly<Record<ScenarioKeyword, string>>;
  hint: string;
  cannotSee: string;
  nothingToQuote: string;
  itSays: string;
  cannotSummarise: string;
  bestPassages: string;
  noMatch: string;
  headings: string;
  tabs: string;
  selection: string;
  /** `title`: of the page, or ''. */
  searched(title: string): string;
  read(title: string): string;
  toolFailed(tool: string): string;
  slow: string;
  /** A sentence that breaks off; `continued` is the rest of it. */
  cut: string;
  continued: string;
  thinksFirst: string;
  thinksNow: string;
  preamble: string;
  called(tool: string, argumentsText: string): string;
  toolAnswered(tool: string): string;
};
