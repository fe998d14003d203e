import type { MessageKey } from '../i18n/index.ts';

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

/** A message in three forms: `${phrase}Doing` while a call runs, `${phrase}Done`, and `${phrase}Failed`. */
export type ToolPhrase = MessageKey extends infer Key ? (Key extends `${infer Phrase}Doing` ? Phrase : never) : never;

/** One way to say what a call does. It fits if every value it needs is known: arguments may be missing, or anything. */
export type ToolLabel = {
  phrase: ToolPhrase;
  /** The placeholders of the phrase, and the arguments that fill them. */
  values?: Readonly<Record<string, string>>;
  /**
   * What fills the placeholder `host`: the page that was read, which is the open one until the result names another; only the page
   * that the result names; or an argument that is an address.
   */
  host?: 'page' | 'result' | { argument: string };
  /** An argument that has to be there and is not said. */
  requires?: string;
  /** The values that arguments have to have. */
  when?: Readonly<Record<string, string>>;
};

/** A question before a call that needs approval. It fits if every value it needs is known. */
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
  /** The first that fits is shown; the last needs no values. */
  labels: readonly [...ToolLabel[], ToolLabel];
  /** The first that fits is asked; without one, the question names the tool and its arguments. */
  questions?: readonly ToolQuestion[];
  /** What a call counts as in the summary of several: “Read 3 pages, searched 2 times”. */
  countsAs?: 'read' | 'search';
};
