import { cleanText, hasLetterOrDigit, readingLength } from '../../text/index.ts';
import { type Counts, noCounts } from '../dom/region.ts';
import { escapeInline, escapeLineStart } from './markdown-text.ts';
import { subscript, superscript, withRaisedNumbers } from './raised-text.ts';

export type Mark =
  | { type: 'strong' | 'emphasis' | 'strike' | 'code' | 'quotation' | 'ruby' | 'control' }
  | { type: 'superscript' | 'subscript' | 'footnote' }
  /** `url` is null for a link without a target to show, which is only counted. */
  | { type: 'link'; url: string | null };

/** `before` is the last two characters before the mark, '' at the start of a line or after a space. */
type OpenMark = { mark: Mark | null; redundant: boolean; used: boolean; text: string; before: string };

const BOLD = '**';
/**
 * Placeholder for a line break in a link until the paragraph is complete. Only then is it clear whether it is a poem or
 * a card.
 */
const BREAK_IN_LINK = '\u0012';
/** A paragraph with at least this many line breaks outside links consists of lines. */
const MIN_BREAKS = 2;
const ONLY_SPACE = /^[\t\n\r ]+$/;

/**
 * A paragraph that is being built. Marks (bold, a link…) may stay open across paragraphs, for example if a link
 * surrounds a whole card. Each paragraph then gets its own pair of marks, and only the first gets the address.
 */
export class Inline {
  readonly #open: OpenMark[] = [{ mark: null, redundant: true, used: false, text: '', before: '' }];
  #pendingSpace = false;
  #atLineStart = true;
  #counts = noCounts();

  get isEmpty(): boolean {
    return this.#open.every((open) => open.text === '');
  }

  get atLineStart(): boolean {
    return this.#atLineStart;
  }

  open(mark: Mark): void {
    // The number of a footnote suffices to find it, so its link needs no address.
    const isNote = mark.type === 'link' && this.isIn('footnote');
    const redundant = isNote || this.isIn(mark.type);
    if (mark.type === 'control') this.#counts.controls += 1;
    this.#open.push({ mark, redundant, used: false, text: '', before: this.#charactersBefore() });
  }

  close(): void {
    const innermost = this.#open.pop();
    if (innermost) this.#append(wrap(innermost));
  }

  /** Adds page text. White space collapses, except for line breaks if `keepLines`. */
  text(raw: string, keepLines = false): void {
    // The text between elements is mostly white space.
    if (!keepLines && ONLY_SPACE.test(raw)) {
      this.#pendingSpace = true;
      return;
    }
    const text = cleanText(raw);
    if (!keepLines) {
      // Non-collapsing spaces after a line break indent the line.
      const indent =
        this.#atLineStart && !this.isEmpty ? /^[^\S\u00a0]*(\u00a0[\u00a0 ]*)(?=\S)/.exec(text)?.[1] : undefined;
      if (indent !== undefined && indent.length > 1) this.#append(' '.repeat(indent.length));
      this.#words(text);
      return;
    }
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (index > 0) this.lineBreak();
      const indent = /^[ \t]+(?=\S)/.exec(line)?.[0];
      if (indent && this.#atLineStart && !this.isEmpty) this.#append(indent);
      this.#words(line);
    }
  }

  /** Adds generated Markdown without escaping, such as an image. It does not count as text. */
  markdown(markdown: string): void {
    this.#beforeWord();
    this.#append(markdown);
    this.#atLineStart = false;
  }

  space(): void {
    this.#pendingSpace = true;
  }

  lineBreak(): void {
    this.#pendingSpace = false;
    if (this.#atLineStart && this.isEmpty) return;
    this.#append('\n');
    this.#atLineStart = true;
  }

  /** Returns the paragraph so far, or null if there is none, and starts the next one. */
  take(): { markdown: string; counts: Counts } | null {
    let inner = '';
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const open = this.#open[at];
      if (!open) continue;
      open.text = joinBold(open.text, inner);
      inner = wrap(open);
      open.text = '';
    }
    const counts = this.#counts;
    this.#counts = noCounts();
    this.#pendingSpace = false;
    this.#atLineStart = true;
    inner = withRaisedNumbers(withBreaksInLinks(inner));
    const lines = inner.includes('\n') ? inner.replace(/(?<![ \t])[ \t]+\n/g, '\n').replace(/\n{3,}/g, '\n\n') : inner;
    const markdown = lines.trim();
    return markdown === ''
      ? null
      : {
          markdown: lines.includes('\n')
            ? markdown.split('\n').map(escapeLineStart).join('\n')
            : escapeLineStart(markdown),
          counts,
        };
  }

  #words(text: string): void {
    const words = text.replace(/\s+/g, ' ').trim();
    if (words === '') {
      if (text !== '') this.#pendingSpace = true;
      return;
    }
    if (/^\s/.test(text)) this.#pendingSpace = true;
    this.#beforeWord();
    this.#append(this.isIn('code') ? words : escapeInline(words));
    this.#atLineStart = false;
    this.#pendingSpace = /\s$/.test(text);
    this.#count(readingLength(words));
  }

  #beforeWord(): void {
    if (this.#pendingSpace && !this.#atLineStart) this.#append(' ');
    this.#pendingSpace = false;
  }

  #charactersBefore(): string {
    if (this.#pendingSpace || this.#atLineStart) return '';
    return this.#open.findLast(({ text }) => text !== '')?.text.slice(-2) ?? '';
  }

  #append(text: string): void {
    const top = this.#open.at(-1);
    if (top && text !== '') top.text = joinBold(top.text, text);
  }

  isIn(type: Mark['type']): boolean {
    return this.#open.some((open) => open.mark?.type === type);
  }

  #count(length: number): void {
    this.#counts.text += length;
    if (this.isIn('link')) this.#counts.link += length;
    if (this.isIn('control')) this.#counts.control += length;
  }
}

function withBreaksInLinks(markdown: string): string {
  if (!markdown.includes(BREAK_IN_LINK)) return markdown;
  const consistsOfLines = markdown.trim().split('\n').length > MIN_BREAKS;
  return markdown.replaceAll(BREAK_IN_LINK, consistsOfLines ? '\n' : ' ');
}

/** Joins two adjacent stretches of bold. */
function joinBold(before: string, after: string): string {
  if (
    before.endsWith(BOLD) &&
    after.startsWith(BOLD) &&
    before.length > 4 &&
    after.length > 4 &&
    !before.endsWith('\\**')
  ) {
    return before.slice(0, -BOLD.length) + after.slice(BOLD.length);
  }
  return before + after;
}

/** Moves white space at the edges outside the mark, since Markdown requires that. */
function wrap(open: OpenMark): string {
  const core = open.text.trim();
  if (core === '') return open.text;
  if (open.mark === null || open.redundant) return open.text;
  const before = open.text.slice(0, open.text.indexOf(core));
  const after = open.text.slice(before.length + core.length);
  const markedCore = marking(open, open.mark, core);
  open.used = true;
  return before + markedCore + after;
}

function marking(open: OpenMark, mark: Mark, core: string): string {
  switch (mark.type) {
    case 'strong':
      return `${BOLD}${core}${BOLD}`;
    case 'emphasis':
      return `*${core}*`;
    case 'strike':
      return `~~${core}~~`;
    case 'code':
      return codeSpan(core);
    case 'quotation':
      return `“${core}”`;
    case 'ruby':
      return `(${core})`;
    case 'footnote':
      return core.startsWith('[') ? core : `[${core}]`;
    case 'superscript':
      return superscript(core, open.before);
    case 'subscript':
      return subscript(core, open.before);
    case 'link':
      // A link without letters to a place on the page, such as a footnote's back link or a heading's permalink.
      if (mark.url?.includes('#') && !hasLetterOrDigit(core)) return '';
      if (mark.url === null || open.used || /\]\([^)]/.test(core)) return core;
      return link(core.replace(/\s*\n\s*/g, BREAK_IN_LINK), mark.url);
    case 'control':
      return core;
    default:
      return mark satisfies never;
  }
}

function link(text: string, url: string): string {
  return text.length >= url.length && text.replaceAll('\\', '') === url ? `<${url}>` : `[${text}](${url})`;
}

/** Code between backticks, more of them than in any run inside. */
export function codeSpan(code: string): string {
  const line = code.replace(/\s+/g, ' ');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return ticks + pad + line + pad + ticks;
}
