// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApprovalDetails, type ApprovalRequest, label } from '../../lib/contracts/tool-output.ts';
import { APPROVAL_ARMING_MS } from '../../lib/security/approval/approval-policy.ts';
import {
  clickByHand,
  control,
  elementText,
  press,
  pressByHand,
  render,
  viewport,
} from '../../lib/testing/render-component.tsx';
import { tools } from '../../lib/tools/index.ts';
import { PermissionCard } from './permission-card.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `isGranted`: whether the browser gives the permission that an approval needs. */
async function card(request: ApprovalRequest, isGranted = () => true) {
  const answers: unknown[] = [];
  const respond = async (...answer: unknown[]) => {
    answers.push(answer);
    return isGranted();
  };
  const { host } = await render(<PermissionCard request={request} onRespond={respond} />);
  return { host, answers };
}
const armed = () => act(async () => void vi.advanceTimersByTime(APPROVAL_ARMING_MS + 100));

const wait = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));

/** As the browser makes a click with a pointer. */
function clickByPointer(host: HTMLElement): Promise<void> {
  return clickByHand(control(host, 'Allow'), 1);
}

/** Returns what moves the button, in pixels from its first place. */
function moveButton(host: HTMLElement): (y: number) => void {
  let top = 400;
  const button = control(host, 'Allow');
  vi.spyOn(button, 'getBoundingClientRect').mockImplementation(() => new DOMRect(200, top, 80, 30));
  return (y) => {
    top = 400 + y;
  };
}

const effect: ApprovalRequest = { type: 'effect', reason: 'Sidenote wants to note this down.' };
const page = { type: 'page-access', tabId: 1, reason: 'Sidenote wants to read this page.' } as const;

describe('a question', () => {
  test.each([
    ['about an effect', effect],
    ['about a page', { ...page, origin: 'https://example.org' }],
  ] as [string, ApprovalRequest][])('%s says why, and is answered by either button', async (_, request) => {
    const denied = await card(request);
    expect(elementText(denied.host.querySelector('p'))).toBe(request.reason);
    await press(denied.host, 'Don’t allow');
    expect(denied.answers).toEqual([[false]]);
    const allowed = await card(request);
    await armed();
    await pressByHand(allowed.host, 'Allow');
    expect(allowed.answers).toEqual([[true]]);
  });

  test('about a page of a hidden site has no Allow button, and shows what to do instead', async () => {
    const { host } = await card(page);
    expect(host.textContent).toContain('Click the Sidenote button in the toolbar');
    expect([...host.querySelectorAll('button')].map(elementText)).toEqual(['Don’t allow']);
  });

  test('about a permission of the browser says what is read and what happens next', async () => {
    const request = { type: 'browser-permission', permission: 'history', reason: label('askHistory') } as const;
    const { host, answers } = await card(request);
    expect(elementText(host.querySelector('p'))).toBe('Let Sidenote search your browsing history?');
    expect(host.textContent).toContain('Your browser asks for this permission next.');
    expect(host.textContent).toContain('days of visits');
    await armed();
    await pressByHand(host, 'Allow');
    expect(answers).toEqual([[true]]);
  });

  test('stays and says so if the browser refuses the permission, until it is given', async () => {
    let isGranted = false;
    const request = { type: 'browser-permission', permission: 'history', reason: label('askHistory') } as const;
    const { host } = await card(request, () => isGranted);
    await armed();
    await pressByHand(host, 'Allow');
    expect(elementText(host.querySelector('[role="alert"]'))).toMatch(/^Permission was not granted\./);
    isGranted = true;
    await armed();
    await pressByHand(host, 'Allow');
    expect(host.querySelector('[role="alert"]')).toBeNull();
  });

  test('cannot be approved before it could be read, but can be denied', async () => {
    const { host, answers } = await card(effect);
    const allow = control(host, 'Allow') as HTMLButtonElement;
    await act(async () => void vi.advanceTimersByTime(APPROVAL_ARMING_MS));
    expect(allow.disabled).toBe(true);
    await press(host, 'Don’t allow');
    expect(answers).toEqual([[false]]);
    await act(async () => void vi.advanceTimersByTime(100));
    expect(allow.disabled).toBe(false);
  });

  test('is not approved by the second click of a double click whose first click was elsewhere', async () => {
    const { host, answers } = await card(effect);
    await armed();
    await clickByHand(document.body);
    await pressByHand(host, 'Allow');
    expect(answers).toEqual([]);
    await armed();
    await pressByHand(host, 'Allow');
    expect(answers).toEqual([[true]]);
  });

  test('is not approved by a click just after the button moved, but by the keyboard, and once it stands still', async () => {
    const { host, answers } = await card(effect);
    await armed();
    const move = moveButton(host);
    await wait(1_000);
    move(-80);
    await clickByPointer(host);
    expect(answers).toEqual([]);
    await wait(APPROVAL_ARMING_MS - 50);
    move(-160);
    await wait(APPROVAL_ARMING_MS - 50);
    await clickByPointer(host);
    expect(answers).toEqual([]);
    await pressByHand(host, 'Allow');
    expect(answers).toEqual([]);
    await armed();
    await clickByPointer(host);
    expect(answers).toEqual([[true]]);
    move(0);
    await wait(APPROVAL_ARMING_MS + 300);
    move(-80);
    await pressByHand(host, 'Allow');
    expect(answers).toEqual([[true], [true]]);
  });

  test('is approved after the user scrolled to its button', async () => {
    const { host, answers } = await card(effect);
    await armed();
    const move = moveButton(host);
    await wait(1_000);
    document.dispatchEvent(new Event('wheel'));
    move(-80);
    await wait(150);
    await clickByPointer(host);
    expect(answers).toEqual([[true]]);
  });

  test('is not approved by a key that is held down', async () => {
    const { host } = await card(effect);
    await armed();
    const isPrevented = (repeat: boolean) => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true });
      control(host, 'Allow').dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([isPrevented(false), isPrevented(true)]).toEqual([false, true]);
  });

  test('is not approved by a scripted click', async () => {
    const { host, answers } = await card(effect);
    await armed();
    await press(host, 'Allow');
    expect(answers).toEqual([]);
  });
});

const details: ApprovalDetails = {
  confirmId: 'c',
  toolName: 'send_note',
  arguments: '{"text":"Low water at six.","to":"ines"}',
  destination: 'https://notes.example/add?to=ines',
  origin: 'https://example.org',
  sources: ['https://example.org', 'https://tides.example'],
  askedAt: 0,
  expiresAt: 60_000,
};
const asking = (change: Partial<ApprovalDetails>, tool = 'send_note (Notes)'): ApprovalRequest => ({
  type: 'effect',
  reason: label('askExactly', { tool }),
  confirm: { ...details, ...change },
});
const renderCard = async (change: Partial<ApprovalDetails>) => (await card(asking(change))).host;
const readListRows = (list: Element | null | undefined) =>
  [...(list?.querySelectorAll('dt') ?? [])].map((name) => [elementText(name), elementText(name.nextElementSibling)]);
/** Sidenote's statements about the call, and the arguments that are visible below without expanding anything. */
const facts = (host: HTMLElement) => readListRows(host.querySelector(':scope > * > .confirm-facts'));
const listed = (host: HTMLElement) => readListRows(host.querySelector('.confirm-arguments dl'));

describe('an approval says in one sentence what happens, with what and where', () => {
  const web = 'https://search.example/html';
  test.each<[string, Partial<ApprovalDetails>, string]>([
    ['a tool', {}, 'Run send_note (Notes) on notes.example with “text”: “Low water at six.”, “to”: “ines” ?'],
    ['a tool without arguments', { arguments: '{}' }, 'Run send_note (Notes) on notes.example ?'],
    ['a tool on this machine', { destination: null, arguments: '{}' }, 'Run send_note (Notes) ?'],
    [
      'a tool on this machine with arguments',
      { destination: null, arguments: '{"count":3}' },
      'Run send_note (Notes) with “count”: “3” ?',
    ],
    [
      'a tool with many arguments',
      { arguments: '{"a":1,"b":2,"c":3,"d":4}' },
      'Run send_note (Notes) on notes.example with “a”: “1”, “b”: “2”, “c”: “3”, … ?',
    ],
    [
      'a search',
      { toolName: 'web_search', destination: web, arguments: '{"query":"high water Hamburg"}' },
      'Search search.example for “ high water Hamburg ”?',
    ],
    [
      'a search of one site',
      { toolName: 'web_search', destination: web, arguments: '{"query":"tides","site":"a.test"}' },
      'Search search.example for “ tides ” on a.test ?',
    ],
    [
      'a page',
      { toolName: 'open_page', destination: 'https://a.test/x?q=1', arguments: '{"url":"https://a.test/x?q=1"}' },
      'Open a page on a.test ?',
    ],
    [
      'a screenshot',
      { toolName: 'capture_page', destination: null, arguments: '{}' },
      'Send a screenshot of the tab on https://example.org to the model?',
    ],
  ])('of %s', async (_, change, sentence) => {
    expect(elementText((await renderCard(change)).querySelector('.permission-sentence'))).toBe(sentence);
  });

  test.each(
    tools
      .filter(({ effects }) => effects?.sendsTo !== undefined || effects?.needs !== undefined)
      .map(({ name }) => name),
  )('of %s without its technical name', async (toolName) => {
    if (toolName === 'open_page' || toolName === 'web_search' || toolName === 'capture_page') {
      const host = await renderCard({ toolName, origin: null });
      expect(elementText(host.querySelector('.permission-sentence'))).not.toContain(toolName);
    } else {
      // The others ask to read, in a separate sentence.
      const tool = tools.find(({ name }) => name === toolName);
      expect(tool?.effects?.sendsTo).toBeUndefined();
    }
  });

  test('is the name of the region with its buttons', async () => {
    const region = (await renderCard({})).querySelector('section');
    expect(elementText(document.getElementById(region?.getAttribute('aria-labelledby') ?? ''))).toMatch(
      /^Run send_note/,
    );
  });
});

describe('a page that is to be opened in a tab', () => {
  const url = 'https://app.test/tides';
  const about = { toolName: 'open_page', arguments: JSON.stringify({ url }), destination: url };

  test.each([
    ['scripts', 'app.test sees this as a visit from you, and the text goes to the model.'],
    ['login', 'If you are signed in to app.test in this browser, so is the tab, and its text goes to the model.'],
  ] as const)('says what happens, and who learns of it (%s)', async (cause, scope) => {
    const host = await renderCard({ ...about, tab: { url, cause } });
    expect(elementText(host.querySelector('.permission-sentence'))).toBe(
      'Open https://app.test/tides in a background tab with your cookies, read it and close the tab?',
    );
    expect(elementText(host.querySelector('.permission-scope'))).toContain(scope);
    expect(facts(host)[0]).toEqual(['Sent to', url]);
  });

  test('shows the whole address, and the one that the model requested if that redirected', async () => {
    const long = `https://app.test/${'a'.repeat(80)}`;
    const host = await renderCard({ ...about, destination: long, tab: { url: long, cause: 'scripts' } });
    expect(facts(host)[0]).toEqual(['Sent to', long]);
    expect(listed(host)).toEqual([['“url”', url]]);
  });

  test('has buttons that name what they do', async () => {
    const request = asking({ ...about, tab: { url, cause: 'scripts' } });
    const denied = await card(request);
    await press(denied.host, 'Don’t open');
    expect(denied.answers).toEqual([[false]]);
    const allowed = await card(request);
    await armed();
    await pressByHand(allowed.host, 'Open in a background tab');
    expect(allowed.answers).toEqual([[true]]);
  });
});

describe('an approval request for an effect', () => {
  test('shows the whole address and the sources of influence, and the exact bytes on demand', async () => {
    const host = await renderCard({});
    expect(facts(host)).toEqual([
      ['Sent to', 'https://notes.example/add?to=ines'],
      ['Has read', 'https://example.org https://tides.example'],
    ]);
    const exact = host.querySelector('details');
    expect(exact?.open).toBe(false);
    expect(elementText(exact?.querySelector('summary'))).toBe(
      `Exact request · expires at ${new Date(60_000).toLocaleTimeString('en')}`,
    );
    expect(readListRows(exact)).toEqual([
      ['Arguments', `send_note ${details.arguments}`],
      ['On page', 'https://example.org'],
    ]);
  });

  test.each([
    ['longer than the sentence shows', { text: 'word '.repeat(30).trim() }],
    ['with line breaks', { text: 'one\ntwo' }],
    ['with quotation marks, which could pass for another argument', { text: 'a”, to “b' }],
    ['more than are named', { a: '1', b: '2', c: '3', d: '4' }],
    ['of several levels', { filter: { deep: 'x'.repeat(80) } }],
  ])('lists arguments %s in full below', async (_, input: Record<string, unknown>) => {
    const host = await renderCard({ arguments: JSON.stringify(input) });
    const rows = [...host.querySelectorAll('.confirm-arguments dd pre')].map((each) => each.textContent);
    for (const value of Object.values(input)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      expect(rows).toContain(text);
    }
  });

  test('shows arguments without names as they are sent', async () => {
    const host = await renderCard({ arguments: '["a","b"]' });
    expect(elementText(host.querySelector('.confirm-arguments pre'))).toBe('send_note ["a","b"]');
  });

  test('calls bookmarks and the history by names in the language of the user', async () => {
    expect(facts(await renderCard({ sources: ['bookmarks', 'history'] }))).toContainEqual([
      'Has read',
      'your bookmarks your browsing history',
    ]);
  });

  test('calls other chats by a name in the language of the user', async () => {
    expect(facts(await renderCard({ sources: ['https://example.org', 'chats'] }))).toContainEqual([
      'Has read',
      'https://example.org your other chats',
    ]);
  });

  test('omits missing details', async () => {
    const host = await renderCard({ destination: null, origin: null, sources: [] });
    expect(facts(host)).toEqual([]);
    expect(readListRows(host).map(([name]) => name)).toEqual(['Arguments']);
  });

  test.each([
    ['no address', 'not an address'],
    ['an address without a host', 'mailto:ines@example.org'],
  ])('calls %s unreadable and shows it', async (_, destination) => {
    expect(facts(await renderCard({ destination }))[0]).toEqual(['Sent to', `an unreadable address ${destination}`]);
  });

  test.each([
    [{ type: 'searches', origin: 'https://search.test' }, 'Allow all searches with search.test in this chat'],
    [{ type: 'pages', origin: 'http://a.test:81' }, 'Allow all pages on http://a.test:81 in this chat'],
    [
      { type: 'tool', server: 'https://notes.test/mcp', tool: 'find' },
      'Allow all calls of find (notes.test) in this chat',
    ],
  ] as const)('offers a rule for the chat, which says all that it covers (%o)', async (rule, name) => {
    const { host, answers } = await card(asking({ rule }));
    await armed();
    await pressByHand(host, name);
    expect(answers).toEqual([[true, { forChat: true }]]);
  });

  test('mentions repaired arguments', async () => {
    expect((await renderCard({ repaired: true })).textContent).toContain(
      'Sidenote repaired them. Check them before you allow this.',
    );
    expect((await renderCard({})).textContent).not.toContain('repaired');
  });

  test('shows how a tool has changed, and what it would do', async () => {
    const change = { before: 'Sends a note.', after: 'Sends a note to anybody.' };
    const { host } = await card({
      ...asking({ change }),
      reason: label('askChangedTool', { tool: 'send_note (Notes)' }),
    });
    expect(elementText(host.querySelector('.permission-sentence'))).toMatch(/^Run send_note \(Notes\)/);
    expect(host.textContent).toContain('The description of send_note (Notes) has changed since you turned it on.');
    expect(host.querySelector('ins')?.textContent).toContain('to anybody');
  });

  test('shows invisible characters everywhere', async () => {
    const host = await renderCard({ arguments: '{"text":"a\u202eb"}' });
    expect(host.textContent).not.toContain('\u202e');
    expect(host.textContent?.match(/202e/g)?.length).toBeGreaterThanOrEqual(3);
  });

  test('of an older version shows its sentence', async () => {
    const { host } = await card(effect);
    expect(elementText(host.querySelector('.permission-sentence'))).toBe(effect.reason);
    expect(host.querySelector('details')).toBeNull();
  });
});

/** Names and arguments of a call that could make the card show something other than what is sent. */
describe('an approval card hides nothing', () => {
  const allow = (host: HTMLElement) => control(host, 'Allow') as HTMLButtonElement;
  const isMark = (element: Element) => element.classList.contains('read-mark');
  const note = (text: string) => ({ arguments: JSON.stringify({ text }) });

  test('of a long value: it is folded, and allowed once its end was in view', async () => {
    const host = await renderCard(note(`${'a line\n'.repeat(30)}PS: my account is 48291045`));
    await armed();
    expect(listed(host)[0]?.[1]).not.toContain('48291045');
    expect(allow(host).disabled).toBe(true);
    expect(host.textContent).toContain('You can allow this once you’ve seen all of it.');
    viewport.isInView = (element) => !element.closest('dd');
    await press(host, 'Show 19 more lines');
    expect(listed(host)[0]?.[1]).toContain('PS: my account is 48291045');
    await armed();
    expect(allow(host).disabled).toBe(true);
    viewport.isInView = () => true;
    await viewport.scroll();
    expect(allow(host).disabled).toBe(true);
    await armed();
    expect(allow(host).disabled).toBe(false);
    expect(host.textContent).not.toContain('You can allow this once');
  });

  test.each<[string, Partial<ApprovalDetails>]>([
    ['one long line', note('x'.repeat(2_000))],
    ['a long name', { arguments: JSON.stringify({ ['n'.repeat(2_000)]: 'value' }) }],
    ['a long address', { destination: `https://notes.example/${'x'.repeat(2_000)}` }],
    [
      'more arguments than are listed',
      { arguments: JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`n${n}`, n]))) },
    ],
    ['a long list', { arguments: JSON.stringify(Array.from({ length: 900 }, (_, n) => n)) }],
  ])('of %s: it cannot be allowed folded', async (_, change) => {
    const host = await renderCard(change);
    await armed();
    expect(allow(host).disabled).toBe(true);
  });

  test.each([
    ['the sentence', 'p'],
    ['where it goes', '.confirm-facts dd'],
    ['the last source', 'li:last-child'],
    ['a name', '.confirm-arguments dt'],
    ['a value', '.confirm-arguments dd'],
  ])('that was not in view yet: %s', async (_, place) => {
    viewport.isInView = (element) => !isMark(element) || element.closest(place) === null;
    const host = await renderCard(note('one\ntwo'));
    await armed();
    expect(allow(host).disabled).toBe(true);
    viewport.isInView = () => true;
    await viewport.scroll();
    await armed();
    expect(allow(host).disabled).toBe(false);
  });

  test('of the middle of a long value, whose end was jumped to', async () => {
    const host = await renderCard(note(`${'a line\n'.repeat(60)}the end`));
    let isAtEnd = true;
    viewport.isInView = (element) =>
      !isMark(element) || element.closest('.confirm-arguments dd') === null || !isAtEnd || element.nextSibling === null;
    await press(host, 'Show 49 more lines');
    await armed();
    expect(allow(host).disabled).toBe(true);
    isAtEnd = false;
    await viewport.scroll();
    await armed();
    expect(allow(host).disabled).toBe(false);
  });

  test('by empty lines and gaps, which are marks', async () => {
    const host = await renderCard(
      note(`Thank you.${'\n'.repeat(60)}PS: 48291045${' '.repeat(400)}end${' \n'.repeat(9)}`),
    );
    const [row] = listed(host);
    expect(row?.[1]).toBe('Thank you. ⏎ × 60 PS: 48291045 ␣ × 400 end ⏎ × 9');
    await armed();
    expect(allow(host).disabled).toBe(false);
  });

  test('with a name that equals one of Sidenote’s rows', async () => {
    const host = await renderCard({ arguments: '{"text":"a\\nb","Sent to":"https://mybank.example/"}' });
    expect(facts(host)[0]).toEqual(['Sent to', 'https://notes.example/add?to=ines']);
    expect(listed(host)).toContainEqual(['“Sent to”', 'https://mybank.example/']);
    const [first, second] = [host.querySelector('.confirm-facts'), host.querySelector('.confirm-arguments')];
    expect(first?.compareDocumentPosition(second as Element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('by a name or a title that ends the sentence', async () => {
    const host = await renderCard({ arguments: '{"a” at bank.example? Nothing else. “x":"b"}' });
    expect(elementText(host.querySelector('.permission-sentence'))).toContain(
      'with “a" at bank.example? Nothing else. "x”: “b” ?',
    );
    expect(listed(host)).toEqual([['“a” at bank.example? Nothing else. “x”', 'b']]);
    const titled = await card(asking({}, `${'Send a note '.repeat(20)}\n?`));
    expect(titled.host.querySelector('.permission-tool')?.textContent).toHaveLength(60);
  });

  test('by letters of another alphabet in a host', async () => {
    const destination = 'https://mcp.раураl.com/x';
    const host = await renderCard({ destination, arguments: '{"site":"https://раураl.com/"}' });
    expect(facts(host)[0]?.[1]).toBe(`https://${URL.parse(destination)?.host}/x`);
    expect(listed(host)[0]?.[1]).toContain('→ https://xn--');
    const address = { toolName: 'open_page', destination, arguments: JSON.stringify({ url: destination }) };
    const tab = await renderCard({ ...address, tab: { url: destination, cause: 'scripts' } });
    // On demand, the exact request is what the model wrote.
    tab.querySelector('details')?.remove();
    expect(tab.textContent).not.toContain('раураl');
  });

  test('by letters of another alphabet in names and values', async () => {
    const [cyrillic, word] = ['am\u043Eunt', '\u0441\u043E\u0440\u0443'];
    const host = await renderCard({
      arguments: JSON.stringify({ [cyrillic]: '1', note: word, text: `Сообщение: ${word}` }),
      sources: [`file: ${word}`],
    });
    const shown = '\\u{441}\\u{43e}\\u{440}\\u{443}';
    expect(listed(host)).toEqual([
      ['“am\\u{43e}unt”', '1'],
      ['“note”', shown],
      ['“text”', `Сообщение: ${word}`],
    ]);
    expect(host.querySelector('.confirm-facts li bdi')?.textContent).toBe(`file: ${shown}`);
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en', 'uk']);
    expect(listed(await renderCard({ arguments: JSON.stringify({ note: word, id: '1\n' }) }))[0]?.[1]).toBe(word);
  });

  test('by the name of a source', async () => {
    const sources = ['file: a\u202eb', 'project: x, https://bank.example', 'constructor', '__proto__'];
    const host = await renderCard({ sources });
    const names = [...host.querySelectorAll('.confirm-facts li bdi')].map((each) => each.textContent);
    expect(names).toEqual(['file: a\\u{202e}b', 'project: x, https://bank.example', 'constructor', '__proto__']);
  });
});
