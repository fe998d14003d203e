import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { chunk, EVENT_STREAM, type ModelServer, pause, sse, startModelServer } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

// Answers that stay open across commands would be interrupted more often than a run survives.
describe.skipIf(process.env.KILL_BEFORE_COMMANDS).each(BROWSERS_OF_FULL_RUN)(
  'connections of seven chats to one server in %s',
  (name) => {
    let stage: Stage;
    let server: ModelServer;
    let panel: Panel;
    const open: ServerResponse[] = [];
    const finish = (response?: ServerResponse) =>
      response?.end(chunk({ content: 'All said.' }) + chunk({}, 'stop') + sse('[DONE]'));

    beforeAll(async () => {
      server = await startModelServer({
        slow: (_request, response) => {
          open.push(response);
          response.writeHead(200, EVENT_STREAM).write(chunk({ content: 'Let me think. ' }));
        },
      });
      stage = await setStage(name, { pageContext: 'on-demand' });
      await stage.addEndpoint(server.url);
      panel = await stage.openPanel(null);
    });
    afterAll(async () => {
      for (const response of open) finish(response);
      await stage?.close();
      await server?.close();
    });

    test('the seventh chat shows that it waits for a connection, and is sent when one is free', async () => {
      for (let n = 1; n <= 7; n++) {
        await panel.click('New chat');
        await panel.chooseModel('slow');
        await panel.ask(`Question ${n}.`);
        await panel.waitForText(n <= 6 ? 'Let me think.' : 'Waiting for a free connection');
      }
      await panel.shot(`${name}-queued`);
      await pause(500);
      expect(server.chats).toHaveLength(6);
      finish(open[2]);
      await panel.waitForText('Let me think.');
      expect(server.chats).toHaveLength(7);
      expect(await panel.text()).not.toContain('free connection');
      finish(open[6]);
      expect(await panel.answer()).toContain('All said.');
    });

    test('the settings report that all connections are in use instead of waiting', async () => {
      await panel.click('New chat');
      await panel.ask('Question 8.');
      await panel.waitForText('Let me think.');
      await stage.settings.bringToFront();
      await stage.settings.locator('::-p-xpath(//button[normalize-space()="List models"])').click();
      await waitForXPath(stage.settings, '//*[contains(text(), "connection limit for")]');
    });
  },
);
