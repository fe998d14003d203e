// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { elementText, press, render } from '../../lib/testing/render-component.tsx';
import {
  AllowEndpoint,
  AlwaysAllowLastSite,
  AlwaysAllowSharedSite,
  AlwaysAllowSite,
  HowToShare,
  SiteAccess,
} from './site-access.tsx';

const PAGE = 'https://tides.test/today?q=1';

/** Changes what the browser says about Reader View. */
let answerReaderView: (isShown: boolean) => void = () => undefined;

async function shown(
  children: ReactNode,
  {
    allowed = [] as string[],
    shares = 0,
    isGranted = true,
    panelPlace = 'beside-page' as SiteAccess['panelPlace'],
    isHidden = false,
  } = {},
) {
  const asked: string[] = [];
  const access: SiteAccess = {
    isAllowed: (url) => allowed.includes(new URL(url).hostname),
    shareCount: () => shares,
    findLastSite: (tabId) => (tabId === 1 ? 'https://tides.test' : null),
    findOpeners: async (tabId) => (tabId === 3 ? [2, 1] : []),
    findEndpointAddress: () => 'http://127.0.0.1:11434/v1',
    shareTotal: shares,
    async allowAllSites() {
      asked.push('all');
      return isGranted;
    },
    async allow(url) {
      asked.push(url);
      return isGranted;
    },
    allowOpeningPages: async () => isGranted,
    isTabHidden: async () => isHidden,
    panelPlace,
    watchReaderView(tabId, onAnswer) {
      onAnswer(tabId === 1);
      answerReaderView = onAnswer;
      return () => undefined;
    },
    leaveReaderView: async () => isGranted,
  };
  const { host } = await render(<SiteAccess value={access}>{children}</SiteAccess>);
  return { host, asked, buttons: () => [...host.querySelectorAll('button')].map(elementText) };
}

describe('always allowing a site', () => {
  test('is offered by its name, asks the browser for its address, and says if the user declined', async () => {
    const { host, asked, buttons } = await shown(<AlwaysAllowSite url={PAGE} />, { isGranted: false });
    expect(buttons()).toEqual(['Always allow tides.test']);
    await press(host, 'Always allow tides.test');
    expect(asked).toEqual([PAGE]);
    expect(elementText(host.querySelector('[role="alert"]'))).toContain('Permission was not granted.');
  });

  test.each([
    ['is allowed already', PAGE, ['tides.test']],
    ['is a page of the browser', 'about:preferences', []],
    ['is a file', 'file:///x.html', []],
    ['is unknown', null, []],
  ])('is not offered where the page %s', async (_what, url, allowed) => {
    expect((await shown(<AlwaysAllowSite url={url} />, { allowed })).buttons()).toEqual([]);
  });

  test('is offered for the site that a hidden tab showed when it was last shared', async () => {
    expect((await shown(<AlwaysAllowLastSite tabId={1} />)).buttons()).toEqual(['Always allow tides.test']);
    expect((await shown(<AlwaysAllowLastSite tabId={2} />)).buttons()).toEqual([]);
  });

  test('is offered for the site from which a hidden tab was opened', async () => {
    expect((await shown(<AlwaysAllowLastSite tabId={3} />)).buttons()).toEqual(['Always allow tides.test']);
  });

  test.each([
    [true, 'tides.test is always allowed now, but this tab shows another site.'],
    [false, ''],
  ])('says if the tab shows another site than the one that was allowed: %s', async (isHidden, text) => {
    const { host } = await shown(<AlwaysAllowLastSite tabId={1} />, { isHidden });
    await press(host, 'Always allow tides.test');
    expect(elementText(host.querySelector('[role="status"]'))).toBe(text);
  });

  test.each([
    [1, []],
    [2, ['Always allow tides.test']],
  ])('is offered below a page that was read after the second click: %s', async (shares, buttons) => {
    expect((await shown(<AlwaysAllowSharedSite url={PAGE} />, { shares })).buttons()).toEqual(buttons);
  });
});

test.each([true, false])('an endpoint whose permission was revoked is allowed at its error: %s', async (isGranted) => {
  let allowed = 0;
  const view = <AllowEndpoint endpointId="e" onAllowed={() => allowed++} />;
  const { host, asked } = await shown(view, { isGranted });
  await press(host, 'Allow 127.0.0.1:11434');
  expect(asked).toEqual(['http://127.0.0.1:11434/v1']);
  expect(allowed).toBe(isGranted ? 1 : 0);
});

describe('a page in Reader View', () => {
  test.each([true, false])('is left with one click, and read if its site is always allowed: %s', async (isGranted) => {
    let readable = 0;
    const { host } = await shown(<HowToShare tabId={1} onReadable={() => readable++} />, { isGranted });
    expect(elementText(host)).toContain('This page is in Reader View');
    expect(elementText(host)).not.toContain('Click the Sidenote button');
    await press(host, 'Leave Reader View');
    expect(readable).toBe(isGranted ? 1 : 0);
    expect(elementText(host)).toContain('Click the Sidenote button');
  });

  test('is no longer offered to be left once its tab shows another page', async () => {
    const { host } = await shown(<HowToShare tabId={1} onReadable={() => undefined} />);
    expect(elementText(host)).toContain('This page is in Reader View');
    await act(async () => answerReaderView(false));
    expect(elementText(host)).toContain('Click the Sidenote button');
  });
});

test.each([
  ['beside-page', 'Click the Sidenote button in the toolbar'],
  ['other-tab', 'Go to the page, then click the Sidenote button'],
  ['only-tab', 'choose Sidenote in the browser’s menu'],
] as const)('the text on sharing a tab matches the place of the panel: %s', async (panelPlace, text) => {
  const { host } = await shown(<HowToShare tabId={2} onReadable={() => undefined} />, { panelPlace });
  expect(elementText(host)).toContain(text);
});

test('all sites can be allowed where a tab has to be shared, after several were', async () => {
  const { buttons } = await shown(<HowToShare tabId={2} onReadable={() => undefined} />, { shares: 2 });
  expect(buttons()).toEqual([]);
  const often = await shown(<HowToShare tabId={2} onReadable={() => undefined} />, { shares: 3 });
  await press(often.host, 'Always allow on all sites');
  expect(often.asked).toEqual(['all']);
});
