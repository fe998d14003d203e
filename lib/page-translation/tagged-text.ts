import { cleanText } from '../page-reader/dom/index.ts';
import type { Paragraph } from './find-paragraphs.ts';

/** The text of a paragraph with its inline elements as numbered tags, and the slots for its translation. */
export type TaggedText = {
  text: string;
  /** The tags of `text` in order. */
  tags: string[];
  /** The texts before the first tag, between two tags, and after the last tag. */
  slots: NodePiece[][];
};

/**
 * A text node, or one line of a text node whose line breaks are displayed. `lead`: the break before it, with the
 * indentation of the line.
 */
export type NodePiece = { node: Text; text: string; lead: string };

/** Whether an element displays the line breaks of its text. Passed in, since it differs between browsers and tests. */
export type ShowsLines = (element: Element) => boolean;

const showsLines: ShowsLines = (element) => /^(?:pre|break-spaces)/.test(getComputedStyle(element).whiteSpace);

const TAG = /<\/?\d+\/?>/;
/** Models sometimes write a tag slightly differently. */
const ANSWERED_TAG = /<\s*(?:\/\s*)?\d+\s*(?:\/\s*)?>/g;

/**
 * The text of a paragraph in the form in which it is sent. Null if the page's own text contains such a tag. In that
 * case, each of its text nodes is translated separately.
 */
export function taggedText({ parts }: Paragraph, shows: ShowsLines = showsLines): TaggedText | null {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.node] : []));
  if (texts.some(({ data }) => TAG.test(data))) return null;
  const [only, ...others] = texts.filter(({ data }) => data.trim() !== '');
  // A single text needs no tags around it.
  if (only !== undefined && others.length === 0) return tagTextNode(only, shows);
  const tags: string[] = [];
  const slots: NodePiece[][] = [[]];
  const open: number[] = [];
  let number = 0;
  let text = '';
  for (const part of parts) {
    if (part.type === 'text') {
      for (const [index, piece] of splitLines(part.node, shows).entries()) {
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

/** Tags a single text node. Its only tags are its line breaks. */
export function tagTextNode(node: Text, shows: ShowsLines = showsLines): TaggedText {
  const pieces = splitLines(node, shows);
  const tags = pieces.slice(1).map((_, index) => `<${index + 1}/>`);
  const text = pieces.map((piece, index) => piece.text + (tags[index] ?? '')).join('');
  return { text: onOneLine(text), tags, slots: pieces.map((piece) => [piece]) };
}

/**
 * The lines of a text node whose line breaks are displayed, else the whole text. White space at the ends belongs to no
 * line.
 */
function splitLines(node: Text, shows: ShowsLines): NodePiece[] {
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
 * The new text of each text node for a translation. Null if the translation does not have the tags of the text, each
 * once and in the same order. Elements keep their places, so that a page that continues to change them still finds them
 * there.
 */
export function placeTranslation({ tags, slots }: TaggedText, translation: string): Map<Text, string> | null {
  const answer = onOneLine(translation);
  if (answer.replace(ANSWERED_TAG, '').trim() === '') return null;
  const answerTags = tags.length === 0 ? [] : (answer.match(ANSWERED_TAG) ?? []);
  if (answerTags.length !== tags.length || answerTags.some((tag, index) => tag.replace(/\s/g, '') !== tags[index]))
    return null;
  const segments = moveToNodes(tags.length === 0 ? [answer] : answer.split(ANSWERED_TAG), slots);
  const textByPiece = new Map<NodePiece, string>();
  for (const [index, pieces] of slots.entries()) {
    const segment = segments[index] ?? '';
    const target = pieces.find(({ text }) => text.trim() !== '') ?? pieces[0];
    for (const piece of pieces) {
      const isBlank = piece.text.trim() === '';
      if (piece === target) textByPiece.set(piece, segment.trim() === '' && isBlank ? piece.text : segment);
      else if (!isBlank) textByPiece.set(piece, '');
      else if (piece.lead !== '') textByPiece.set(piece, piece.text);
    }
  }
  keepEdges(slots.flat(), textByPiece);
  return joinLines(slots.flat(), textByPiece);
}

/** The new text of each node: its lines, with the original breaks between them. */
function joinLines(pieces: readonly NodePiece[], textByPiece: ReadonlyMap<NodePiece, string>): Map<Text, string> {
  const result = new Map<Text, string>();
  for (const piece of pieces) {
    const text = textByPiece.get(piece);
    if (text === undefined) continue;
    const before = result.get(piece.node) ?? '';
    result.set(piece.node, piece.lead === '' ? before + text : before.trimEnd() + piece.lead + text.trimStart());
  }
  return result;
}

/** Moves text for a slot without a text node of the page into the next slot, or the previous one. */
function moveToNodes(segments: string[], slots: readonly NodePiece[][]): string[] {
  const movedSegments = [...segments];
  for (const [index, nodes] of slots.entries()) {
    const segment = movedSegments[index] ?? '';
    if (nodes.length > 0 || segment.trim() === '') continue;
    const after = slots.findIndex((each, at) => at > index && each.length > 0);
    const to = after >= 0 ? after : slots.findLastIndex((each, at) => at < index && each.length > 0);
    movedSegments[index] = '';
    movedSegments[to] = after >= 0 ? segment + (movedSegments[to] ?? '') : (movedSegments[to] ?? '') + segment;
  }
  return movedSegments;
}

/**
 * Keeps the white space before the first and after the last text, which may be indentation or separate it from a
 * neighbor.
 */
function keepEdges(pieces: readonly NodePiece[], textByPiece: Map<NodePiece, string>): void {
  const [first] = pieces.filter((piece) => textByPiece.has(piece));
  const last = pieces.findLast((piece) => textByPiece.has(piece));
  if (first !== undefined) {
    const [space = ''] = /^\s*/.exec(first.text) ?? [];
    if (first.text.trim() !== '') textByPiece.set(first, space + (textByPiece.get(first) ?? '').trimStart());
  }
  if (last !== undefined) {
    const space = last.text.slice(last.text.trimEnd().length);
    if (last.text.trim() !== '') textByPiece.set(last, (textByPiece.get(last) ?? '').trimEnd() + space);
  }
}
