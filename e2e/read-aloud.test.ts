import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

/** Adds voices like those of a computer, since headless browsers have none. `said`: the texts that were spoken. */
function giveVoices(): void {
  const voice = (name: string, lang: string, localService: boolean) => ({ name, lang, localService, default: false });
  const voices = [voice('Far', 'de-DE', false), voice('Near', 'en-US', true), voice('Nah', 'de-DE', true)];
  const said: { text: string; voice: string }[] = [];
  class Utterance {
    voice: { name: string } | null = null;
    lang = '';
    text: string;
    onend = () => undefined;
    constructor(text: string) {
      this.text = text;
    }
  }
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak(utterance: Utterance) {
      said.push({ text: utterance.text, voice: utterance.voice?.name ?? '' });
      // The third sentence never ends, so that it can be stopped.
      if (said.length < 3) setTimeout(() => utterance.onend(), 10);
    },
    cancel: () => void said.push({ text: '(cancelled)', voice: '' }),
  });
  Object.defineProperty(globalThis, 'speechSynthesis', { value: speech });
  Object.assign(globalThis, { SpeechSynthesisUtterance: Utterance, said });
}

const ANSWER =
  'Der Mond zieht das Wasser auf der nahen Seite **stärker** an. Siehe [die Tabelle](https://example.org/t).\n\n```js\ntide();\n```\n\nSo entstehen zwei Fluten am Tag.';

// In Firefox, the driver cannot run anything in an extension page before the page's own scripts.
describe('reading aloud', () => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  beforeAll(async () => {
    server = await startModelServer({ talker: (_, response) => streamChunks(response, textChunks(ANSWER)) });
    stage = await setStage('chromium');
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(null);
    await panel.chooseModel('talker');
    await panel.ask('Warum?');
    await panel.answer();
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  const said = () => panel.page.evaluate(() => (globalThis as unknown as { said: object[] }).said);

  test('is not offered if the browser has no voices', async () => {
    await panel.page.waitForSelector('button[aria-label="Copy answer"]');
    expect(await panel.page.$('button[aria-label="Read aloud"]')).toBeNull();
  });

  test('uses a local voice for the language of the answer, and omits unspeakable text', async () => {
    await panel.page.evaluateOnNewDocument(giveVoices);
    await panel.page.reload();
    await panel.click('Read aloud');
    await panel.page.waitForSelector('button[aria-label="Stop reading"]');
    await expect.poll(said).toEqual([
      { text: '(cancelled)', voice: '' },
      { text: 'Der Mond zieht das Wasser auf der nahen Seite stärker an.', voice: 'Nah' },
      { text: 'Siehe die Tabelle.', voice: 'Nah' },
    ]);
    await panel.shot('chromium-read-aloud');
  });

  test('ends at once when it is stopped', async () => {
    await panel.click('Stop reading');
    await panel.page.waitForSelector('button[aria-label="Read aloud"]');
    expect((await said()).at(-1)).toEqual({ text: '(cancelled)', voice: '' });
  });
});
