import * as z from 'zod';
import { ChatPassage, TabPassage } from './own-data.ts';
import { SearchResult } from './web.ts';

/**
 * A result as shown to the user, under `preview` of its details; the model gets `content` instead. Plain text, except for the
 * Markdown of a table. Limited in size by the tools that write it.
 */
export const ToolPreview = z.discriminatedUnion('kind', [
  /** The sections of a page, in order; `depth` is 0 for the top. */
  z.object({ kind: z.literal('outline'), items: z.array(z.object({ title: z.string(), depth: z.number() })) }),
  /** Passages that were found; `place` are the headings above them. */
  z.object({ kind: z.literal('passages'), items: z.array(z.object({ place: z.string(), text: z.string() })) }),
  z.object({ kind: z.literal('links'), items: z.array(z.object({ text: z.string(), url: z.string() })) }),
  /** What a search engine found. */
  z.object({ kind: z.literal('results'), items: z.array(SearchResult) }),
  /** Pages among the user's bookmarks or in the history, which open. */
  z.object({ kind: z.literal('pages'), items: z.array(SearchResult) }),
  /** Passages of other chats, which open at them. */
  z.object({ kind: z.literal('chats'), items: z.array(ChatPassage) }),
  /** Passages of open tabs, which show them. */
  z.object({ kind: z.literal('tabs'), items: z.array(TabPassage) }),
  z.object({ kind: z.literal('table'), markdown: z.string() }),
]);
export type ToolPreview = z.infer<typeof ToolPreview>;

/** The preview in the details of a result; null if there is none, as in logs of older versions. */
export function previewOf(details: Record<string, unknown> | undefined): ToolPreview | null {
  const { success, data } = ToolPreview.safeParse(details?.preview);
  return success ? data : null;
}
