import { addCloseness, addRow, numberWord, readCloseness } from './closeness.ts';
import type { ContextWord } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Block } from './readable-text.ts';

type Span = { start: number; end: number };

/**
 * The closeness of parts outside the claim's sentence or row. A part that other claims of the block share has less
 * weight.
 */
const CLOSENESS = { label: 1, sharedLabel: 0.5, heading: 0.6, previousSentence: 0.25, introduction: 0.3 };

/**
 * Returns the words of the sources that are close to a place of an answer: in its sentence, row and column, its
 * heading, or the previous sentence.
 */
export function readClaimCloseness(place: Span, checker: FactChecker, isName = false): ContextWord[] {
  const { answer, contexts, facts, lexicon, index } = checker;
  const { text, blocks } = answer;
  const number = contexts.blockAt(place.start);
  const block = blocks[number];
  const sentence = contexts.sentenceAt(place.start);
  const closeness = readCloseness(text, place, { sentence, facts, lexicon, isName });
  const add = (part: Span | undefined, weight: number) => {
    if (part) addCloseness(closeness, text, part, { weight, facts, lexicon });
  };
  if (block?.cell) addRow(block, answer, add);
  else if (block) {
    addLead(place, block, checker, add);
    if (sentence.start > block.start)
      add(contexts.sentenceAt(Math.max(block.start, sentence.start - 2)), CLOSENESS.previousSentence);
  }
  add(blocks[block?.heading ?? -1], CLOSENESS.heading);
  if (block?.kind === 'item')
    add(
      blocks.slice(0, number).findLast(({ kind }) => kind !== 'item'),
      CLOSENESS.introduction,
    );
  return [...closeness].flatMap(([word, weight]) => {
    const ids = numberWord(word, index);
    return ids.length > 0 ? [{ ids, weight }] : [];
  });
}

/** "Skarra: 6.2 km" and strong text name the topic of a block. */
function addLead(place: Span, block: Block, { answer, facts }: FactChecker, add: (part: Span, weight: number) => void) {
  const { text, strong } = answer;
  const lead = /^[^:.!?\n]{1,40}:\s/.exec(text.slice(block.start, Math.min(block.end, place.start)))?.[0];
  const leadEnd = block.start + (lead?.length ?? 0);
  const isFirst = !facts.some(({ start }) => start >= leadEnd && start < place.start);
  const weight = isFirst ? CLOSENESS.label : CLOSENESS.sharedLabel;
  if (lead) add({ start: block.start, end: leadEnd }, weight);
  const name = strong.find(({ start, end }) => start >= block.start && start <= block.start + 2 && end <= place.start);
  if (name) add(name, weight);
}
