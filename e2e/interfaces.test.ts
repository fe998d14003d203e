import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ModelInterface } from '../lib/contracts/endpoint.ts';
import { startConformanceServer } from '../lib/testing/model-api/conformance/conformance-server.ts';
import { ANSWER, ONCE } from '../lib/testing/model-api/conformance/scenarios.ts';
import { SIGNATURE, WIRES } from '../lib/testing/model-api/conformance/wires.ts';
import { type RawServer, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { chooseFiles } from './support/choose-file.ts';
import type { Panel } from './support/panel.ts';
import { buildPdf } from './support/pdf.ts';
import { PIXEL } from './support/pixel.ts';
import { IS_FULL } from './support/scale.ts';
import { type Stage, setStage, storeSetting } from './support/stage.ts';
import { allowIfAsked } from './support/tool-caller.ts';

/** Interfaces in which a server on this computer accepts PDFs as files (quirk: vanished-pdf). */
const WITH_PDFS: readonly ModelInterface[] = ['openai-responses'];
/** Interfaces in which thinking is signed, so that it must be sent back unchanged. */
const SIGNED: readonly ModelInterface[] = ['anthropic-messages', 'openai-responses', 'gemini'];

describe.each(BROWSERS_OF_FULL_RUN)('models in their own interfaces, in %s', (name) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(name, { pageContext: 'on-demand' });
  });
  afterAll(() => stage?.close());

  const card = (url: string) => `//code[starts-with(., "${url}")]/ancestor::section[1]`;

  /** Sets, for all models of an endpoint, that PDFs are sent as files. */
  async function sendPdfsAsFiles(url: string): Promise<void> {
    const { settings } = stage;
    const fold = `${card(url)}//details[summary[normalize-space()="Model settings"]]`;
    const summary = await settings.waitForSelector(`::-p-xpath(${fold}/summary)`);
    await summary?.evaluate((each) => (each as HTMLElement).click());
    const select = await settings.waitForSelector(
      `::-p-xpath(${fold}//select[@id=//label[normalize-space()="PDFs"]/@for])`,
    );
    await select?.select('file');
    await settings.waitForSelector(`::-p-xpath(${fold}//output[normalize-space()!=""])`);
    await select?.scrollIntoView();
    await stage.shot(settings, `${name}-pdf-setting`);
  }

  describe.each(ModelInterface.options)('%s', (modelInterface) => {
    let server: RawServer;
    let panel: Panel;
    let page: Page;
    beforeAll(async () => {
      server = await startConformanceServer(modelInterface, `@${modelInterface}`);
      await stage.addEndpoint(server.url, modelInterface);
      if (WITH_PDFS.includes(modelInterface)) await sendPdfsAsFiles(server.url);
      const opened = await stage.openPage(stage.articleUrl);
      page = opened.page;
      panel = await stage.openPanel(opened.tabId);
    });
    afterAll(async () => {
      await panel?.page.close();
      await page?.close();
      await server?.close();
    });

    const chats = () => server.requests.filter((request) => WIRES[modelInterface].chat.test(request.path));
    const lastBody = () => chats().at(-1)?.body ?? '';

    /** Starts a chat with the model that plays a scenario. */
    async function begin(scenario: string): Promise<void> {
      await panel.page.bringToFront();
      await panel.click('New chat');
      await panel.chooseModel(`${scenario}@${modelInterface}`);
    }
    async function ask(scenario: string): Promise<string> {
      await begin(scenario);
      await panel.ask('When is high water?');
      return panel.answer();
    }
    async function stopWorkerIn(scenario: string, shown: string | null): Promise<void> {
      const before = chats().length;
      await begin(scenario + ONCE);
      await panel.ask('When is high water?');
      await expect.poll(() => chats().length).toBeGreaterThan(before + (scenario === 'silent-result' ? 1 : 0));
      if (shown !== null) await panel.waitForText(shown);
      await stage.killWorker();
      expect(await panel.answer()).toContain(ANSWER);
    }

    async function attach(file: string, body: Buffer): Promise<void> {
      await chooseFiles(panel.page, 'input[aria-label="Files to attach"]', { name: file, content: body });
      await panel.page.waitForSelector('[aria-label="Attached to your question"] li');
    }

    test('thinks, calls a tool, and answers with its result', async () => {
      const before = chats().length;
      await begin('page-call');
      await page.bringToFront();
      await panel.page.bringToFront();
      await panel.ask('When is high water?');
      await allowIfAsked(panel);
      expect(await panel.answer()).toContain(ANSWER);
      expect(chats()).toHaveLength(before + 2);
      expect(lastBody()).toContain(WIRES[modelInterface].resultMark);
      if (SIGNED.includes(modelInterface)) expect(lastBody()).toContain(SIGNATURE);
      await panel.shot(`${name}-interface-${modelInterface}`);
    });

    test(`a PDF, ${WITH_PDFS.includes(modelInterface) ? 'as a file' : 'as text'}`, async () => {
      await begin('pdf');
      await attach('plan.pdf', buildPdf([['# Timetable', 'Low water at six.']]));
      await panel.ask('When is low water?');
      expect(await panel.answer()).toContain(ANSWER);
      const [asFile, asText] = [lastBody().includes('JVBERi0'), lastBody().includes('Low water at six.')];
      expect({ asFile, asText }).toEqual({
        asFile: WITH_PDFS.includes(modelInterface),
        asText: !WITH_PDFS.includes(modelInterface),
      });
    });

    if (WITH_PDFS.includes(modelInterface)) {
      test('a PDF in a tab, as a file, and as text if it is refused', async () => {
        const files = await startRawServer((_request, response) => {
          response.writeHead(200, { 'content-type': 'application/pdf' });
          response.end(buildPdf([['# Timetable', 'Low water at six.']], 'Tides'));
        });
        await storeSetting(stage.settings, 'pageContextMode', 'page-first');
        const tab = await stage.openPage(`${files.url}/tides.pdf`);
        const beside = await stage.openPanel(tab.tabId);
        const askIn = async (scenario: string) => {
          await beside.page.bringToFront();
          await beside.click('New chat');
          await beside.chooseModel(`${scenario}@${modelInterface}`);
          await beside.ask('When is low water?');
          expect(await beside.answer()).toContain(ANSWER);
          await beside.page.click('[data-tool="page_context"] button');
        };
        await askIn('pdf');
        expect(lastBody()).toContain('JVBERi0');
        expect(lastBody()).not.toContain('Low water at six.');
        await beside.waitForText('exactly as it is');
        await beside.shot(`${name}-pdf-file-${modelInterface}`);
        const before = chats().length;
        await askIn(`pdf-refused${ONCE}`);
        expect(chats()).toHaveLength(before + 2);
        expect(lastBody()).not.toContain('JVBERi0');
        expect(lastBody()).toContain('Low water at six.');
        await beside.waitForText('doesn’t take this PDF');
        await beside.shot(`${name}-pdf-refused-${modelInterface}`);
        await storeSetting(stage.settings, 'pageContextMode', 'on-demand');
        await beside.page.close();
        await tab.page.close();
        await files.close();
      });
    }

    test('the worker is stopped during the text, and the answer still arrives', () =>
      stopWorkerIn('cancel', 'High water'));

    if (!IS_FULL) {
      test('skipped: the other scenarios are part of npm run conformance and test:full', ({ skip }) => skip());
      return;
    }

    test('text', async () => {
      expect(await ask('text')).toContain(ANSWER);
    });

    test('calls two tools at once, and answers with both results', async () => {
      await begin('page-calls');
      await panel.ask('When is high water?');
      await allowIfAsked(panel);
      expect(await panel.answer()).toContain(ANSWER);
      expect(await panel.page.$$eval('[role="group"][data-state="output-available"]', (all) => all.length)).toBe(2);
      expect(lastBody().split(WIRES[modelInterface].resultMark)).toHaveLength(3);
    });

    test('arguments that a limit cut off never run', async () => {
      // If calls are sent complete, none arrives. Otherwise, the model is told about it and answers.
      const isTold = modelInterface !== 'gemini' && modelInterface !== 'ollama';
      expect(await ask('cut-arguments')).toContain(isTold ? ANSWER : 'reached the model’s length limit');
      expect(await panel.page.$$('[role="group"][data-state="output-available"]')).toEqual([]);
    });

    test('a picture', async () => {
      await begin('picture');
      await attach('map.png', PIXEL);
      await panel.ask('What is it?');
      expect(await panel.answer()).toContain(ANSWER);
      // A JPEG in base64.
      expect(lastBody()).toContain('/9j/');
    });

    test('a refusal', async () => {
      const isNamed = modelInterface !== 'ollama';
      expect((await ask('refusal')).includes('content filter stopped')).toBe(isNamed);
    });

    test('waits for a rate limit, and answers', async () => {
      expect(await ask(`rate-limit${ONCE}`)).toContain(ANSWER);
    });

    test('asks again after an overload, and answers', async () => {
      expect(await ask(`overload${ONCE}`)).toContain(ANSWER);
    });

    test('shortens a conversation that is too long, and answers', async () => {
      expect(await ask(`overflow${ONCE}`)).toContain(ANSWER);
    });

    test('an error in the stream ends the answer, and keeps the text so far', async () => {
      const text = await ask('stream-error');
      expect(text).toContain('High water');
      expect(await panel.page.$('.run-outcome [role="alert"]')).not.toBeNull();
    });

    test('Stop closes the connection', async () => {
      await begin('cancel');
      await panel.ask('When is high water?');
      await panel.waitForText('High water');
      expect(await panel.stop()).toContain('Stopped.');
      expect(await chats().at(-1)?.closed).toBeTypeOf('number');
    });

    test('a cache hit is shown', async () => {
      await ask('cache-hit');
      const whys = await panel.page.$$eval('.run-stats span', (all) => all.map((each) => each.title).join('\n'));
      expect(/4,096/.test(whys)).toBe(modelInterface !== 'ollama');
    });

    test.each([
      ['before anything came', 'silent-start', null],
      ['in the thinking', 'silent-thinking', null],
      ['in a call', 'silent-call', null],
      ['after a result', 'silent-result', 'I look.'],
    ])('the worker is stopped %s, and the answer comes', (_phase, scenario, shown) => stopWorkerIn(scenario, shown));
  });
});
