import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOurWorker } from '../scripts/launch.ts';
import { EVENT_STREAM, Hold, type ModelServer, pause, startModelServer, textChunks } from './support/model-server.ts';
import { type Stage, setStage } from './support/stage.ts';

const LONG = Array.from({ length: 30 }, (_, n) => `part${n}`).join(' ');
/** How many chunks arrive before the server holds the answer. */
const BEGUN = 10;

let stage: Stage;
let server: ModelServer;
const hold = new Hold();
const ends: string[] = [];

beforeAll(async () => {
  server = await startModelServer({
    long: async (_request, response) => {
      response.writeHead(200, EVENT_STREAM);
      for (const [n, piece] of textChunks(LONG).entries()) {
        if (n === BEGUN) await hold.wait(response);
        // A reload that does not wait has time to interrupt the answer.
        if (n > BEGUN) await pause(50);
        if (response.destroyed) ends.push('cut');
        else response.write(piece);
      }
      ends.push('whole');
      response.end();
    },
  });
  stage = await setStage('chromium', { ownBrowser: true });
  await stage.addEndpoint(server.url);
});
afterAll(async () => {
  await stage?.close();
  await server?.close();
});

// The reload itself cannot be observed here: without developer mode, Chromium leaves an unpacked extension disabled.
test('an update of the extension waits for the running answer, and then reloads', async () => {
  const panel = await stage.openPanel(null);
  await panel.chooseModel('long');
  hold.start();
  await panel.ask('Talk.');
  await panel.waitForText('part3');
  const closed = new Promise((resolve) => panel.page.once('close', resolve));
  const worker = await (await stage.browser.waitForTarget(isOurWorker)).worker();
  await worker?.evaluate("chrome.runtime.onUpdateAvailable.dispatch({ version: '9.9.9' })");
  hold.end();
  await closed;
  await expect.poll(() => ends).toEqual(['whole']);
  expect(server.chats).toHaveLength(1);
});
