// @vitest-environment happy-dom
import '../../lib/testing/fake-browser.ts';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Command, CommandReply } from '../../lib/contracts/command.ts';
import { PRACTICE_ENDPOINT } from '../../lib/contracts/endpoint.ts';
import type { ModelRef } from '../../lib/contracts/model.ts';
import { NO_PROGRESS } from '../../lib/contracts/page-translation.ts';
import { pageTranslations } from '../../lib/extension/page-translation.ts';
import { settings } from '../../lib/extension/settings.ts';
import { browserMessages } from '../../lib/i18n/translate.ts';
import { render } from '../../lib/testing/render-component.tsx';
import { usePageTranslation } from './use-page-translation.ts';

const TAB = { tabId: 7, url: 'https://a.test/', title: 'Tides' };
const MODEL = { endpointId: 'e', modelId: 'm' };
const REFUSED: CommandReply = {
  type: 'refused',
  failure: { code: 'internal', reason: { type: 'page-failed', error: 'no-access' }, retryable: true },
};

/** The commands that wait for their reply. */
let waiting: { command: Command; reply: (reply: CommandReply) => void }[];
beforeEach(() => {
  fakeBrowser.reset();
  waiting = [];
  const sendMessage = (command: Command) =>
    new Promise<CommandReply>((reply) => {
      waiting.push({ command, reply });
    });
  vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockImplementation(sendMessage as never);
});

async function renderHook(model: ModelRef | null = MODEL) {
  const shown: { current: ReturnType<typeof usePageTranslation> | null } = { current: null };
  function Hook() {
    shown.current = usePageTranslation(TAB as never, model);
    return null;
  }
  await render(<Hook />);
  const run = (what: (translation: ReturnType<typeof usePageTranslation>) => void) =>
    act(async () => {
      if (shown.current) what(shown.current);
      await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    });
  const reply = (index: number, with_: CommandReply) => act(async () => waiting[index]?.reply(with_));
  return { shown, run, reply };
}

/** The targets of the commands that began a translation. */
const listTargets = () => waiting.flatMap(({ command }) => (command.type === 'translate-page' ? [command.target] : []));

test('pages are translated into the language of the interface, not into the one that pages are sent in', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('fr');
  const interfaceIn = vi.spyOn(browserMessages(), 'getUILanguage').mockReturnValue('nl-BE');
  const { shown, run } = await renderHook();
  expect(shown.current?.target).toBe('nl');
  await run((translation) => translation.start());
  expect(listTargets()).toEqual(['nl']);
  interfaceIn.mockRestore();
});

test('an earlier choice goes before that, and what a page is translated into before the choice for another page', async () => {
  await settings.translationTarget.setValue('de');
  const { shown, run } = await renderHook();
  await vi.waitFor(() => expect(shown.current?.target).toBe('de'));
  await run((translation) => translation.start());
  expect(listTargets()).toEqual(['de']);
  const translation = { target: 'it', shows: 'translation', status: { type: 'paused' }, progress: NO_PROGRESS };
  await act(async () => pageTranslations.setValue({ [TAB.tabId]: translation as never }));
  expect(shown.current?.target).toBe('it');
  await run((all) => all.start());
  await run((all) => all.chooseEngine('model'));
  await vi.waitFor(() => expect(listTargets()).toEqual(['de', 'it', 'it']));
});

test('a translation that is refused says so', async () => {
  const { shown, run, reply } = await renderHook();
  await run((translation) => translation.start());
  expect(shown.current?.shown).toMatchObject({ state: 'starting' });
  await reply(0, REFUSED);
  expect(shown.current?.shown?.state).toBe('refused');
});

test('a closed card does not reappear with a late refusal', async () => {
  const { shown, run, reply } = await renderHook();
  await run((translation) => translation.start());
  await run((translation) => translation.close());
  expect(waiting.map(({ command }) => command.type)).toEqual(['translate-page', 'change-translation']);
  await reply(1, { type: 'done' });
  expect(shown.current?.shown).toBeNull();
  await reply(0, REFUSED);
  expect(shown.current?.shown).toBeNull();
});

test('a closed card does not reappear with the late progress of a download', async () => {
  const downloads: EventTarget[] = [];
  vi.stubGlobal('Translator', {
    availability: async () => 'downloadable',
    create: ({ monitor }: { monitor: (events: EventTarget) => void }) => {
      const events = new EventTarget();
      monitor(events);
      downloads.push(events);
      return new Promise(() => undefined);
    },
  });
  const { shown, reply } = await renderHook();
  await act(async () => shown.current?.download('en'));
  expect(shown.current?.shown).toMatchObject({ state: 'downloading', share: 0 });
  await act(async () => shown.current?.close());
  await reply(0, { type: 'done' });
  await act(async () => {
    downloads[0]?.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.5 }));
  });
  expect(downloads).toHaveLength(1);
  expect(shown.current?.shown).toBeNull();
  vi.unstubAllGlobals();
});

const PRACTICE = { endpointId: PRACTICE_ENDPOINT.endpointId, modelId: 'practice' };

test.each([
  ['a model', MODEL, true],
  ['the practice model', PRACTICE, false],
  ['no model', null, false],
])('with %s, a page can be translated: %s', async (_, model, canTranslate) => {
  const { shown } = await renderHook(model);
  expect(shown.current?.canTranslate).toBe(canTranslate);
});

test("the browser's translator needs no model, if it is chosen and the browser has one", async () => {
  await settings.translationEngine.setValue('browser');
  expect((await renderHook(PRACTICE)).shown.current?.canTranslate).toBe(false);
  vi.stubGlobal('Translator', { availability: async () => 'available' });
  expect((await renderHook(PRACTICE)).shown.current?.canTranslate).toBe(true);
  vi.unstubAllGlobals();
});
