import * as z from 'zod';
import type { MessageKey } from '../i18n/index.ts';
import { ChatPassage, TabPassage } from './own-data.ts';
import { SearchResult } from './web.ts';

/** Groups of tools, in the order in which the settings list them. */
export const TOOL_CATEGORIES = ['page', 'web', 'own-data', 'action'] as const;
export type ToolCategory = (typeof TOOL_CATEGORIES)[number];

/** Icons of tools, by their names in Lucide. */
export type ToolIcon =
  | 'app-window'
  | 'bookmark'
  | 'camera'
  | 'captions'
  | 'file-text'
  | 'globe'
  | 'history'
  | 'info'
  | 'link'
  | 'messages-square'
  | 'panels-top-left'
  | 'pencil'
  | 'save'
  | 'search'
  | 'table'
  | 'text-cursor-input'
  | 'text-select'
  | 'wrench';

/**
 * A message in three forms: `${phrase}Doing` while a call runs, `${phrase}Done`, and `${phrase}Failed`. The last phrase
 * of a tool also has `${phrase}Name`, which lists use as the tool's name.
 */
export type ToolPhrase = MessageKey extends infer Key ? (Key extends `${infer Phrase}Doing` ? Phrase : never) : never;

/**
 * A description of what a call does. It applies if all values that it needs are known, because arguments may be missing
 * or have any value.
 */
export type ToolLabel = {
  phrase: ToolPhrase;
  /** The placeholders of the phrase, and the arguments that fill them. */
  values?: Readonly<Record<string, string>>;
  /**
   * The source of the placeholder `host`: the page that was read (the open one, unless the result names another one),
   * only the page that the result names, or an argument that is an address.
   */
  host?: 'page' | 'result' | { argument: string };
  /** An argument that must be present but is not shown. */
  requires?: string;
  /** The required values of arguments. */
  when?: Readonly<Record<string, string>>;
};

/** A question asked before a call that needs approval. It applies if all values that it needs are known. */
export type ToolQuestion = {
  message: MessageKey;
  /** The placeholders of the message, and the arguments that fill them. */
  values?: Readonly<Record<string, string>>;
  /** The placeholder that the host of the destination fills. */
  destination?: string;
  /** The placeholder that the site of the page fills. */
  site?: string;
};

/** How calls of a tool are shown. Pages get this as data, without the code of the tool. */
export type ToolView = {
  category: ToolCategory;
  icon: ToolIcon;
  /** The first label that applies is shown. The last one needs no values. */
  labels: readonly [...ToolLabel[], ToolLabel];
  /** The first question that applies is asked. If none does, the question names the tool and its arguments. */
  questions?: readonly ToolQuestion[];
  /** What a call counts as in the summary of several: “Read 3 pages, searched 2 times”. */
  countsAs?: 'read' | 'search';
};

/** Passages from open tabs. Clicking one shows its tab. */
const TabPassages = z.object({ kind: z.literal('tabs'), items: z.array(TabPassage) });
/** Pages of a PDF with their text. */
const PdfPages = z.object({
  kind: z.literal('pdf-pages'),
  items: z.array(z.object({ page: z.number(), text: z.string() })),
});

/**
 * What a running call has found since its last delta. It is shown only to the user. The model gets the output, which
 * supersedes it.
 */
export const ToolOutputDelta = z.discriminatedUnion('kind', [TabPassages, PdfPages]);
export type ToolOutputDelta = z.infer<typeof ToolOutputDelta>;

/** Appends a delta to the earlier findings. */
export function appendOutput(before: ToolOutputDelta | null, delta: ToolOutputDelta): ToolOutputDelta {
  if (before?.kind === 'tabs' && delta.kind === 'tabs') return { ...delta, items: [...before.items, ...delta.items] };
  if (before?.kind === 'pdf-pages' && delta.kind === 'pdf-pages')
    return { ...delta, items: [...before.items, ...delta.items] };
  return delta;
}

/**
 * A result as shown to the user, under `preview` of its details. The model gets `content` instead. Plain text, except
 * for the Markdown of a table. The tools that write it limit its size.
 */
export const ToolPreview = z.discriminatedUnion('kind', [
  /** The sections of a page, in order. `depth` is 0 for the top. */
  z.object({ kind: z.literal('outline'), items: z.array(z.object({ title: z.string(), depth: z.number() })) }),
  /** The passages found. `place` contains the headings above each. */
  z.object({ kind: z.literal('passages'), items: z.array(z.object({ place: z.string(), text: z.string() })) }),
  z.object({ kind: z.literal('links'), items: z.array(z.object({ text: z.string(), url: z.string() })) }),
  /** The results of a search engine. */
  z.object({ kind: z.literal('results'), items: z.array(SearchResult) }),
  /** Pages from the user's bookmarks or history, which can be opened. */
  z.object({ kind: z.literal('pages'), items: z.array(SearchResult) }),
  /** Passages of other chats, each of which opens its chat at that place. */
  z.object({ kind: z.literal('chats'), items: z.array(ChatPassage) }),
  TabPassages,
  PdfPages,
  z.object({ kind: z.literal('table'), markdown: z.string() }),
]);
export type ToolPreview = z.infer<typeof ToolPreview>;

/** Returns the preview in the details of a result. Null if there is none, as in logs of older versions. */
export function readToolPreview(details: Record<string, unknown> | undefined): ToolPreview | null {
  const { success, data } = ToolPreview.safeParse(details?.preview);
  return success ? data : null;
}
