import { cleanText } from '../page-reader/dom/index.ts';
import type { Paragraph } from './find-paragraphs.ts';

/** The text of a paragraph with its inline elements as numbered tags, and where a translation of it goes. */
export type TaggedText = {
  text: string;
  /** The tags of `text` in order. */
  tags: string[];
  /** The texts before the first tag, between two tags, and after the last. */
  slots: Piece[][];
};

/** A text node, or a line of one whose line breaks are shown: `lead` is the break before it, with the indent of the line. */
export type Piece = { node: Text; text: string; lead: string };

/** Whether an element shows the line breaks of its text. Passed in, since it differs between browsers and tests. */
export type ShowsLines = (element: Element) => boolean;

const showsLines: ShowsLines = (element) => /^(?:pre|break-spaces)/.test(getComputedStyle(element).whiteSpace);

const TAG = /<\/?\d+\/?>/;
/** Models write a tag a little differently at times. */
const ANSWERED_TAG = /<\s*\/?\s*\d+\s*\/?\s*>/g;

/**
 * The text of a paragraph as it is sent. Null if the page itself has written such a tag: then each of its text nodes is translated
 * by itself.
 */
export function taggedText({ parts }: Paragraph, shows: ShowsLines = showsLines): TaggedText | null {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.node] : []));
  if (texts.some(({ data }) => TAG.test(data))) return null;
  const [only, ...others] = texts.filter(({ data }) => data.trim() !== '');
  // A single text needs no tags around it.
  if (only !== undefined && others.length === 0) return plainText(only, shows);
  const tags: string[] = [];
  const slots: Piece[][] = [[]];
  const open: number[] = [];
  let number = 0;
  let text = '';
  for (const part of parts) {
    if (part.type === 'text') {
      for (const [index, piece] of linesOf(part.node, shows).entries()) {
        if (index > 0) {
          number += 1;
          tags.push(`<${number}/>`);
          slots.push([]);
          text += `<${number}/>`;
        }
        slots.at(-1)?.push(piece);
        text += piece.text;
      }
      continue;
    }
    if (part.type !== 'close') number += 1;
    const tag =
      part.type === 'atom' ? `<${number}/>` : part.type === 'open' ? `<${number}>` : `</${open.pop() ?? number}>`;
    if (part.type === 'open') open.push(number);
    tags.push(tag);
    slots.push([]);
    text += tag;
  }
  return { text: onOneLine(text), tags, slots };
}

/** One text node alone. Its tags, if any, are its line breaks. */
export function plainText(node: Text, shows: ShowsLines = showsLines): TaggedText {
  const pieces = linesOf(node, shows);
  const tags = pieces.slice(1).map((_, index) => `<${index + 1}/>`);
  const text = pieces.map((piece, index) => piece.text + (tags[index] ?? '')).join('');
  return { text: onOneLine(text), tags, slots: pieces.map((piece) => [piece]) };
}

/** The lines of a text node whose line breaks are shown, else all of it. White space at the ends belongs to no line. */
function linesOf(node: Text, shows: ShowsLines): Piece[] {
  const { data } = node;
  const whole = [{ node, text: data, lead: '' }];
  if (!data.trim().includes('\n') || node.parentElement === null || !shows(node.parentElement)) return whole;
  const breaks = [...data.matchAll(/\s*\n\s*/g)].filter(
    ({ index, 0: space }) => index > 0 && index + space.length < data.length,
  );
  const ends = [...breaks.map(({ index }) => index), data.length];
  return ends.map((end, index) => {
    const before = breaks[index - 1];
    const lead = before?.[0] ?? '';
    return { node, text: data.slice((before?.index ?? 0) + lead.length, end), lead };
  });
}

function onOneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/**
 * The new text of each text node for a translation. Null if the translation does not have the tags of the text, each once and in the
 * same order: elements stay in their place, so that a page that goes on changing them still finds them there.
 */
export function placeTranslation({ tags, slots }: TaggedText, translation: string): Map<Text, string> | null {
  const answer = onOneLine(translation);
  if (answer.replace(ANSWERED_TAG, '').trim() === '') return null;
  const found = tags.length === 0 ? [] : (answer.match(ANSWERED_TAG) ?? []);
  if (found.length !== tags.length || found.some((tag, index) => tag.replace(/\s/g, '') !== tags[index])) return null;
  const segments = moveToNodes(tags.length === 0 ? [answer] : answer.split(ANSWERED_TAG), slots);
  const placed = new Map<Piece, string>();
  for (const [index, pieces] of slots.entries()) {
    const segment = segments[index] ?? '';
    const target = pieces.find(({ text }) => text.trim() !== '') ?? pieces[0];
    for (const piece of pieces) {
      const isBlank = piece.text.trim() === '';
      if (piece === target) placed.set(piece, segment.trim() === '' && isBlank ? piece.text : segment);
      else if (!isBlank) placed.set(piece, '');
      else if (piece.lead !== '') placed.set(piece, piece.text);
    }
  }
  keepEdges(slots.flat(), placed);
  return joinLines(slots.flat(), placed);
}

/** The new text of each node: its lines, with the breaks that were between them. */
function joinLines(pieces: readonly Piece[], placed: ReadonlyMap<Piece, string>): Map<Text, string> {
  const result = new Map<Text, string>();
  for (const piece of pieces) {
    const text = placed.get(piece);
    if (text === undefined) continue;
    const before = result.get(piece.node) ?? '';
    result.set(piece.node, piece.lead === '' ? before + text : before.trimEnd() + piece.lead + text.trimStart());
  }
  return result;
}

/** Text in a place without a text node of the page goes into the next one, or the one before. */
function moveToNodes(segments: string[], slots: readonly Piece[][]): string[] {
  const moved = [...segments];
  for (const [index, nodes] of slots.entries()) {
    const segment = moved[index] ?? '';
    if (nodes.length > 0 || segment.trim() === '') continue;
    const after = slots.findIndex((each, at) => at > index && each.length > 0);
    const to = after >= 0 ? after : slots.findLastIndex((each, at) => at < index && each.length > 0);
    moved[index] = '';
    moved[to] = after >= 0 ? segment + (moved[to] ?? '') : (moved[to] ?? '') + segment;
  }
  return moved;
}

/** Keeps the white space before the first and after the last text, which can be an indentation or separate it from a neighbor. */
function keepEdges(pieces: readonly Piece[], placed: Map<Piece, string>): void {
  const [first] = pieces.filter((piece) => placed.has(piece));
  const last = pieces.findLast((piece) => placed.has(piece));
  if (first !== undefined) {
    const [space = ''] = /^\s*/.exec(first.text) ?? [];
    if (first.text.trim() !== '') placed.set(first, space + (placed.get(first) ?? '').trimStart());
  }
  if (last !== undefined) {
    const [space = ''] = /\s*$/.exec(last.text) ?? [];
    if (last.text.trim() !== '') placed.set(last, (placed.get(last) ?? '').trimEnd() + space);
  }
}
