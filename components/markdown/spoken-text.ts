/**
 * The sentences of `text` that ended after `from`, and where they end: what is worth saying aloud of an answer that is being
 * written. A line is a sentence too; code is not read out.
 */
export function spokenSentences(text: string, from: number): { words: string; until: number } {
  const rest = text.slice(from);
  let length = 0;
  for (const end of rest.matchAll(/[.!?…][)"'”’»]*(?=\s)|[。！？][」』”]*|\n/g)) length = end.index + end[0].length;
  return { words: plainWords(rest.slice(0, length)), until: from + length };
}

/** A text without the marks of Markdown, which nobody wants to hear. */
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
