import { afterAll, beforeAll, expect, test } from 'vitest';
import { evaluateInFirefox } from '../scripts/firefox-chrome.ts';
import { describeInFirefox } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import { type ModelServer, startModelServer } from './support/model-server.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

const HOST = 'myserver.test';
const FORM = '//form[.//button[normalize-space()="Add endpoint"]]';

describeInFirefox('a server by name while Firefox is in HTTPS-Only Mode (quirk: http-is-upgraded)', () => {
  let stage: Stage;
  let server: ModelServer;
  let origin: string;
  beforeAll(async () => {
    server = await startModelServer({});
    origin = `http://${HOST}:${new URL(server.url).port}`;
    stage = await setStage('firefox', {
      ownBrowser: true,
      preferences: { 'dom.security.https_only_mode': true, 'network.dns.localDomains': HOST },
    });
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  test('the form says what the browser may have done, and with the exception that it mentions, the server is reached', async () => {
    await openSettingsSection(stage.settings, 'endpoints');
    await fillField(stage.settings, `::-p-xpath(${FORM}//input[@required])`, `${origin}/v1`);
    const add = () => stage.settings.locator(`::-p-xpath(${FORM}//button[normalize-space()="Add endpoint"])`).click();
    await add();
    await waitForXPath(
      stage.settings,
      `//*[@role="alert"][contains(., "HTTPS-Only Mode")][contains(., "http://${HOST}")]`,
    );
    await evaluateInFirefox(
      stage.browser,
      `(() => {
        const site = Services.scriptSecurityManager.createContentPrincipalFromOrigin('${origin}');
        Services.perms.addFromPrincipal(site, 'https-only-load-insecure', Ci.nsIPermissionManager.ALLOW_ACTION);
        return 'ok';
      })()`,
    );
    await add();
    await waitForXPath(stage.settings, `//*[contains(., "${HOST}")][contains(., "has no models")]`);
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/models']);
  });
});
