import { Marked, type MarkedToken, Tokenizer } from 'marked';
import { escapeMarkdownLine, fenceText, sourcesMarkdown, webSources } from '../agent/index.ts';
import {
  type AnswerCheck,
  type AssistantMessage,
  isOfTab,
  type Message,
  type Part,
  type RunOutcome,
  type ThreadState,
  type ToolCall,
  type ToolFailureCode,
  type WebSource,
} from '../contracts/index.ts';
import { cleanText } from '../text/index.ts';
import { keepDrawnMarkdown } from './drawn-markdown.ts';
import { type FactWords, factsMarkdown } from './facts-markdown.ts';
import { nestedFences } from './markdown/fences.ts';
import { BlockLexer, linesOfHeading } from './markdown/nesting.ts';

/** The interface text of a document, in the user's language. */
export type DocumentWords = {
  untitled: string;
  user: string;
  tab(title: string, url: string): string;
  file(name: string): string;
  call(toolName: string): string;
  callFailure(code: ToolFailureCode): string;
  /** Why an answer is incomplete; `null` while it is in progress. */
  outcome(outcome: Exclude<RunOutcome, { type: 'complete' }> | null): string;
} & FactWords;

/**
 * A chat to export. Times are in milliseconds since 1970. `checks`: the checks of its answers by message id, for
 * answers that were checked.
 */
export type ExportedChat = {
  title: string;
  createdAt: number;
  updatedAt: number;
  thread: ThreadState;
  checks?: ReadonlyMap<string, AnswerCheck | null>;
};

/**
 * A chat as a Markdown document: front matter (as read by Obsidian and static site generators), questions, answers, and
 * a line for each tool call.
 */
export function threadMarkdown(chat: ExportedChat, words: DocumentWords): string {
  const { title, thread } = chat;
  const sources = webSources(thread);
  const head = `# ${escapeMarkdownLine(title === '' ? words.untitled : title)}`;
  const messages = thread.messages.map((message) => messageMarkdown(message, sources, chat, words));
  return `${[frontMatter(chat, sources, words), head, ...messages].join('\n\n')}\n`;
}

/** YAML with double-quoted strings, which JSON strings are. */
function frontMatter(chat: ExportedChat, sources: readonly WebSource[], words: DocumentWords): string {
  const { title, createdAt, updatedAt, thread } = chat;
  const answers = thread.messages.filter((message) => message.role === 'assistant');
  const pages = answers.flatMap(({ contexts }) =>
    contexts.flatMap((part) =>
      part.state === 'available' && part.source.type === 'tab' ? [part.context.source.url] : [],
    ),
  );
  return [
    '---',
    `title: ${yamlString(title === '' ? words.untitled : title)}`,
    `created: ${new Date(createdAt).toISOString()}`,
    `updated: ${new Date(updatedAt).toISOString()}`,
    ...yamlList(
      'models',
      answers.map(({ model }) => model.modelId),
    ),
    ...yamlList('sources', [...pages, ...sources.map(({ url }) => url)]),
    'tags:',
    '  - sidenote',
    '---',
  ].join('\n');
}

function yamlList(key: string, values: readonly string[]): string[] {
  const lines = [...new Set(values)].map((value) => `  - ${yamlString(value)}`);
  return lines.length === 0 ? [] : [`${key}:`, ...lines];
}

/**
 * YAML 1.2 allows neither control characters (5.1) nor line separators within a line. JSON leaves some of both
 * unescaped.
 */
function yamlString(text: string): string {
  return JSON.stringify(text.replace(/[\s\p{Cc}]+/gu, ' ').trim());
}

function messageMarkdown(
  message: Message,
  sources: readonly WebSource[],
  chat: ExportedChat,
  words: DocumentWords,
): string {
  switch (message.role) {
    case 'user':
      return [`## ${words.user}`, ...attachedLines(message, words), inert(message.content)].join('\n\n');
    case 'assistant':
      return `## ${escapeMarkdownLine(message.model.modelId)}\n\n${answerMarkdown(message, sources, chat, words)}`;
    default:
      return message satisfies never;
  }
}

/** Only the names of attached files and tabs, since their content would be most of the document. */
export function attachedLines({ tabs = [], files = [] }: Message & { role: 'user' }, words: DocumentWords): string[] {
  return [
    ...tabs.map(({ title, url }) => `> ${words.tab(escapeMarkdownLine(title), escapeMarkdownLine(url))}`),
    ...files.map(({ name }) => `> ${words.file(escapeMarkdownLine(name))}`),
  ];
}

/** An answer with the pages sent with it, its tool calls, its sources, its facts, and why it is incomplete. */
export function answerMarkdown(
  run: AssistantMessage,
  sources: readonly WebSource[],
  { checks }: Pick<ExportedChat, 'checks'>,
  words: DocumentWords,
): string {
  const { steps, outcome } = run;
  const paragraphs = steps
    .flatMap((step) => step.parts.map((part) => partMarkdown(part, words)))
    .filter((part) => part !== '');
  const list = sourcesMarkdown(paragraphs.join('\n'), run, sources);
  const facts = factsMarkdown(checks?.get(run.messageId) ?? null, words);
  const parts = [...pageLines(run, words), ...paragraphs, ...[list, facts].filter((part) => part !== '')];
  if (outcome?.type !== 'complete') {
    const text = words.outcome(outcome);
    // The text may contain a server's message.
    parts.push(`*(${outcome?.type === 'error' ? escapeMarkdownLine(text) : text})*`);
  }
  return parts.join('\n\n');
}

/** The page sent with the question. Pages of added tabs are listed separately. */
function pageLines({ contexts, tabId }: AssistantMessage, words: DocumentWords): string[] {
  return contexts.flatMap((part) => {
    if (part.state !== 'available' || !isOfTab(part, tabId) || part.context.selection === 'unchanged') return [];
    const { title, url } = part.context.source;
    return [`> ${words.tab(escapeMarkdownLine(title), escapeMarkdownLine(url))}`];
  });
}

function partMarkdown(part: Part, words: DocumentWords): string {
  switch (part.type) {
    case 'text':
      return inert(keepDrawnMarkdown(cleanText(part.text)).trim());
    case 'reasoning':
      return '';
    case 'tool-call':
      return callMarkdown(part.call, words);
    default:
      return part satisfies never;
  }
}

function callMarkdown(call: ToolCall, words: DocumentWords): string {
  const input = 'input' in call && call.input !== null ? ` ${escapeMarkdownLine(JSON.stringify(call.input))}` : '';
  const error =
    call.state === 'output-error'
      ? `: ${escapeMarkdownLine(call.code === null ? call.errorText : words.callFailure(call.code))}`
      : '';
  return `> ${words.call(escapeMarkdownLine(call.toolName))}${input}${error}`;
}

/** HTML becomes text, so the lexer must not read it as a block, in which fences would be ignored. */
const { defaults } = new Marked({
  gfm: true,
  extensions: [nestedFences],
  tokenizer: {
    html: () => undefined,
    lheading(source) {
      return Tokenizer.prototype.lheading.call(this, linesOfHeading(source));
    },
  },
});

/**
 * Converts Markdown so that it loads and runs nothing when the file is opened elsewhere: images become links, HTML
 * becomes text, and fences that programs draw or run become text. Fenced code keeps its text, except in lists and
 * quotations. Its fences are rewritten, so that other programs agree on where it begins and ends, even if the last one
 * is missing.
 */
function inert(markdown: string): string {
  const text = markdown.replace(/\r\n?|[\u2028\u2029]/g, '\n');
  try {
    return inertBlocks(text);
  } catch (error) {
    // Blocks nested thousands of times: see `lexAnswer`.
    if (!(error instanceof RangeError)) throw error;
    return fenceText(text, 'text');
  }
}

function inertBlocks(markdown: string): string {
  const tokens = new BlockLexer(defaults).lex(`${markdown}\n`) as MarkedToken[];
  const texts = tokens.map((token, index) => {
    if (token.type !== 'code' || token.codeBlockStyle === 'indented') return inertText(token);
    const { text, lang = '', raw } = token;
    // Starts after an empty line, since some programs read the line after `[name]:` as its address.
    const start = index === 0 || tokens[index - 1]?.type === 'space' ? '' : '\n';
    return `${start}${fenceText(text, sanitizeLanguage(lang))}${raw.endsWith('\n') ? '\n' : ''}`;
  });
  return texts.join('').trimEnd();
}

/**
 * The language of a fence, or '' if some program draws or runs it: Obsidian, code forges and others do so with
 * `mermaid`, `dataviewjs` and more.
 */
function sanitizeLanguage(info: string): string {
  const [word = ''] = /^[\w#+.-]*/.exec(info) ?? [];
  return word === '' || CODE_LANGUAGES.has(word.toLowerCase()) ? word : 'text';
}

const CODE_LANGUAGES: ReadonlySet<string> = new Set(
  (
    'asm bash bat c c# c++ clojure cmake console cpp cs csharp css csv dart diff dockerfile elixir elm erlang f# fortran fsharp go ' +
    'golang gradle graphql groovy haskell hcl html http ini java javascript js json json5 jsonc jsx julia kotlin less lua makefile ' +
    'markdown matlab md nginx nim nix objc objectivec ocaml pascal patch perl php plaintext powershell properties proto protobuf ps1 py ' +
    'python r rb regex rs ruby rust sass scala scss sh shell sql svelte swift terraform text toml ts tsx txt typescript vb vim vue wasm ' +
    'xml yaml yml zig zsh'
  ).split(' '),
);

/**
 * The first line of a fence with a language, behind what begins the list, quotation, task, footnote or definition that
 * contains it. Only fences of tildes may have backticks in that line.
 */
const FENCE =
  /^([ \t>*+:\d.)-]*(?:(?:\[(?:\^[^\]\n]+|[ x])\]:?|[a-z#][.)])[ \t>*+:\d.)-]*)?)(`{3,}(?=[^`\n]*$)|~{3,})[ \t]*([^\s`~].*)$/gim;

function inertText({ type, raw }: MarkedToken): string {
  const text = raw
    // Not with a backslash, which GFM would read as the end of an address before it.
    // Tags without attributes that only shape text stay where they are within a line: at its beginning, they could
    // begin a block of HTML.
    .replace(
      /(?<!\\)((?:\\\\)*)\\?<(?=[a-z/!?%])(?!(?<=[\p{L}\p{N}|\]"”,;:!?%]<)(?:br ?\/?|\/?(?:kbd|sub|sup))>)/giu,
      '$1&lt;',
    )
    // TeX commands that load, link, style or run something in programs that render formulas.
    .replace(
      /(?<!\\)((?:\\\\)*)\\(?=(?:style|class|cssId|html\w*|href|url|includegraphics|bbox|require|unicode|data|mmlToken|input|include|write|csname|catcode)(?![a-z]))/gi,
      '$1\\\\',
    )
    // Fences within a list, a quotation, a footnote or a definition.
    .replace(FENCE, (_line, before: string, fence: string, info: string) => before + fence + sanitizeLanguage(info))
    // Containers, which code forges render as fences, and code that Obsidian's Dataview runs within a line.
    .replace(/^([ \t>*+\d.)-]*)(?=:{3})/gm, '$1\\')
    .replace(/(?<![\\`])`+(?=\s*\$?=)/g, (ticks) => ticks.replaceAll('`', '\\`'))
    // A backslash before a character that is already escaped would undo the escape.
    .replace(/(?<!\\)((?:\\\\)*)!(?=\[)/g, '$1\\!');
  // Code in a list or quotation ends with the list or quotation.
  return type === 'list' || type === 'blockquote' ? text : text.replace(/^ {0,3}(?=~{3}|`{3}[^`\n]*$)/gm, '$&\\');
}
