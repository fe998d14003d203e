import { describe, expect, test } from 'vitest';
import { findSimilarMemory } from './similar-memory.ts';

const find = (text: string, ...kept: string[]) =>
  findSimilarMemory(
    text,
    kept.map((each) => ({ text: each })),
  )?.text ?? null;

describe('a stored sentence is offered to be replaced', () => {
  test.each([
    ['I live in Basel', 'I live in Bern'],
    ['I live in Bern and work in Basel', 'I live in Bern'],
    ['In Bern I live now', 'I live in Bern'],
    ['I don’t like olives', 'I like olives'],
    ['I prefer long answers', 'I prefer short answers'],
    ['I use imperial units', 'I use metric units'],
    ['My boat is called Ada', 'My boat is called Ida'],
    ['My train leaves at 9:15', 'My train leaves at 8:15'],
    ['Basel is my home', 'Bern is my home'],
    ['dass ich in Basel wohne', 'dass ich in Bern wohne'],
    ['J’habite à Bâle depuis 2020', 'J’habite à Berne depuis 2020'],
    ['Я живу в Базеле', 'Я живу в Берне'],
    ['我喜欢详细的回答', '我喜欢简短的回答'],
    ['バーゼルに住んでいます', 'ベルンに住んでいます'],
    ['내가 바젤에 산다', '내가 베른에 산다'],
    ['मैं बेसल में रहता हूँ', 'मैं बर्न में रहता हूँ'],
  ])('for %j if it is %j', (text, kept) => {
    expect(find(text, kept)).toBe(kept);
    expect(find(kept, text)).toBe(text);
  });

  test.each([
    ['I live in Bern', 'I work in Bern'],
    ['I live in Bern', 'i live in bern.'],
    ['I live in Bern', 'I live in a house with two cats and a dog'],
    ['My son lives in Bern', 'My wife lives in Bern'],
    ['I am a doctor', 'I am a vegan'],
    ['I sail', 'I live in Bern'],
    ['Answer in German', 'My boat is called Ida'],
    ['The cat is called Tom', 'I call the dog Rex'],
    ['', 'I live in Bern'],
  ])('not for %j if it is %j', (text, kept) => {
    expect(find(text, kept)).toBeNull();
    expect(find(kept, text)).toBeNull();
  });

  test('if it is the closest, and among equal ones the newest', () => {
    expect(find('I live in Basel', 'I live in a flat in Bern', 'I live in Bern')).toBe('I live in Bern');
    expect(find('I live in Basel', 'I live in Bern', 'I live in Chur')).toBe('I live in Chur');
  });
});
