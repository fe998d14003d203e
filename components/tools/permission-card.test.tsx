// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApprovalDetails } from '../../lib/contracts/approval-request.ts';
import type { ApprovalRequest } from '../../lib/contracts/tool-output.ts';
import { APPROVAL_ARMING_MS } from '../../lib/security/approval-policy.ts';
import { control, drawn, press, words } from '../markdown/drawn-figure.tsx';
import { PermissionCard } from './permission-card.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function card(request: ApprovalRequest) {
  const answers: boolean[] = [];
  const { host } = await drawn(<PermissionCard request={request} onRespond={(approved) => answers.push(approved)} />);
  return { host, answers };
}
const armed = () => act(async () => void vi.advanceTimersByTime(APPROVAL_ARMING_MS + 100));

/** As the browser makes a click of a user. */
async function pressByHand(host: HTMLElement, name: string): Promise<void> {
  const click = new MouseEvent('click', { bubbles: true });
  Object.defineProperty(click, 'isTrusted', { value: true });
  await act(async () => void control(host, name).dispatchEvent(click));
}

const effect: ApprovalRequest = { type: 'effect', reason: 'Sidenote wants to note this down.' };
const page = { type: 'page-access', tabId: 1, reason: 'Sidenote wants to read this page.' } as const;

describe('a question', () => {
  test.each([
    ['about an effect', effect],
    ['about a page', { ...page, origin: 'https://example.org' }],
  ] as [string, ApprovalRequest][])('%s says why, and is answered by either button', async (_, request) => {
    const denied = await card(request);
    expect(words(denied.host.querySelector('p'))).toBe(request.reason);
    await press(denied.host, 'Don’t allow');
    expect(denied.answers).toEqual([false]);
    const allowed = await card(request);
    await armed();
    await pressByHand(allowed.host, 'Allow');
    expect(allowed.answers).toEqual([true]);
  });

  test('about a page of a hidden site has no Allow button, and shows what to do instead', async () => {
    const { host } = await card(page);
    expect(host.textContent).toContain('Click the Sidenote toolbar button to share this tab');
    expect([...host.querySelectorAll('button')].map(words)).toEqual(['Don’t allow']);
  });

  test('cannot be approved before it could be read, but denied', async () => {
    const { host, answers } = await card(effect);
    const allow = control(host, 'Allow') as HTMLButtonElement;
    await act(async () => void vi.advanceTimersByTime(APPROVAL_ARMING_MS));
    expect(allow.disabled).toBe(true);
    await press(host, 'Don’t allow');
    expect(answers).toEqual([false]);
    await act(async () => void vi.advanceTimersByTime(100));
    expect(allow.disabled).toBe(false);
  });

  test('is not approved by a scripted click', async () => {
    const { host, answers } = await card(effect);
    await armed();
    await press(host, 'Allow');
    expect(answers).toEqual([]);
  });
});

describe('an approval request for an effect', () => {
  const confirm: ApprovalDetails = {
    confirmId: 'c',
    toolName: 'send_note',
    arguments: '{"text":"Low water at six."}',
    destination: 'https://notes.example/add?to=ines',
    origin: 'https://example.org',
    sources: ['https://example.org', 'https://tides.example'],
    askedAt: 0,
    expiresAt: 60_000,
  };
  const listed = async (change: Partial<ApprovalDetails>) => {
    const { host } = await card({ ...effect, confirm: { ...confirm, ...change } });
    return [...host.querySelectorAll('dt')].map((name) => [words(name), words(name.nextElementSibling)]);
  };

  test('shows the destination, the exact bytes, the page and the sources of influence', async () => {
    expect((await listed({})).slice(0, -1)).toEqual([
      ['Sent to', 'notes.example https://notes.example/add?to=ines'],
      ['Arguments', 'send_note {"text":"Low water at six."}'],
      ['On page', 'https://example.org'],
      ['Pages read so far', 'https://example.org, https://tides.example'],
    ]);
  });

  test('calls other chats by a name in the language of the user', async () => {
    expect(await listed({ sources: ['https://example.org', 'chats'] })).toContainEqual([
      'Pages read so far',
      'https://example.org, your other chats',
    ]);
  });

  test('shows its expiry', async () => {
    const [name, time] = (await listed({})).at(-1) ?? [];
    expect(name).toBe('Until');
    expect(time).toBe(new Date(60_000).toLocaleTimeString('en'));
  });

  test('omits missing details', async () => {
    const names = (await listed({ destination: null, origin: null, sources: [] })).map(([name]) => name);
    expect(names).toEqual(['Arguments', 'Until']);
  });

  test.each([
    ['no address', 'not an address'],
    ['an address without a host', 'mailto:ines@example.org'],
  ])('calls %s unreadable and shows it', async (_, destination) => {
    expect((await listed({ destination }))[0]).toEqual(['Sent to', `an unreadable address ${destination}`]);
  });

  test('mentions repaired arguments', async () => {
    const said = async (change: Partial<ApprovalDetails>) =>
      (await card({ ...effect, confirm: { ...confirm, ...change } })).host.textContent;
    expect(await said({ repaired: true })).toContain('Sidenote repaired them. Check them before you allow this.');
    expect(await said({})).not.toContain('repaired');
  });

  test('shows invisible characters in the arguments', async () => {
    const [, [, bytes] = []] = await listed({ arguments: '{"text":"a\u202eb"}' });
    expect(bytes).not.toContain('\u202e');
    expect(bytes).toMatch(/202e/i);
  });
});
