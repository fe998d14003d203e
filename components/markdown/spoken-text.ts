/**
 * The complete sentences of `text` after `from`, and where they end, to announce an answer while it is written. A line counts as
 * a sentence; code is omitted.
 */
export function spokenSentences(text: string, from: number): { words: string; until: number } {
  const rest = text.slice(from);
  let length = 0;
  for (const end of rest.matchAll(/[.!?…][)"'”’»]*(?=\s)|[。！？][」』”]*|\n/g)) length = end.index + end[0].length;
  return { words: plainWords(rest.slice(0, length)), until: from + length };
}

/** Removes the marks of Markdown from a text for screen readers. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6} |>|[-*+] |\|?[ :|-]+\|$)/gm, '')
    .replace(/[*_`~]+/g, '')
    .replaceAll('|', ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
