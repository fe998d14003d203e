import { describe, expect, test } from 'vitest';
import { emptyThread, type ThreadState, type UserMessage } from '../contracts/index.ts';
import { withOrigins } from '../security/form-values.ts';
import { buildForm, buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { at } from '../testing/tools/sample-pages.ts';
import { fillForm } from './fill-form.ts';

const TRIP = buildForm('Trip', [
  { label: 'Day', kind: 'date' },
  { label: 'Hour', kind: 'time' },
  { label: 'Start', kind: 'datetime' },
  { label: 'Month', kind: 'month' },
  { label: 'Note' },
]);

/** The origin of a value that a model gave after a question of the user. */
async function findOrigin(words: string, key: string, value: string) {
  const page = new MemoryPages({ 1: granted(buildReading('trip', 'Trip.'), { forms: [TRIP] }) });
  const draft = await fillForm.effects?.preview?.({ form: '', values: { [key]: value } }, { ...at(1), page });
  const question: UserMessage = { role: 'user', messageId: 'q', content: words, at: 0 };
  const state: ThreadState = { ...emptyThread('t'), messages: [question] };
  return draft === undefined ? undefined : withOrigins(draft, state, []).fields[0]?.origin;
}

describe('a date or time', () => {
  test.each([
    ['Arrive on 24 December 2026, please', 'day', '2026-12-24'],
    ['Arrive on December 24, 2026', 'day', '24.12.2026'],
    ['Dec 24, 2026', 'day', '2026-12-24'],
    ['Ankunft am 24. Dezember 2026', 'day', '2026-12-24'],
    ['Ankunft 24.12.2026', 'day', '24.12.2026'],
    ['le 5 août 2027', 'day', '2027-08-05'],
    ['el 5 de mayo de 2027', 'day', '2027-05-05'],
    ['2026年12月24日に', 'day', '2026-12-24'],
    ['on 12/24/2026', 'day', '2026-12-24'],
    ['2026/12/4', 'day', '2026-12-04'],
    ['at 3:30 pm', 'hour', '15:30'],
    ['at 3pm', 'hour', '15:00'],
    ['um 9:05', 'hour', '09:05'],
    ['on 24 December 2026, 15:30', 'start', '2026-12-24T15:30'],
    ['in December 2026', 'month', '2026-12'],
  ])('is of the user if they wrote it in another way: %s, %s %s', async (words, key, value) => {
    expect(await findOrigin(words, key, value)).toEqual({ type: 'user' });
  });

  test.each([
    // Another day, a day without its year, and a day that may be another one.
    ['24 December 2026', 'day', '2026-12-25'],
    ['124 December 2026', 'day', '2026-12-24'],
    ['24 December', 'day', '2026-12-24'],
    ['3/4/2027', 'day', '2027-04-03'],
    ['at 3 pm', 'hour', '03:00'],
    ['13 pm', 'hour', '15:00'],
    ['on 24 December 2026, 15:30', 'start', '2026-12-24T03:30'],
    // Only a field for dates holds no other spelling.
    ['24 December 2026', 'note', '2026-12-24'],
  ])('is not of the user if they wrote another one: %s, %s %s', async (words, key, value) => {
    expect(await findOrigin(words, key, value)).toEqual({ type: 'unknown' });
  });
});
