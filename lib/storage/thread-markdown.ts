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

/** What the document says between the words of the user, the model and the pages, in the user's language. */
export type MarkdownWords = {
  untitled: string;
  user: string;
  tab(title: string, url: string): string;
  file(name: string): string;
  call(toolName: string): string;
  callFailure(code: ToolFailureCode): string;
  /** Why an answer is not complete; `null` while it is still written. */
  outcome(outcome: Exclude<RunOutcome, { type: 'complete' }> | null): string;
};

/** A thread as a Markdown document, to read and to pass on: questions, answers, and a line for each tool call. */
export function threadMarkdown(title: string, thread: ThreadState, words: MarkdownWords): string {
  const sources = webSources(thread);
  const head = `# ${oneLine(title === '' ? words.untitled : title)}`;
  return `${[head, ...thread.messages.map((message) => messageMarkdown(message, words, sources))].join('\n\n')}\n`;
}

function messageMarkdown(message: Message, words: MarkdownWords, sources: readonly WebSource[]): string {
  switch (message.role) {
    case 'user':
      return [`## ${words.user}`, ...attachedLines(message, words), inert(message.content)].join('\n\n');
    case 'assistant':
      return `## ${oneLine(message.model.modelId)}\n\n${answerMarkdown(message, words, sources)}`;
    default:
      return message satisfies never;
  }
}

/** Their names only: what is in them would be most of the document. */
function attachedLines({ tabs = [], files = [] }: Message & { role: 'user' }, words: MarkdownWords): string[] {
  return [
    ...tabs.map(({ title, url }) => `> ${words.tab(oneLine(title), oneLine(url))}`),
    ...files.map(({ name }) => `> ${words.file(oneLine(name))}`),
  ];
}

function answerMarkdown(run: AssistantMessage, words: MarkdownWords, sources: readonly WebSource[]): string {
  const { steps, outcome } = run;
  const said = steps
    .flatMap((step) => step.parts.map((part) => partMarkdown(part, words)))
    .filter((part) => part !== '');
  const list = sourcesMarkdown(said.join('\n'), run, sources);
  const parts = [...pageLines(run, words), ...said, ...(list === '' ? [] : [list])];
  if (outcome?.type !== 'complete') {
    const text = words.outcome(outcome);
    // What a server said may stand in it.
    parts.push(`*(${outcome?.type === 'error' ? oneLine(text) : text})*`);
  }
  return parts.join('\n\n');
}

/** The page that went with the question. Those in added tabs are named there already. */
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
 * Markdown in which nothing loads by itself when the file is opened elsewhere: images become links, HTML becomes text.
 * Code in fences stays as it is.
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
