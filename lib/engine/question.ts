import { fenceOf } from '../guard/fence.ts';
import { maskSecrets } from '../guard/mask-secrets.ts';
import type { AddedTab } from '../protocol/attached.ts';
import type { AttachedData, ModelMessage } from '../protocol/model-client.ts';
import type { ContextErrorCode, ContextPart, PageContext } from '../protocol/page-context.ts';
import type { AssistantMessage, UserMessage } from '../protocol/thread.ts';

type Question = Extract<ModelMessage, { role: 'user' }>;

/**
 * A question as a model gets it: the pages that were read for it and what the user attached as data, then the day and what
 * is known of the page, then the question itself. Everything in it is fixed once the model was asked, so that later requests
 * begin with the same bytes. Titles, addresses and texts of pages are masked; a file is what the user wants the model to
 * have, as the words of the question are. `run` answers the question; null where none has begun.
 */
export function questionMessage(message: UserMessage, run: AssistantMessage | null): Question {
  const { messageId, content, at, tabs = [], files = [] } = message;
  const texts = files.flatMap((file) =>
    file.type === 'text' ? [{ label: 'A file the user attached:', text: `File: ${file.name}\n\n${file.text}` }] : [],
  );
  const images = files.flatMap((file) => (file.type === 'image' ? [{ name: file.name, image: file.image }] : []));
  const data = [...(run === null ? [] : pagesData(run)), ...(tabs.length > 0 ? [tabsData(tabs)] : []), ...texts];
  const preface = [...(run === null ? [] : pageNotes(run)), `Today is ${new Date(at).toISOString().slice(0, 10)}.`];
  const attached =
    data.length === 0 && images.length === 0 ? {} : { attached: { fence: fenceOf(messageId), data, images } };
  return { role: 'user', content, preface: preface.join('\n'), ...attached };
}

function pagesData({ contexts, isRevealed, tabId }: AssistantMessage): AttachedData[] {
  return contexts.flatMap((part): AttachedData[] => {
    if (part.state !== 'available' || part.context.text === '') return [];
    const text = isRevealed ? part.context.text : masked(part.context);
    return [pageData(part.context, text, part.tabId === tabId)];
  });
}

/** A page as data, with what it is. `text`: of the context, as the model may see it. */
export function pageData(context: PageContext, text: string, isOpenPage: boolean): AttachedData {
  return { label: labelOf(context, isOpenPage), text, isPage: true };
}

function labelOf({ kind, selection, hasChanged, ranges }: PageContext, isOpenPage: boolean): string {
  const what = { page: 'page', pdf: 'PDF', transcript: 'video, by its captions' }[kind];
  const which = isOpenPage ? `The ${what} the user is looking at` : `A ${what} in a tab the user added`;
  const changed = hasChanged ? ', which has changed since it was sent before' : '';
  const isWhole = selection === 'all' && ranges[0]?.from === 0;
  return `${which}${changed}${isWhole ? '' : '; parts of it'}:`;
}

/** A context keeps its identity from step to step: it is searched for secrets once, not with every request. */
const maskedTexts = new WeakMap<PageContext, string>();

function masked(context: PageContext): string {
  const known = maskedTexts.get(context);
  if (known !== undefined) return known;
  const { text } = maskSecrets(context.text);
  maskedTexts.set(context, text);
  return text;
}

/** What the model should know of pages beside their text. */
function pageNotes(run: AssistantMessage): string[] {
  const own = run.contexts.find(({ tabId }) => tabId === run.tabId);
  const others = run.contexts.filter((part) => part !== own).flatMap((part) => noteOf(part, 'A tab the user added'));
  if (own !== undefined && own.state === 'available') return [...noteOf(own, 'The open page'), ...others];
  const notes = own === undefined ? [] : noteOf(own, 'The open page');
  if (run.contextPolicy?.mode === 'never' || run.tabId === null) return [...notes, ...others];
  if (run.page === null)
    return [...notes, 'A page is open beside this chat; its title and address are not known.', ...others];
  const page = maskSecrets(JSON.stringify(run.page)).text;
  return [...notes, `The open page (title and address as the page gives them): ${page}`, ...others];
}

function noteOf(part: ContextPart, which: string): string[] {
  switch (part.state) {
    case 'available':
      return part.context.selection === 'unchanged' ? [`${which} has not changed; its text stands above.`] : [];
    case 'skipped':
      return [`${which} was not sent, as the user chose; say so where the answer would depend on it.`];
    case 'error':
      return [
        `${which} could not be read: ${ERRORS[part.code] ?? 'reading it failed'}. Say so where the answer would depend on it.`,
      ];
    default:
      return [];
  }
}

/** Where the reason helps the model to answer. */
const ERRORS: Partial<Record<ContextErrorCode, string>> = {
  empty: 'it shows no text',
  'timed-out': 'it took too long',
  'browser-page': 'browsers do not let extensions read their own pages',
  'tab-gone': 'the tab was closed',
  'not-loaded': 'it did not load',
  asleep: 'the tab is suspended',
  'pdf-locked': 'the PDF is protected by a password',
};

function tabsData(tabs: readonly AddedTab[]): AttachedData {
  const lines = tabs.map(({ tabId, title, url }) => maskSecrets(JSON.stringify({ tab_id: tabId, title, url })).text);
  return { label: 'Open tabs the user added to this question:', text: lines.join('\n') };
}

/** The same conversation for a model that sees no pictures: it is told which there were. */
export function withoutPictures(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== 'user' || message.attached === undefined || message.attached.images.length === 0)
      return message;
    const { data, images } = message.attached;
    const names = images.map(({ name }) => name).join('\n');
    const told = { label: 'Pictures the user attached, which you cannot see:', text: names };
    return { ...message, attached: { ...message.attached, data: [...data, told], images: [] } };
  });
}
