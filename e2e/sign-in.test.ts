import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { evaluateInFirefox } from '../scripts/firefox-chrome.ts';
import { BROWSERS } from './support/browsers.ts';
import { ACCEPT_ANY_CERTIFICATE } from './support/certificate.ts';
import { OPENROUTER_ANSWER, OPENROUTER_KEY, type OpenRouter, startOpenRouter } from './support/openrouter.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

const NOT_FINISHED =
  '::-p-xpath(//*[@role="alert"][starts-with(normalize-space(), "You didn’t finish signing in to openrouter.ai")])';

describe.each(BROWSERS)('signing in to OpenRouter, in %s', (name) => {
  let service: OpenRouter;
  let stage: Stage;
  let panel: Panel;

  beforeAll(async () => {
    service = await startOpenRouter();
    stage = await setStage(name, {
      proxyPort: service.proxyPort,
      acceptsAnyCertificate: true,
      pageContext: 'on-demand',
    });
    if (name === 'firefox') await evaluateInFirefox(stage.browser, ACCEPT_ANY_CERTIFICATE);
    const { tabId } = await stage.openPage(stage.articleUrl);
    panel = await stage.openPanel(tabId);
  });
  afterAll(async () => {
    await stage?.close();
    service?.close();
  });
  beforeEach(() => {
    service.seen.exchanges.length = 0;
  });

  test('says what to do after the user declined, and asks for no key', async () => {
    service.seen.answer = 'declined';
    await panel.click('Sign in with OpenRouter');
    await panel.page.waitForSelector(NOT_FINISHED);
    expect(service.seen.exchanges).toEqual([]);
    await panel.shot(`${name}-sign-in-declined`);
  });

  test('accepts no code from an unrequested address', async () => {
    service.seen.answer = 'other-address';
    await panel.click('Sign in with OpenRouter');
    await panel.page.waitForSelector(
      '::-p-xpath(//*[@role="alert"][starts-with(normalize-space(), "openrouter.ai didn’t give Sidenote a key")])',
    );
    expect(service.seen.exchanges).toEqual([]);
  });

  test('adds the endpoint with its key by one click, and its models can be chosen', async () => {
    service.seen.answer = 'code';
    // In Firefox, the page is hidden until the toolbar button is clicked, so there is nothing to ask about.
    const box = await panel.page.$('.ask-at-once input');
    await box?.click();
    await panel.click('Sign in with OpenRouter');
    await panel.waitForModel('openrouter/auto');
    expect(service.seen.exchanges).toMatchObject([{ code: 'c0de', isMine: true }]);
    await panel.openModels('acme');
    await panel.page.locator('::-p-xpath(//*[@role="option"][contains(., "acme/swift")])').click();
    await panel.waitForModel('acme/swift');
    await panel.ask('Are you there?');
    expect(await panel.answer()).toContain(OPENROUTER_ANSWER);
    expect(service.seen.keys).toContain(`Bearer ${OPENROUTER_KEY}`);
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
    expect(service.seen.exchanges).toMatchObject([{ code: 'c0de', isMine: true }]);
    expect(await stage.settings.$$('.endpoint-card')).toHaveLength(1);
  });
});
