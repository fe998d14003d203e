import {
  type AddedTab,
  type AssistantMessage,
  type AttachedData,
  type ContextErrorCode,
  type ContextPart,
  type ContextSource,
  isOfTab,
  type ModelMessage,
  type PageContext,
  type PageRef,
  type PdfFile,
  type UserMessage,
} from '../../contracts/index.ts';
import { memoize } from '../../control-flow/index.ts';
import { mentionsConsent } from '../../language/index.ts';
import { delimiterFor, maskSecrets } from '../../security/index.ts';
import { formatLocalDay } from '../../text/index.ts';
import { attachedPdf, maskedName } from './pdf-files.ts';

type Question = Extract<ModelMessage, { role: 'user' }>;

/**
 * Formats a question for a model: the pages that were read for it and attached files as data, then the date and facts
 * about the page, then the question. It never changes once the model was called, so that later requests begin with the
 * same bytes. Titles, addresses and texts of pages are masked. Files, a prompt from a server and the question are not,
 * because the user chose to send them. `run` answers the question and is null if none has begun. `needed` are the ids
 * of the contexts that the current run relies on, `pdfs` the files of contexts by their ids.
 */
export function questionMessage(
  message: UserMessage,
  run: AssistantMessage | null,
  needed: ReadonlySet<string> = new Set(),
  pdfs: ReadonlyMap<string, PdfFile> = new Map(),
): Question {
  const { messageId, content, at, tabs = [], files = [] } = message;
  const texts = files.flatMap((file) => {
    if (file.type !== 'text') return [];
    const label = file.source === undefined ? 'A file' : 'A resource of an MCP server that';
    const text = `File: ${file.name}\n\n${file.text}`;
    const pdf = file.pdf === undefined ? {} : { pdf: attachedPdf(file.name, file.pdf, file.text) };
    return [{ label: `${label} the user attached:`, text, ...pdf }];
  });
  const promptTexts = files.flatMap((file) => (file.type === 'prompt' ? [file.text] : []));
  const images = files.flatMap((file) => (file.type === 'image' ? [{ name: file.name, image: file.image }] : []));
  const data = [
    ...(run === null ? [] : pagesData(run, needed, pdfs)),
    ...(tabs.length > 0 ? [tabsData(tabs)] : []),
    ...texts,
  ];
  const preface = [...(run === null ? [] : pageNotes(run)), `Today is ${formatLocalDay(at)}.`];
  const attachments =
    data.length === 0 && images.length === 0 ? {} : { attached: { delimiter: delimiterFor(messageId), data, images } };
  return { role: 'user', content: [...promptTexts, content].join('\n\n'), preface: preface.join('\n'), ...attachments };
}

function pagesData(
  { contexts, isRevealed, tabId }: AssistantMessage,
  needed: ReadonlySet<string>,
  pdfs: ReadonlyMap<string, PdfFile>,
): AttachedData[] {
  return contexts.flatMap((part): AttachedData[] => {
    if (part.state !== 'available' || part.context.text === '') return [];
    const text = isRevealed ? part.context.text : maskContext(part.context);
    const page = needed.has(part.contextId) ? 'needed' : 'earlier';
    const pdf = pdfs.get(part.contextId);
    return [{ ...pageData(part.context, text, isOfTab(part, tabId)), page, ...(pdf === undefined ? {} : { pdf }) }];
  });
}

/** A page as delimited data with its title and address. `text` is the context's text, masked if necessary. */
export function pageData(context: PageContext, text: string, isOpenPage: boolean): AttachedData {
  const { source, ranges, passageCount: count } = context;
  return {
    label: formatContextLabel(context, isOpenPage),
    text,
    page: 'needed',
    place: { url: source.url, ranges, count },
  };
}

function formatContextLabel(
  { kind, selection, hasChanged, earlier, ranges }: PageContext,
  isOpenPage: boolean,
): string {
  if (kind === 'files') {
    const files = `Files of the project${hasChanged ? ', which have changed since they were sent before' : ''}`;
    return `${files}${describeSelection(selection, earlier.length > 0, ranges.length > 0)}:`;
  }
  if (kind === 'document') {
    const document = `A document that goes with the question${hasChanged ? ', which has changed since it was sent before' : ''}`;
    return `${document}${describeSelection(selection, earlier.length > 0, ranges.length > 0)}:`;
  }
  const what = { page: 'page', pdf: 'PDF', transcript: 'page with a video' }[kind];
  const which = isOpenPage ? `The ${what} the user is looking at` : `The ${what} in a tab the user added`;
  const changeNote = hasChanged ? ', which has changed since it was sent before' : '';
  return `${which}${changeNote}${describeSelection(selection, earlier.length > 0, ranges.length > 0)}:`;
}

function describeSelection(selection: PageContext['selection'], isMore: boolean, hasPassages: boolean): string {
  if (isMore && !hasPassages) return '; what the user has selected there now';
  if (isMore) return selection === 'all' ? '; the rest of it' : '; more parts of it';
  return selection === 'all' ? '' : '; parts of it';
}

/** A context is the same object in every step, so it is searched for secrets only once and not for every request. */
const maskContext = memoize((context: PageContext) => maskSecrets(context.text, context.secrets).text);

/** Notes for the model about pages, in addition to their text. */
function pageNotes(run: AssistantMessage): string[] {
  const own = run.contexts.find((part) => isOfTab(part, run.tabId));
  const others = run.contexts
    .filter((part) => part !== own)
    .flatMap((part) => formatPartNotes(part, describeSource(part.source)));
  if (own !== undefined && own.state === 'available') return [...formatPartNotes(own, 'The open page'), ...others];
  const notes = own === undefined ? [] : formatPartNotes(own, 'The open page');
  const isKept = run.contextPolicy?.mode === 'never' || own?.state === 'skipped';
  if (isKept || run.tabId === null) return [...notes, ...others];
  if (run.page === null)
    return [...notes, 'A page is open beside this chat; its title and address are not known.', ...others];
  return [...notes, `The open page (title and address as the page gives them): ${pageName(run.page)}`, ...others];
}

/** Returns the name that notes use for a source other than the open page. */
function describeSource(source: ContextSource): string {
  switch (source.type) {
    case 'tab':
      return `The tab ${source.tabId} that the user added`;
    case 'project-files':
      return 'The text of the project’s files';
    case 'document':
      return `The document ${JSON.stringify(source.id)}`;
    default:
      return source satisfies never;
  }
}

function formatPartNotes(part: ContextPart, which: string): string[] {
  switch (part.state) {
    case 'available':
      return availableNote(part.context, which);
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

/**
 * A page with less text than `loading`, in tokens, is still loading. A page with less than `dialog` that mentions
 * cookies is behind a consent dialog.
 */
const LITTLE_TEXT = { loading: 15, dialog: 250 };

function availableNote(context: PageContext, which: string): string[] {
  const { kind, selection, source, totalTokens, text } = context;
  if (selection === 'unchanged') {
    return [`${which} has not changed; its text is above: ${pageName(source)}`];
  }
  if (context.isWithoutSession) {
    return [
      `${which} was read without the sign-in of its tab, where the document may differ. Say so where the answer would depend on it.`,
    ];
  }
  // A document is read completely and has no dialogs.
  if (kind === 'files' || kind === 'document' || kind === 'pdf') return [];
  const isShort = totalTokens < LITTLE_TEXT.loading || (totalTokens < LITTLE_TEXT.dialog && mentionsConsent(text));
  if (!isShort) return [];
  return [
    `${which} shows little text: it may still be loading, or be hidden behind a dialog, such as one about cookies. Say so where the answer would depend on it.`,
  ];
}

/** Returns the title or address of a page, for a note. */
function pageName({ title, url }: PageRef): string {
  return JSON.stringify({ title: maskedName(title), url: maskedName(url) });
}

/** Errors whose reason helps the model to answer. */
const ERRORS: Partial<Record<ContextErrorCode, string>> = {
  empty: 'it shows no text',
  'timed-out': 'it took too long',
  'browser-page': 'browsers do not let extensions read their own pages',
  'hidden-page':
    'the browser hides it: it is one of its own, or a file, which the user can share with a click on the Sidenote button',
  'tab-gone': 'the tab was closed',
  'no-access': 'Sidenote was not given access to it',
  'other-site': 'the tab went to another site meanwhile',
  'not-loaded': 'it did not load',
  asleep: 'the tab is suspended',
  'pdf-locked': 'the PDF is protected by a password',
  'reader-view': 'it is in Reader View, which extensions cannot read and the user can leave',
  'file-unread': 'the browser lets no extension read this file, which the user can attach',
  'not-sent-again': 'its site did not send it a second time; the user can download and attach it',
  'in-container': 'it needs the sign-in of a container tab; the user can download and attach it',
};

function tabsData(tabs: readonly AddedTab[]): AttachedData {
  const lines = tabs.map(({ tabId, title, url }) => maskSecrets(JSON.stringify({ tab_id: tabId, title, url })).text);
  return { label: 'Open tabs the user added to this question:', text: lines.join('\n') };
}

const UNSEEN = '[There is a picture, which you cannot see.]';

/** Returns the conversation for a model without vision, with a note in place of each picture. */
export function withoutPictures(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role === 'tool' && message.images !== undefined) {
      const { images: _, ...result } = message;
      return { ...result, content: `${message.content}\n${UNSEEN}` };
    }
    if (message.role !== 'user' || message.attached === undefined || message.attached.images.length === 0)
      return message;
    const { data, images } = message.attached;
    const names = images.map(({ name }) => name).join('\n');
    const reported = { label: 'Pictures the user attached, which you cannot see:', text: names };
    return { ...message, attached: { ...message.attached, data: [...data, reported], images: [] } };
  });
}
