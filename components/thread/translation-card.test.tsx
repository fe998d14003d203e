// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';
import type { Failure } from '../../lib/contracts/failure.ts';
import { NO_PROGRESS, type PageTranslation } from '../../lib/contracts/page-translation.ts';
import { control, press, render } from '../../lib/testing/render-component.tsx';
import { type ShownTranslation, TranslationCard } from './translation-card.tsx';

const known = (change: Partial<PageTranslation>): ShownTranslation => ({
  state: 'known',
  translation: {
    target: 'de',
    status: { type: 'translating' },
    shows: 'translation',
    progress: { ...NO_PROGRESS, translated: 3 },
    ...change,
  } as PageTranslation,
});
const FAILURE: Failure = { code: 'internal', reason: { type: 'page-failed', error: 'no-access' }, retryable: true };

const STATES: [string, ShownTranslation][] = [
  ['is starting', { state: 'starting' }],
  ['downloads', { state: 'downloading', share: 0.5 }],
  ['was refused', { state: 'refused', failure: FAILURE }],
  ['runs', known({})],
  ['is stopped', known({ status: { type: 'stopped' } })],
  ['failed', known({ status: { type: 'failed', failure: FAILURE } })],
  ['left parts out', known({ progress: { ...NO_PROGRESS, translated: 3, failed: 2 } })],
  ['asks', known({ status: { type: 'asking', question: { reason: 'sensitive-fields', origin: 'https://a.test' } } })],
  ['needs a download', known({ status: { type: 'to-download', source: 'en' } })],
];

async function renderCard(shown: ShownTranslation) {
  const onAction = vi.fn();
  const card = (each: ShownTranslation) => (
    <TranslationCard
      shown={each}
      target="de"
      onTarget={() => undefined}
      engine={null}
      onEngine={() => undefined}
      onStart={() => undefined}
      onApprove={() => undefined}
      onAction={onAction}
      onDownload={() => undefined}
      onClose={() => undefined}
    />
  );
  const { host, rerender } = await render(card(shown));
  return { host, onAction, show: (next: ShownTranslation) => rerender(card(next)) };
}

describe('the card of a translation', () => {
  test.each(STATES)('has the same boxes when it %s, so that its height stays the same', async (_, shown) => {
    const { host } = await renderCard(shown);
    const [card] = host.children;
    expect([...(card?.children ?? [])].map(({ tagName, className }) => `${tagName} ${className}`)).toEqual([
      'HEADER ',
      'DIV translation-choices',
      'DIV translation-status',
      'DIV panel-card-buttons translation-buttons',
    ]);
    expect(host.querySelector('.translation-status')?.textContent).not.toBe('');
  });

  test('says that the page asks not to be translated, and that code stays unchanged', async () => {
    const { host, show } = await renderCard(known({ progress: { ...NO_PROGRESS, optsOut: true } }));
    expect(host.textContent).toContain('This page asks not to be translated');
    expect(host.textContent).not.toContain('Translating');
    await show(known({ progress: { ...NO_PROGRESS, translated: 2, codeBlocks: 1 } }));
    expect(host.textContent).toContain('Code and long preformatted text aren’t translated.');
  });

  test.each<[string, Partial<PageTranslation>, string[]]>([
    ['runs', {}, ['Stop', 'Show original']],
    ['waits for the first text', { progress: NO_PROGRESS }, ['Stop', 'Show original']],
    ['is stopped', { status: { type: 'stopped' } }, ['Continue', 'Show original']],
    ['failed', { status: { type: 'failed', failure: FAILURE } }, ['Try again', 'Show original']],
    ['translated nothing', { progress: { ...NO_PROGRESS, failed: 4 } }, ['Try again']],
    ['shows the original', { shows: 'original' }, ['Show translation']],
    ['is refused by the page', { progress: { ...NO_PROGRESS, optsOut: true } }, []],
  ])('offers what can be done when it %s', async (_, change, labels) => {
    const { host } = await renderCard(known(change));
    const buttons = host.querySelectorAll('.translation-buttons button');
    expect([...buttons].map(({ textContent }) => textContent)).toEqual(labels);
  });

  test('says that nothing could be translated, instead of translating for ever', async () => {
    const { host } = await renderCard(known({ progress: { ...NO_PROGRESS, failed: 4 } }));
    expect(host.textContent).toContain('Nothing in view could be translated.');
    expect(host.textContent).toContain('4 parts weren’t translated');
    expect(host.textContent).not.toContain('Translating');
  });

  test('does not press “Continue” with a click that was meant for “Stop”', async () => {
    const { host, onAction, show } = await renderCard(known({}));
    const stop = control(host, 'Stop');
    await press(host, 'Stop');
    await show(known({ status: { type: 'stopped' } }));
    stop.click();
    expect(onAction.mock.calls).toEqual([['stop']]);
    await press(host, 'Continue');
    expect(onAction.mock.calls).toEqual([['stop'], ['continue']]);
  });

  test('keeps the focus when the focused button goes', async () => {
    const { host, show } = await renderCard(known({}));
    control(host, 'Stop').focus();
    await show(known({ status: { type: 'stopped' } }));
    expect(document.activeElement).toBe(host.firstElementChild);
  });

  test('does not take the focus from elsewhere', async () => {
    const { host, show } = await renderCard(known({}));
    control(host, 'Stop').focus();
    const field = document.createElement('input');
    host.append(field);
    field.focus();
    await show(known({ status: { type: 'stopped' } }));
    expect(document.activeElement).toBe(field);
  });
});
