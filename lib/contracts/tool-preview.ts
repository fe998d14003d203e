import * as z from 'zod';
import { SearchResult } from './web.ts';

/**
 * What a tool shows the user of its result, under `preview` of its details; the model is given `content` instead. Texts are
 * plain but for the Markdown of a table. Bounded by the tools that write it.
 */
export const ToolPreview = z.discriminatedUnion('kind', [
  /** The sections of a page, in order; `depth` is 0 for the top. */
  z.object({ kind: z.literal('outline'), items: z.array(z.object({ title: z.string(), depth: z.number() })) }),
  /** Passages that were found; `place`: the headings they stand under. */
  z.object({ kind: z.literal('passages'), items: z.array(z.object({ place: z.string(), text: z.string() })) }),
  z.object({ kind: z.literal('links'), items: z.array(z.object({ text: z.string(), url: z.string() })) }),
  /** What a search engine found. */
  z.object({ kind: z.literal('results'), items: z.array(SearchResult) }),
  z.object({ kind: z.literal('table'), markdown: z.string() }),
]);
export type ToolPreview = z.infer<typeof ToolPreview>;

/** The preview in the details of a result; null where there is none, as in logs of older versions. */
export function previewOf(details: Record<string, unknown> | undefined): ToolPreview | null {
  const { success, data } = ToolPreview.safeParse(details?.preview);
  return success ? data : null;
}
