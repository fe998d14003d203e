import type { Tokens } from 'marked';
import { decodeEntities } from './markdown-entities.ts';

/** A table of an answer as CSV (RFC 4180): cells as plain text, quoted where they must be. */
export function tableCsv({ header, rows }: Tokens.Table): string {
  return [header, ...rows].map((row) => row.map(({ tokens }) => csvCell(plainOf(tokens))).join(',')).join('\r\n');
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What is read of tokens: no marks, no addresses. */
function plainOf(tokens: Tokens.Generic[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return '\n';
      if (token.tokens && token.tokens.length > 0) return plainOf(token.tokens);
      return token.type === 'codespan' ? token.text : decodeEntities(token.text ?? token.raw);
    })
    .join('')
    .trim();
}
