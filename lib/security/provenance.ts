import {
  type AssistantMessage,
  type AttachedFile,
  type ContextPart,
  foundTabs,
  listToolCalls,
  type ThreadState,
  type Tool,
  type ToolCall,
  type UserMessage,
} from '../contracts/index.ts';
import { parseOrigin } from './addresses.ts';
import { quotedTitle } from './untrusted-text.ts';

/**
 * Returns the sites, files and tools whose text can influence the next step of a thread, in order of appearance:
 * everything in the context, from every run. Derived from the log, so that a restart loses nothing. Tools described by
 * a source that the user does not trust count as read, because every request contains their descriptions.
 */
export function untrustedSources(state: ThreadState, tools: readonly Tool[]): string[] {
  const read = state.messages.flatMap((message) =>
    message.role === 'user' ? attached(message) : listRunSources(message, tools),
  );
  const describing = tools.flatMap(({ effects }) =>
    effects?.source?.isTrusted === false ? [effects.source.name] : [],
  );
  const imported = state.imported.size > 0 ? [IMPORTED_CHAT] : [];
  return [...new Set([...imported, ...read, ...describing])];
}

/** The names of imported chats, and of text from a page's field, among the sources of a step. */
const IMPORTED_CHAT = 'import';
const FIELD_TEXT = 'field';

function attached({ tabs = [], files = [], filled = [] }: UserMessage): string[] {
  // The question includes the titles of tabs, which are untrusted text of their pages.
  return [
    ...(filled.length > 0 ? [FIELD_TEXT] : []),
    ...tabs.map(({ url }) => getOriginOrUrl(url)),
    ...files.map(sourceOfFile),
  ];
}

function listRunSources(run: AssistantMessage, tools: readonly Tool[]): string[] {
  // The prompt includes the page's title, which is untrusted text of the page.
  const beside = run.page === null ? [] : [getOriginOrUrl(run.page.url)];
  const read = run.steps.flatMap(listToolCalls).flatMap((call) => sourcesOfCall(call, tools));
  const inFront = run.contexts.flatMap((part) => (part.state === 'available' ? [sourceOfContext(part)] : []));
  return [...beside, ...inFront, ...read];
}

function sourcesOfCall(call: ToolCall, tools: readonly Tool[]): string[] {
  // The result of a failed call only contains text written by Sidenote.
  if (call.state !== 'output-available') return [];
  // A tool that no longer exists counts as untrusted.
  const isOpen = tools.find((tool) => tool.name === call.toolName)?.annotations.openWorldHint ?? true;
  if (!isOpen) return [];
  const { source, url, engine } = call.output.details ?? {};
  if (call.toolName === 'search_tabs') return foundTabs(call).map((tab) => getOriginOrUrl(tab.url));
  if (typeof source === 'string') return [source];
  if (typeof url === 'string') return [getOriginOrUrl(url)];
  // Titles and excerpts come from the pages that were found, but only the engine that returned them is known.
  if (typeof engine === 'string') return [`search: ${getOriginOrUrl(engine)}`];
  return [call.toolName];
}

/**
 * Returns the texts of a chat that the user did not write, each with its source as named by `untrustedSources`, newest
 * first.
 */
export function untrustedTexts(state: ThreadState, tools: readonly Tool[]): { source: string; text: string }[] {
  const texts = state.messages.flatMap((message) => {
    if (message.role === 'user') {
      const { files = [], filled = [] } = message;
      return [
        ...filled.map((text) => ({ source: FIELD_TEXT, text })),
        ...files.flatMap((file) => (file.type === 'image' ? [] : [{ source: sourceOfFile(file), text: file.text }])),
      ];
    }
    const contexts = message.contexts.flatMap((part) => {
      if (part.state !== 'available') return [];
      const { text, unsentText = '', source } = part.context;
      return [{ source: sourceOfContext(part), text: `${source.title}\n${text}\n${unsentText}` }];
    });
    const results = message.steps.flatMap(listToolCalls).flatMap((call) => {
      const text = call.state === 'output-available' ? call.output.content : '';
      return sourcesOfCall(call, tools).map((source) => ({ source, text }));
    });
    return [...contexts, ...results];
  });
  return texts.reverse();
}

/** The name of an MCP server in the list of untrusted sources. */
export function mcpSourceName(url: string): string {
  return `MCP ${url}`;
}

/**
 * Returns the name of an attached file among the sources of a step. The plain file name could equal that of another
 * source.
 */
function sourceOfFile({ name, source }: AttachedFile): string {
  return source ? mcpSourceName(source.url) : `file: ${name}`;
}

/** Returns the name of a question's context among the sources of a step. */
function sourceOfContext({ source, context }: Extract<ContextPart, { state: 'available' }>): string {
  switch (source.type) {
    case 'tab':
      return getOriginOrUrl(context.source.url);
    case 'project-files':
      return `project: ${context.source.title}`;
    case 'document':
      return `document: ${context.source.title}`;
    default:
      return source satisfies never;
  }
}

function getOriginOrUrl(url: string): string {
  return parseOrigin(url) ?? url;
}

/**
 * Returns what the user wrote in this chat. Quoted lines and filled-in texts are excluded, because they come from
 * pages, as are imported questions, because somebody else may have written them.
 */
export function userTexts({ messages, imported }: Pick<ThreadState, 'messages' | 'imported'>): string[] {
  return messages
    .filter(({ messageId }) => !imported.has(messageId))
    .flatMap((message) =>
      message.role === 'user' ? [typedText(message)] : message.steers.map(({ content }) => typedText({ content })),
    );
}

/** Returns what the user wrote in one question, without quoted lines and filled-in texts. */
export function typedText({ content, filled }: { content: string; filled?: readonly string[] | undefined }): string {
  return withoutFilled(content, filled).replace(/^[ \t]*>[^\n]*$/gm, '');
}

/**
 * Removes filled-in texts. If one of them does not occur in full, it was changed. The whole text is then dropped,
 * because it is unclear which words are the user's.
 */
function withoutFilled(content: string, filledTexts: readonly string[] = []): string {
  // Longest first, because a title may contain the address.
  return filledTexts
    .filter((each) => each !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, each) => (content.includes(each) ? text.replaceAll(each, ' ') : ''), content);
}

/** The minimum length of a title, in characters. A shorter one could also be the user's own words. */
export const MIN_TITLE = 12;

/**
 * Like `userTexts`, without those titles of pages that `isOfPage` selects. Prompts quote titles, which are text of the
 * page.
 */
export function userTextsWithoutTitles(
  state: Pick<ThreadState, 'messages' | 'imported'>,
  isOfPage: (title: string) => boolean,
): string[] {
  const titles = state.messages.flatMap((message) => {
    const title = message.role === 'assistant' ? (message.page?.title ?? '') : '';
    if (title === '') return [];
    return isOfPage(title) ? [quotedTitle(title).slice(1, -1), title] : [quotedTitle(title)];
  });
  return userTexts(state).map((text) => titles.reduce((rest, title) => rest.replaceAll(title, ' '), text));
}
