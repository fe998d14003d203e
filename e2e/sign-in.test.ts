import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { evaluateInFirefox } from '../scripts/firefox-chrome.ts';
import { BROWSERS } from './support/browsers.ts';
import { ACCEPT_ANY_CERTIFICATE, makeCertificate } from './support/certificate.ts';
import { streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

const KEY = 'sk-or-v1-end-to-end';
const NOT_FINISHED =
  '::-p-xpath(//*[@role="alert"][starts-with(normalize-space(), "You didn’t finish signing in to openrouter.ai")])';

describe.each(BROWSERS)('signing in to OpenRouter, in %s', (name) => {
  let folder: string;
  let service: SecureServer;
  let proxy: Server;
  let stage: Stage;
  let panel: Panel;
  /** What the service's page does: sends back at once, as for a user who has agreed before, or with an error. */
  let answer: 'code' | 'declined' | 'other-address' = 'code';
  let challenge = '';
  const exchanges: { code: string; verifier: string; isMine: boolean }[] = [];
  const keys: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'sidenote-sign-in-'));
    service = createSecureServer(makeCertificate(folder), async (request, response) => {
      let body = '';
      for await (const piece of request.setEncoding('utf8')) body += piece;
      const url = new URL(request.url ?? '', 'https://openrouter.ai');
      const json = (status: number, value: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      switch (url.pathname) {
        case '/auth': {
          challenge = url.searchParams.get('code_challenge') ?? '';
          const callback = new URL(url.searchParams.get('callback_url') ?? '');
          if (answer === 'other-address') callback.pathname = '/openrouter/guessed';
          callback.search = answer === 'declined' ? '?error=access_denied' : '?code=c0de';
          response.writeHead(302, { location: callback.href }).end();
          return;
        }
        case '/api/v1/auth/keys': {
          const { code, code_verifier: verifier } = JSON.parse(body);
          const isMine = createHash('sha256').update(verifier).digest('base64url') === challenge;
          exchanges.push({ code, verifier, isMine });
          return void (isMine ? json(200, { key: KEY }) : json(403, { error: { code: 403 } }));
        }
        case '/api/v1/models':
          return void json(200, { data: [{ id: 'acme/swift', supported_parameters: ['tools'] }] });
        default:
          keys.push(request.headers.authorization ?? '');
          await streamChunks(response, textChunks('Signed in and answering.'));
      }
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    proxy = createServer((_request, response) => void response.writeHead(502).end());
    proxy.on('connect', (request, socket) => {
      socket.on('error', () => undefined);
      if (request.url !== 'openrouter.ai:443') return void socket.end('HTTP/1.1 502 Not here\r\n\r\n');
      const tunnel = connect((service.address() as AddressInfo).port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
        tunnel.pipe(socket).pipe(tunnel);
      });
      tunnel.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    stage = await setStage(name, {
      proxyPort: (proxy.address() as AddressInfo).port,
      acceptsAnyCertificate: true,
      pageContext: 'on-demand',
    });
    if (name === 'firefox') await evaluateInFirefox(stage.browser, ACCEPT_ANY_CERTIFICATE);
    const { tabId } = await stage.openPage(stage.articleUrl);
    panel = await stage.openPanel(tabId);
  }, 120_000);
  afterAll(async () => {
    await stage?.close();
    proxy?.closeAllConnections();
    proxy?.close();
    service?.closeAllConnections();
    service?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    exchanges.length = 0;
  });

  test('says what to do after the user declined, and asks for no key', async () => {
    answer = 'declined';
    await panel.click('Sign in with OpenRouter');
    await panel.page.waitForSelector(NOT_FINISHED);
    expect(exchanges).toEqual([]);
    await panel.shot(`${name}-sign-in-declined`);
  });

  test('takes no code from an address that was not asked for', async () => {
    answer = 'other-address';
    await panel.click('Sign in with OpenRouter');
    await panel.page.waitForSelector(
      '::-p-xpath(//*[@role="alert"][starts-with(normalize-space(), "openrouter.ai didn’t give Sidenote a key")])',
    );
    expect(exchanges).toEqual([]);
  });

  test('adds the endpoint with its key by one click, and its models can be chosen', async () => {
    answer = 'code';
    await panel.click('Sign in with OpenRouter');
    await panel.page.waitForSelector('.model-menu');
    expect(exchanges).toMatchObject([{ code: 'c0de', isMine: true }]);
    await panel.page.locator('::-p-xpath(//*[@role="option"][contains(., "acme/swift")])').click();
    await panel.waitForModel('acme/swift');
    await panel.ask('Are you there?');
    expect(await panel.answer()).toContain('Signed in and answering.');
    expect(keys).toContain(`Bearer ${KEY}`);
  });

  test('replaces the key of the endpoint from its form, without adding another', async () => {
    await stage.settings.bringToFront();
    await stage.settings
      .locator(
        '::-p-xpath(//section[@aria-label="OpenRouter"]//button[normalize-space()="Edit" or @aria-label="Edit"])',
      )
      .click();
    const button = await stage.settings.waitForSelector(
      '::-p-xpath(//button[normalize-space()="Sign in with OpenRouter"])',
    );
    await stage.shot(stage.settings, `${name}-sign-in-form`);
    await button?.click();
    await stage.settings.waitForSelector('.endpoint-card');
    expect(exchanges).toMatchObject([{ code: 'c0de', isMine: true }]);
    expect(await stage.settings.$$('.endpoint-card')).toHaveLength(1);
  });
});
