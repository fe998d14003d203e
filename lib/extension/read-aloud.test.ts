import '../testing/fake-browser.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { chooseVoice, localVoices, readAloud } from './read-aloud.ts';

const voice = (name: string, lang: string, isDefault = false, localService = true) => ({
  name,
  lang,
  default: isDefault,
  localService,
});
const VOICES = [voice('a', 'en-US', true), voice('b', 'en-GB'), voice('c', 'de_DE'), voice('d', 'de-AT')];

test.each([
  ['en', 'a'],
  ['en-GB', 'b'],
  ['de', 'c'],
  ['de-AT', 'd'],
  ['de-DE', 'c'],
  ['ja', 'a'],
  [null, 'a'],
])('a text in %s is read by %s', (language, name) => {
  expect(chooseVoice(VOICES, language)?.name).toBe(name);
});

test('is unavailable without voices', () => {
  expect(chooseVoice([], 'en')).toBeNull();
});

test('remote voices are excluded', () => {
  expect(localVoices([voice('far', 'en-US', true, false), voice('near', 'en-US')])).toMatchObject([{ name: 'near' }]);
});

test('nothing is read while the only voices are remote', async () => {
  const speak = vi.fn((utterance: { onend?: () => void }) => utterance.onend?.());
  vi.stubGlobal('SpeechSynthesisUtterance', class {});
  vi.stubGlobal('speechSynthesis', { getVoices: () => [voice('far', 'en-US', true, false)], cancel: vi.fn(), speak });
  onTestFinished(() => void vi.unstubAllGlobals());
  Object.assign(browser, { i18n: { detectLanguage: async () => ({ languages: [] }) } });
  await new Promise<void>((resolve) => void readAloud(['The tide is high.'], resolve));
  expect(speak).not.toHaveBeenCalled();
});
