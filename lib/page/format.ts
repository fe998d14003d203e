import type { PageReading } from '../protocol/page.ts';
import { outlineOf, outlineText } from './outline.ts';
import { type PagePart, paginate } from './paginate.ts';

/** Characters of page text in one answer to the model, about 6,000 tokens of English. */
const partLength = 24_000;
const outlineLength = 1500;
/** So few headings are an outline by themselves. */
const fewHeadings = 3;

export type FormattedReading = { text: string; more: boolean; total: number };

/**
 * A reading as the model sees it: what page it is, its outline where that helps, the text from `cursor` on, and how to
 * go on. `howToContinue` puts the next cursor into a call the model can make. Throws CursorError.
 */
export function formatReading(
  reading: PageReading,
  cursor: string | null,
  howToContinue: (cursor: string) => string,
): FormattedReading {
  const part = paginate(reading.blocks, { cursor, maxChars: partLength });
  const sections = [
    cursor === null ? firstHeader(reading, part) : `Title: ${reading.title}\nURL: ${reading.url}`,
    part.text === '' ? '(The page shows no text.)' : part.text,
  ];
  if (part.next !== null) sections.push(`…${number(part.remaining)} more characters; ${howToContinue(part.next)}`);
  return { text: sections.join('\n\n'), more: part.next !== null, total: part.total };
}

function firstHeader(reading: PageReading, part: PagePart): string {
  const lines = [`Title: ${reading.title}`, `URL: ${reading.url}`];
  if (reading.language !== '') lines.push(`Language: ${reading.language}`);
  lines.push(
    `Content: ${reading.layout === 'article' ? 'main content, without navigation and sidebars' : 'everything visible'}`,
  );
  lines.push(
    `Size: ${number(part.total)} characters${reading.truncated ? ' (the page is longer; its end was not read)' : ''}`,
  );
  if (reading.selection !== '') lines.push(`Selected by the user: ${number(reading.selection.length)} characters`);
  const outline = outlineOf(reading.blocks);
  if (outline.length > 0 && (part.next !== null || outline.length > fewHeadings)) {
    lines.push(`Outline:\n${outlineText(outline, outlineLength)}`);
  }
  return lines.join('\n');
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
