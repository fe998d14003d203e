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
 * The sites, files and tools whose text the next step of a thread is written under the influence of, in the order they came: all
 * that stands in the context, from every run. Derived from the log, so that a restart forgets none of it. Tools that are
 * described by a source the user does not trust count as read: the model is told of them with every request.
 */
export function untrustedSources(state: ThreadState, tools: readonly Tool[]): string[] {
  const read = state.messages.flatMap((message) =>
    message.role === 'user' ? attached(message) : listRunSources(message, tools),
  );
  const describing = tools.flatMap(({ source }) => (source === undefined || source.isTrusted ? [] : [source.name]));
  const imported = state.imported.size > 0 ? [IMPORTED_CHAT] : [];
  return [...new Set([...imported, ...read, ...describing])];
}

/** How a chat that came from a file, and the text of a field of a page, stand among the sources of a step. */
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
  // A failed call says nothing but what we say of it.
  if (call.state !== 'output-available') return [];
  // A tool that does not exist any more counts as untrusted.
  const isOpen = tools.find((tool) => tool.name === call.toolName)?.annotations.openWorldHint ?? true;
  if (!isOpen) return [];
  const { source, url, engine } = call.output.details ?? {};
  if (call.toolName === 'search_tabs') return foundTabs(call).map((tab) => getOriginOrUrl(tab.url));
  if (typeof source === 'string') return [source];
  if (typeof url === 'string') return [getOriginOrUrl(url)];
  // Titles and excerpts are text of the pages that were found; only the engine that returned them is known.
  if (typeof engine === 'string') return [`search: ${getOriginOrUrl(engine)}`];
  return [call.toolName];
}

/** The texts of a chat that the user did not write, each by a source as `untrustedSources` names it, the newest first. */
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

/** How an attached file stands among the sources of a step: its name alone could be that of another source. */
function sourceOfFile({ name, source }: AttachedFile): string {
  return source ? mcpSourceName(source.url) : `file: ${name}`;
}

/** How what goes with a question stands among the sources of a step. */
function sourceOfContext({ source, context }: Extract<ContextPart, { state: 'available' }>): string {
  return source.type === 'tab' ? getOriginOrUrl(context.source.url) : `project: ${context.source.title}`;
}

function getOriginOrUrl(url: string): string {
  return parseOrigin(url) ?? url;
}

/**
 * What the user wrote in this chat. Quoted lines, and what was filled in, are the words of pages; questions that came from a file are
 * somebody's.
 */
export function userTexts({ messages, imported }: Pick<ThreadState, 'messages' | 'imported'>): string[] {
  const texts = messages
    .filter(({ messageId }) => !imported.has(messageId))
    .flatMap((message) =>
      message.role === 'user'
        ? [withoutFilled(message.content, message.filled)]
        : message.steers.map(({ content }) => content),
    );
  return texts.map((text) => text.replace(/^[ \t]*>[^\n]*$/gm, ''));
}

/** A text that was filled in and is not there as a whole was changed: nobody knows any more what is whose. */
function withoutFilled(content: string, filledTexts: readonly string[] = []): string {
  // The longest first: a title may contain the address.
  return filledTexts
    .filter((each) => each !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, each) => (content.includes(each) ? text.replaceAll(each, ' ') : ''), content);
}

/** A title of fewer characters could be a word of the user as well. */
export const MIN_TITLE = 12;

/** As `userTexts`, without those titles of pages that `isOfPage`: prompts quote titles, which are the page's words. */
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
