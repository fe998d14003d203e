import { cleanText } from '../page-reader/dom/index.ts';
import type { Paragraph } from './find-paragraphs.ts';

/** The text of a paragraph with its inline elements as numbered tags, and where a translation of it goes. */
export type TaggedText = {
  text: string;
  /** The tags of `text` in order. */
  tags: string[];
  /** The text nodes before the first tag, between two tags, and after the last. */
  slots: Text[][];
};

const TAG = /<\/?\d+\/?>/;
/** Models write a tag a little differently at times. */
const ANSWERED_TAG = /<\s*\/?\s*\d+\s*\/?\s*>/g;

/**
 * The text of a paragraph as it is sent. Null if the page itself has written such a tag: then each of its text nodes is translated
 * by itself.
 */
export function taggedText({ parts }: Paragraph): TaggedText | null {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.node] : []));
  if (texts.some(({ data }) => TAG.test(data))) return null;
  const [only, ...others] = texts.filter(({ data }) => data.trim() !== '');
  // A single text needs no tags around it.
  if (only !== undefined && others.length === 0) return plainText(only);
  const tags: string[] = [];
  const slots: Text[][] = [[]];
  const open: number[] = [];
  let number = 0;
  let text = '';
  for (const part of parts) {
    if (part.type === 'text') {
      slots.at(-1)?.push(part.node);
      text += part.node.data;
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

/** One text node alone. */
export function plainText(node: Text): TaggedText {
  return { text: onOneLine(node.data), tags: [], slots: [[node]] };
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
  const result = new Map<Text, string>();
  for (const [index, nodes] of slots.entries()) {
    const segment = segments[index] ?? '';
    const target = nodes.find(({ data }) => data.trim() !== '') ?? nodes[0];
    for (const node of nodes) {
      const isBlank = node.data.trim() === '';
      if (node === target) result.set(node, segment.trim() === '' && isBlank ? node.data : segment);
      else if (!isBlank) result.set(node, '');
    }
  }
  keepEdges(slots.flat(), result);
  return result;
}

/** Text in a place without a text node of the page goes into the next one, or the one before. */
function moveToNodes(segments: string[], slots: readonly Text[][]): string[] {
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
function keepEdges(nodes: readonly Text[], result: Map<Text, string>): void {
  const [first] = nodes.filter((node) => result.has(node));
  const last = nodes.findLast((node) => result.has(node));
  if (first !== undefined) {
    const [space = ''] = /^\s*/.exec(first.data) ?? [];
    if (first.data.trim() !== '') result.set(first, space + (result.get(first) ?? '').trimStart());
  }
  if (last !== undefined) {
    const [space = ''] = /\s*$/.exec(last.data) ?? [];
    if (last.data.trim() !== '') result.set(last, (result.get(last) ?? '').trimEnd() + space);
  }
}
