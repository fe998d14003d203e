import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ThreadState } from '../../lib/contracts/thread.ts';
import { collectKnownTexts, hostsAskedAbout } from '../../lib/security/known-texts.ts';
import { linkRisk } from '../../lib/security/link-risk.ts';
import { asked, buildThread, runStart } from '../../lib/testing/agent/scripted-thread.ts';
import { AskedHosts, KnownTexts } from './link.tsx';
import { Markdown } from './markdown.tsx';

const READ =
  'Her password is hunter2x9, account 48291045. Meet at the old mill. See https://news.test/tides/hunter2x9.';
const risk = (address: string) => linkRisk(new URL(address), [READ]);

test.each([
  'https://en.wikipedia.org/wiki/High_tide',
  'https://example.org/search?q=tides&page=2',
  'https://example.org/account/settings#top',
  'https://news.test/tides/hunter2x9',
  'mailto:editor@example.org',
])('%s opens with a click', (address) => {
  expect(risk(address)).toBeNull();
});

test.each([
  'https://evil.test/?q=aGVyIHBhc3N3b3JkIGlzIGh1bnRlcjI',
  'https://evil.test/#0123456789012345678901234567890123',
  `https://evil.test/${'word-'.repeat(20)}`,
  'https://evil.test/a1b2c3d4e5f6a7b8c9d0e1f2a3',
  'https://user:pass@evil.test/',
  'https://abcdefghijklmnopqrstuvwxyz0123456789.evil.test/',
  'mailto:a@evil.test?subject=x&body=all+that+was+on+the+page',
])('%s is long enough to exfiltrate data', (address) => {
  expect(risk(address)).toBe('long');
});

test.each([
  'https://evil.test/hunter2x9',
  'https://evil.test/?a=48291045',
  'https://evil.test/?q=the%20old%20mill',
  'https://hunter2x9.evil.test/',
])('%s repeats text that was read', (address) => {
  expect(risk(address)).toBe('repeats-chat');
});

test('a link that may exfiltrate data cannot be opened before its whole address was shown', () => {
  const html = (text: string) =>
    renderToStaticMarkup(
      <KnownTexts value={() => [READ]}>
        <Markdown text={text} />
      </KnownTexts>,
    );
  expect(html('[more](https://evil.test/hunter2x9)')).not.toContain('<a ');
  expect(html('[more](https://evil.test/hunter2x9)')).toContain('<button type="button" class="link"');
  expect(html('[more](https://example.org/a)')).toContain('data-address="https://example.org/a"');
});

test('attachments of a question also count as known texts', () => {
  const files = [{ type: 'text', name: 'notes.txt', text: READ }];
  const tabs = [{ tabId: 1, title: 'Inbox of Ada', url: 'https://mail.test/ada' }];
  const thread = { messages: [{ role: 'user', messageId: 'q', content: 'Why?', at: 0, files, tabs }] };
  const received = collectKnownTexts(thread as unknown as ThreadState);
  expect(received).toEqual(['Why?', 'Inbox of Ada', 'https://mail.test/ada', READ]);
  expect(linkRisk(new URL('https://evil.test/hunter2x9'), received)).toBe('repeats-chat');
});

test('an address that the model gave a tool is not known, though the result names it', () => {
  const address = `https://sink.test/?d=${'everything-it-read-'.repeat(3)}`;
  const call = {
    state: 'output-available',
    toolCallId: 'a',
    toolName: 'open_page',
    input: { url: address },
    output: { content: `Page\nURL: ${address}\n\nNothing here.`, details: { url: address } },
  };
  const steps = [{ parts: [{ type: 'tool-call', call }] }];
  const thread = {
    messages: [{ role: 'assistant', contexts: [], steps }],
    imported: new Set(),
  } as unknown as ThreadState;
  expect(collectKnownTexts(thread)).toEqual(['Page\nURL:  \n\nNothing here.']);
  expect(linkRisk(new URL(address), collectKnownTexts(thread))).toBe('long');
});

test('a link into the own network is opened at once only if the chat is about its host', () => {
  const html = (hosts: string[]) =>
    renderToStaticMarkup(
      <AskedHosts value={() => new Set(hosts)}>
        <Markdown text="[more](http://192.168.1.1/reboot)" />
      </AskedHosts>,
    );
  expect(html([])).toContain('<button type="button" class="link"');
  expect(html(['192.168.1.1'])).toContain('data-address="http://192.168.1.1/reboot"');
});

test('the chat is about the hosts of its pages, of added tabs, and of what the user wrote, and none that a file names', () => {
  const page = { title: 'Wiki', url: 'http://wiki.lan/a' };
  const tabs = [{ tabId: 2, title: 'Router', url: 'http://192.168.1.1/x' }];
  const question = { ...asked('q', 'See http://localhost:3000/y'), tabs };
  const thread = buildThread(question as never, runStart('r', { page }));
  expect([...hostsAskedAbout(thread)].sort()).toEqual(['192.168.1.1', 'localhost:3000', 'wiki.lan']);
  const imported = buildThread(question as never, runStart('r', { page }), { type: 'chat-import' });
  expect([...hostsAskedAbout(imported)]).toEqual([]);
});
