import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'puppeteer-core';
import { startModelServer } from '../model-server.ts';
import type { Panel } from '../panel.ts';
import { turnWebOn } from '../web-access.ts';
import { ASK, type View } from './scene.ts';

/** Views in which the panel asks the user something, or reports an error. */
export const questionViews: View[] = [
  {
    name: 'permission',
    async show({ stage }) {
      // A host name for which the test build has no permission.
      const { tabId } = await stage.openPage(stage.articleUrl.replace('127.0.0.1', 'localhost'));
      const beside = await stage.openPanel(tabId);
      await beside.click('New chat');
      await beside.ask('Summarize this page');
      await beside.waitForCard('read_page', 'approval-requested');
      return beside.page;
    },
  },
  {
    name: 'approval',
    async show({ panel, ask }) {
      await ask(ASK.noting);
      await panel.waitForCard('note_down', 'approval-requested');
      await panel.page.waitForSelector('.permission-buttons .primary:not(:disabled)');
      return panel.page;
    },
  },
  {
    name: 'approval-tab',
    async show({ stage }) {
      const members = createServer((_request, response) => void response.writeHead(401).end());
      await new Promise<void>((resolve) => members.listen(0, '127.0.0.1', resolve));
      const panel = await stage.openPanel(null);
      await panel.click('New chat');
      await turnWebOn(panel);
      await panel.ask(`${ASK.opening} http://127.0.0.1:${(members.address() as AddressInfo).port}/members/tides`);
      await panel.waitForCard('open_page', 'approval-requested');
      await panel.page.waitForSelector('.permission-buttons .primary:not(:disabled)');
      members.close();
      return panel.page;
    },
  },
  {
    name: 'error',
    async show({ panel, ask }) {
      await ask(ASK.failing);
      await panel.answer();
      return panel.page;
    },
  },
  {
    name: 'request-blocked',
    async show({ panel, stage, keep }) {
      const page = '<!doctype html><title>Access denied</title><h1>This category is not allowed here.</h1>';
      const blocked = keep(
        await startModelServer({
          'llama-3.3-70b-instruct': (_request, response) =>
            void response.writeHead(403, { 'content-type': 'text/html' }).end(page),
        }),
      );
      await stage.addEndpoint(blocked.url);
      return askInNewChat(panel, 'llama-3.3-70b-instruct');
    },
  },
  {
    name: 'server-away',
    async show({ panel, stage }) {
      const away = await startModelServer({ 'mistral-small-3.2': () => undefined });
      await stage.addEndpoint(away.url);
      await away.close();
      return askInNewChat(panel, 'mistral-small-3.2');
    },
  },
];

/** Asks a model that was just added about the page. Resolves to the panel once the answer has ended. */
async function askInNewChat(panel: Panel, model: string): Promise<Page> {
  await panel.page.bringToFront();
  await panel.click('New chat');
  await panel.chooseModel(model);
  await panel.ask('Summarize this page');
  await panel.answer();
  return panel.page;
}
