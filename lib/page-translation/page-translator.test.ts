// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageText, TranslationAnswer, TranslationRequest } from '../contracts/index.ts';
import { answerTranslationRequest } from './translation-requests.ts';

/** Reports the elements that the test declares to be in view, since happy-dom has no layout. */
class FakeObserver {
  static current: FakeObserver;
  readonly targets = new Set<Element>();
  readonly #report: (entries: { target: Element; isIntersecting: boolean }[]) => void;

  constructor(report: FakeObserver['see']) {
    this.#report = report as never;
    FakeObserver.current = this;
  }
  observe(target: Element): void {
    this.targets.add(target);
    if (target.closest('[data-far]') === null) queueMicrotask(() => this.see([{ target, isIntersecting: true }]));
  }
  unobserve(target: Element): void {
    this.targets.delete(target);
  }
  disconnect(): void {
    this.targets.clear();
  }
  see(entries: { target: Element; isIntersecting: boolean }[]): void {
    this.#report(entries.filter(({ target }) => this.targets.has(target)));
  }
}

const ID = 'one';
const requireState = (answer: TranslationAnswer) => {
  if (answer.type === 'gone') throw new Error('The translation is gone.');
  return answer;
};
const ask = async (request: TranslationRequest) => requireState(await answerTranslationRequest(request));
/** Starts the translator, and waits until everything in view has been reported. */
async function start(): Promise<void> {
  await ask({ type: 'start', translationId: ID, target: 'de' });
  await new Promise((resolve) => setTimeout(resolve, 20));
}
const take = async (taker = 'worker', maxTexts = 20, waitMs = 5_000): Promise<PageText[]> =>
  (await ask({ type: 'take', translationId: ID, taker, maxTexts, maxCharacters: 5_000, waitMs })).texts;
const put = (texts: readonly PageText[], translate: (text: string) => string) =>
  ask({ type: 'put', translationId: ID, translations: texts.map(({ id, text }) => ({ id, text: translate(text) })) });
const inCapitals = (text: string) => text.toUpperCase();
const html = () => document.body.innerHTML;

beforeEach(() => {
  // The browsers' default styles, which happy-dom lacks for some elements.
  vi.stubGlobal('getComputedStyle', (element: Element) => ({
    display: /^(?:a|b|i|span)$/.test(element.localName) ? 'inline' : 'block',
    direction: 'ltr',
    whiteSpace: element.localName === 'pre' || element.id === 'post' ? 'pre-wrap' : 'normal',
  }));
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 20));
});
afterEach(async () => {
  await answerTranslationRequest({ type: 'end', translationId: ID });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('returns the texts in view, inserts translations, and restores exactly the original', async () => {
  document.body.innerHTML = '<h1>Tides</h1>\n<p>\n Read <a href="/x">the book</a> now\n</p><p data-far="">Far away</p>';
  const before = html();
  const nodes = document.querySelector('p')?.childNodes ?? [];
  const same = [...nodes];
  await start();
  const texts = await take();
  expect(texts.map(({ text }) => text)).toEqual(['Tides', 'Read <1>the book</1> now']);
  expect((await put(texts, inCapitals)).progress).toMatchObject({ translated: 2, left: 0, failed: 0 });
  expect(html()).toContain('READ <a href="/x">THE BOOK</a> NOW');
  await ask({ type: 'show', translationId: ID, shows: 'original' });
  expect(html().replaceAll(/ (?:lang|dir)="\w+"/g, '')).toBe(before);
  await ask({ type: 'show', translationId: ID, shows: 'translation' });
  expect(html()).toContain('THE BOOK');
  await ask({ type: 'end', translationId: ID });
  expect(html()).toBe(before);
  expect([...(document.querySelector('p')?.childNodes ?? [])]).toEqual(same);
});

test('keeps the line breaks of a text that shows them, and their indents', async () => {
  document.body.innerHTML = '<div id="post">First line \n\n  Second <b>bold</b> words\n• one\n</div><p>Not\nhere</p>';
  await start();
  const texts = await take();
  expect(texts.map(({ text }) => text)).toEqual(['First line<1/>Second <2>bold</2> words<3/>• one', 'Not here']);
  await put(texts, inCapitals);
  expect(document.querySelector('#post')?.innerHTML).toBe('FIRST LINE \n\n  SECOND <b>BOLD</b> WORDS\n• ONE\n');
  await ask({ type: 'show', translationId: ID, shows: 'original' });
  expect(document.querySelector('#post')?.textContent).toBe('First line \n\n  Second bold words\n• one\n');
});

test('translates preformatted prose line by line, and counts code that it leaves', async () => {
  document.body.innerHTML =
    '<pre>Roses are red,\nviolets are blue, my dear.</pre><pre>let x = words[3];\nreturn x + more;</pre><pre><code>npm start it now please</code></pre>';
  await start();
  const texts = await take();
  expect(texts.map(({ text }) => text)).toEqual(['Roses are red,<1/>violets are blue, my dear.']);
  const { progress } = await put(texts, inCapitals);
  expect(progress.codeBlocks).toBe(2);
  expect(document.querySelector('pre')?.textContent).toBe('ROSES ARE RED,\nVIOLETS ARE BLUE, MY DEAR.');
});

test.each(['body', 'html'])('reports a page that asks as a whole not to be translated, at its %s', async (name) => {
  const whole = document.querySelector(name) as Element;
  whole.className = 'notranslate';
  document.body.innerHTML = '<p>The sea</p>';
  await start();
  expect((await ask({ type: 'return', translationId: ID, ids: [] })).progress.optsOut).toBe(true);
  expect(await take('worker', 20, 20_000)).toEqual([]);
  whole.className = '';
});

test('sets the language of translated text, and removes it again', async () => {
  document.body.innerHTML = '<p lang="en" id="a">Low tide</p>';
  await start();
  await put(await take(), inCapitals);
  expect(document.querySelector('#a')?.getAttribute('lang')).toBe('de');
  await ask({ type: 'end', translationId: ID });
  expect(html()).toBe('<p lang="en" id="a">Low tide</p>');
});

test('translates equal texts once', async () => {
  document.body.innerHTML = '<p>Reply</p><p data-far="">Reply</p><p>Reply</p>';
  await start();
  const texts = await take();
  expect(texts).toHaveLength(1);
  await put(texts, inCapitals);
  const far = document.querySelector('[data-far]') as Element;
  FakeObserver.current.see([{ target: far, isIntersecting: true }]);
  expect(document.body.textContent).toBe('REPLYREPLYREPLY');
  expect(await take('worker', 20, 0)).toEqual([]);
});

test('does not request text that was scrolled past before it was taken', async () => {
  document.body.innerHTML = '<p data-far="">Far away</p>';
  await start();
  await vi.waitFor(() => expect(FakeObserver.current.targets.size).toBe(1));
  const [target] = FakeObserver.current.targets as Set<Element> & Iterable<Element>;
  for (const isIntersecting of [true, false]) FakeObserver.current.see([{ target: target as Element, isIntersecting }]);
  expect(await take('worker', 20, 0)).toEqual([]);
});

test('translates text by text if a translation has lost the tags', async () => {
  document.body.innerHTML = '<p>Read <a href="/x">the book</a> right now</p>';
  await start();
  await put(await take(), () => 'LIES DAS BUCH');
  const pieces = await take();
  expect(pieces.map(({ text }) => text)).toEqual(['Read', 'the book', 'right now']);
  await put(pieces, inCapitals);
  expect(document.querySelector('p')?.innerHTML).toBe('READ <a href="/x">THE BOOK</a> RIGHT NOW');
});

test('includes the text before a single word, which can make it a secret', async () => {
  document.body.innerHTML = '<table><tr><td>Your password</td><td>swordfish</td></tr></table>';
  await start();
  expect(await take()).toMatchObject([{ before: '' }, { text: 'swordfish', before: 'Your password' }]);
});

describe('a worker that was stopped', () => {
  test('leaves its texts to the next one', async () => {
    document.body.innerHTML = '<p>Low tide</p>';
    await start();
    const texts = await take('first');
    expect(await take('first', 20, 0)).toEqual([]);
    expect(await take('second')).toEqual(texts);
  });

  test('receives no texts that come into view later', async () => {
    document.body.innerHTML = '<p data-far="">Low tide</p>';
    await start();
    const first = take('first', 20, 5_000);
    const second = take('second', 20, 5_000);
    expect(await first).toEqual([]);
    const target = document.querySelector('p') as Element;
    await vi.waitFor(() => expect(FakeObserver.current.targets.size).toBe(1));
    FakeObserver.current.see([{ target, isIntersecting: true }]);
    expect(await second).toHaveLength(1);
  });
});

describe('a page that changes', () => {
  test('has its new text translated, which is not restored', async () => {
    document.body.innerHTML = '<p>Low <b>tide</b> today</p>';
    await start();
    await put(await take(), inCapitals);
    const [first] = document.querySelector('p')?.childNodes ?? [];
    (first as Text).data = 'High ';
    const texts = await take('worker', 20, 2_000);
    expect(texts.map(({ text }) => text)).toEqual(['High <1>tide</1> today']);
    await put(texts, inCapitals);
    await ask({ type: 'end', translationId: ID });
    expect(html()).toBe('<p>High <b>tide</b> today</p>');
  });

  test('has what it adds translated, and what it writes over a translation stays', async () => {
    document.body.innerHTML = '<main><p>Low tide</p></main>';
    await start();
    await put(await take(), inCapitals);
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<div><p>New comment</p></div>');
    expect((await take('worker', 20, 2_000)).map(({ text }) => text)).toEqual(['New comment']);
    (document.querySelector('p')?.firstChild as Text).data = 'Written now';
    await ask({ type: 'end', translationId: ID });
    expect(document.querySelector('p')?.textContent).toBe('Written now');
  });

  test('has its new text translated if it replaces its body', async () => {
    document.body.innerHTML = '<p>Low tide</p>';
    await start();
    await put(await take(), inCapitals);
    const body = document.createElement('body');
    body.innerHTML = '<p>Next page</p>';
    document.body.replaceWith(body);
    const texts = await take('worker', 20, 2_000);
    expect(texts.map(({ text }) => text)).toEqual(['Next page']);
    await put(texts, inCapitals);
    document.body.insertAdjacentHTML('beforeend', '<p>New comment</p>');
    expect((await take('worker', 20, 2_000)).map(({ text }) => text)).toEqual(['New comment']);
  });

  test('also has text that it adds to a shadow tree translated', async () => {
    document.body.innerHTML = '<div id="host"></div>';
    const shadow = document.querySelector('#host')?.attachShadow({ mode: 'open' });
    if (shadow) shadow.innerHTML = '<p>Low tide</p>';
    await start();
    await put(await take(), inCapitals);
    const added = document.createElement('p');
    added.textContent = 'New comment';
    shadow?.append(added);
    expect((await take('worker', 20, 2_000)).map(({ text }) => text)).toEqual(['New comment']);
  });

  test('keeps the language that it names while it is translated', async () => {
    document.body.innerHTML = '<p lang="en">Low tide</p>';
    await start();
    await put(await take(), inCapitals);
    const paragraph = document.querySelector('p');
    paragraph?.setAttribute('lang', 'fr');
    (paragraph?.firstChild as Text).data = 'Basse mer';
    await put(await take('worker', 20, 2_000), inCapitals);
    expect(html()).toBe('<p lang="de">BASSE MER</p>');
    await ask({ type: 'end', translationId: ID });
    expect(html()).toBe('<p lang="fr">Basse mer</p>');
  });

  test('is left alone if it changes a text all the time', async () => {
    document.body.innerHTML = '<p>One second</p>';
    await start();
    const seen: string[] = [];
    for (const word of ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']) {
      (document.querySelector('p')?.firstChild as Text).data = `${word} seconds`;
      seen.push(...(await take('worker', 20, 400)).map(({ text }) => text));
    }
    expect(seen.length).toBeLessThan(7);
    expect(seen).not.toContain('nine seconds');
  });
});

test('shows the original at the left edge of its paragraph, regardless of the direction of the page', async () => {
  document.body.innerHTML = '<p>Low tide</p>';
  await start();
  await put(await take(), inCapitals);
  const paragraph = document.querySelector('p') as Element;
  vi.spyOn(paragraph, 'getBoundingClientRect').mockReturnValue(new DOMRect(300, 40, 200, 20));
  paragraph.dispatchEvent(new Event('focusin', { bubbles: true }));
  await vi.waitFor(() => expect(document.documentElement.lastElementChild?.localName).toBe('div'));
  const { style } = document.documentElement.lastElementChild as HTMLElement;
  // Logical properties would follow the direction, which `all: initial` does not reset.
  expect([style.left, style.insetInlineStart]).toEqual(['300px', '']);
});

test('a document that does not have this translation says so', async () => {
  document.body.innerHTML = '<p>Low tide</p>';
  await start();
  expect(await answerTranslationRequest({ type: 'show', translationId: 'other', shows: 'original' })).toEqual({
    type: 'gone',
  });
});

test('a page that is left is restored, so that Back shows the original', async () => {
  document.body.innerHTML = '<p>Low tide</p>';
  await start();
  await put(await take(), inCapitals);
  window.dispatchEvent(new Event('pagehide'));
  expect(html()).toBe('<p>Low tide</p>');
});
