import { sourcesMarkdown, webSources } from '../agent/index.ts';
import type {
  AssistantMessage,
  Message,
  Part,
  RunOutcome,
  ThreadState,
  ToolCall,
  ToolFailureCode,
  WebSource,
} from '../contracts/index.ts';

/** The interface text of the document, in the user's language. */
export type MarkdownWords = {
  untitled: string;
  user: string;
  tab(title: string, url: string): string;
  file(name: string): string;
  call(toolName: string): string;
  callFailure(code: ToolFailureCode): string;
  /** Why an answer is incomplete; `null` while it is in progress. */
  outcome(outcome: Exclude<RunOutcome, { type: 'complete' }> | null): string;
};

/** A thread as a Markdown document, to read and to pass on: questions, answers, and a line for each tool call. */
export function threadMarkdown(title: string, thread: ThreadState, words: MarkdownWords): string {
  const sources = webSources(thread);
  const head = `# ${oneLine(title === '' ? words.untitled : title)}`;
  return `${[head, ...thread.messages.map((message) => messageMarkdown(message, sources, words))].join('\n\n')}\n`;
}

function messageMarkdown(message: Message, sources: readonly WebSource[], words: MarkdownWords): string {
  switch (message.role) {
    case 'user':
      return [`## ${words.user}`, ...attachedLines(message, words), inert(message.content)].join('\n\n');
    case 'assistant':
      return `## ${oneLine(message.model.modelId)}\n\n${answerMarkdown(message, sources, words)}`;
    default:
      return message satisfies never;
  }
}

/** Only the names of attached files and tabs, since their content would be most of the document. */
function attachedLines({ tabs = [], files = [] }: Message & { role: 'user' }, words: MarkdownWords): string[] {
  return [
    ...tabs.map(({ title, url }) => `> ${words.tab(oneLine(title), oneLine(url))}`),
    ...files.map(({ name }) => `> ${words.file(oneLine(name))}`),
  ];
}

function answerMarkdown(run: AssistantMessage, sources: readonly WebSource[], words: MarkdownWords): string {
  const { steps, outcome } = run;
  const said = steps
    .flatMap((step) => step.parts.map((part) => partMarkdown(part, words)))
    .filter((part) => part !== '');
  const list = sourcesMarkdown(said.join('\n'), run, sources);
  const parts = [...pageLines(run, words), ...said, ...(list === '' ? [] : [list])];
  if (outcome?.type !== 'complete') {
    const text = words.outcome(outcome);
    // The text may contain a server's message.
    parts.push(`*(${outcome?.type === 'error' ? oneLine(text) : text})*`);
  }
  return parts.join('\n\n');
}

/** The page that went with the question. Pages of added tabs are listed separately. */
function pageLines({ contexts, tabId }: AssistantMessage, words: MarkdownWords): string[] {
  return contexts.flatMap((part) => {
    if (part.state !== 'available' || part.tabId !== tabId || part.context.selection === 'unchanged') return [];
    const { title, url } = part.context.source;
    return [`> ${words.tab(oneLine(title), oneLine(url))}`];
  });
}

function partMarkdown(part: Part, words: MarkdownWords): string {
  switch (part.type) {
    case 'text':
      return inert(part.text.trim());
    case 'reasoning':
      return '';
    case 'tool-call':
      return callMarkdown(part.call, words);
    default:
      return part satisfies never;
  }
}

function callMarkdown(call: ToolCall, words: MarkdownWords): string {
  const input = 'input' in call && call.input !== null ? ` ${oneLine(JSON.stringify(call.input))}` : '';
  const error =
    call.state === 'output-error'
      ? `: ${oneLine(call.code === null ? call.errorText : words.callFailure(call.code))}`
      : '';
  return `> ${words.call(oneLine(call.toolName))}${input}${error}`;
}

/** Text from pages and models, on one line and without markup of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|!]/g, '\\$&');
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Markdown that loads nothing when the file is opened elsewhere: images become links, HTML becomes text. Fenced code is
 * unchanged.
 */
function inert(markdown: string): string {
  let delimiter: string | null = null;
  const lines = markdown.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (delimiter === null) {
      delimiter = mark ?? null;
      return mark === undefined ? inertLine(line) : line;
    }
    if (mark?.startsWith(delimiter) && line.trim() === mark) delimiter = null;
    return line;
  });
  return lines.join('\n');
}

function inertLine(line: string): string {
  return line.replace(/!(?=\[)/g, '\\!').replace(/<(?=[a-z/!?])/gi, '\\<');
}
