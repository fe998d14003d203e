// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HighlightAnswer, type PagePassage } from '../contracts/index.ts';
import { answerHighlightRequest } from './highlight-requests.ts';

class FakeHighlight extends Set<Range> {
  priority = 0;
  constructor(...ranges: Range[]) {
    super(ranges);
  }
}
const highlights = new Map<string, FakeHighlight>();
const lit = () => [...(highlights.get('sidenote-lit') ?? [])].map(String);

/** The page is read in slices, with pauses in between. */
const settle = () => vi.advanceTimersByTimeAsync(500);

const passage = (text: string): PagePassage => ({ text, before: '', after: '' });
const light = async (...texts: string[]) => {
  const answer = answerHighlightRequest({ type: 'light', sessionId: 's', passages: texts.map(passage) });
  await settle();
  return answer;
};
const watch = (...texts: string[]) =>
  answerHighlightRequest({ type: 'watch', sessionId: 's', origin: '', passages: texts.map(passage) });
const next = () => answerHighlightRequest({ type: 'next', sessionId: 's' });

/** Moves the pointer onto a text node, or off the text. */
function point(node: Node | null, more: PointerEventInit & { isTrusted?: boolean } = {}): void {
  Document.prototype.caretPositionFromPoint = () =>
    node && ({ offsetNode: node, offset: 1 } as unknown as CaretPosition);
  const event = new PointerEvent('pointermove', { clientX: 5, clientY: 5, pointerType: 'mouse', ...more });
  Object.defineProperty(event, 'isTrusted', { value: more.isTrusted ?? true });
  window.dispatchEvent(event);
}
const text = (index: number) => document.querySelectorAll('p')[index]?.firstChild ?? null;

beforeEach(() => {
  highlights.clear();
  vi.stubGlobal('CSS', { highlights });
  vi.stubGlobal('Highlight', FakeHighlight);
  vi.spyOn(Range.prototype, 'getClientRects').mockReturnValue([new DOMRect(0, 0, 90, 20)] as unknown as DOMRectList);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  document.body.innerHTML = '<p>Low tide at six.</p><p>High tide at noon.</p><p>Low tide at six.</p>';
});
afterEach(async () => {
  await answerHighlightRequest({ type: 'end', sessionId: 's' });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('highlighting of what the panel points at', () => {
  test('is lit up, without a change of the document, until something else is', async () => {
    const before = document.documentElement.outerHTML;
    await watch();
    expect(await light('high tide at noon')).toEqual({ type: 'done', count: 1 });
    expect(lit()).toEqual(['High tide at noon']);
    expect(document.documentElement.outerHTML).toBe(before);
    await light();
    expect(highlights.size).toBe(0);
  });

  test('is not highlighted if the page contains it twice, or not at all', async () => {
    await watch();
    expect(await light('Low tide at six', 'No tide at all')).toEqual({ type: 'done', count: 0 });
    expect(highlights.size).toBe(0);
  });

  test('is found again after the page was redrawn, and is not highlighted if it is gone', async () => {
    await watch();
    await light('High tide at noon');
    document.body.innerHTML = '<main><p>High <b>tide</b> at noon.</p></main>';
    await vi.advanceTimersByTimeAsync(1000);
    expect(lit()).toEqual(['High tide at noon']);
    document.body.innerHTML = '<main></main>';
    await vi.advanceTimersByTimeAsync(1000);
    expect(highlights.size).toBe(0);
  });

  test('is found if the page changed while it was read, and again if it changes later', async () => {
    // Read in several slices.
    document.body.innerHTML = '<p>Tide.</p>'.repeat(300);
    await watch();
    const answer = answerHighlightRequest({ type: 'light', sessionId: 's', passages: [passage('Ebb at three')] });
    document.body.prepend('Spring tide.');
    await settle();
    expect(await answer).toEqual({ type: 'done', count: 0 });
    document.body.append(' Ebb at three.');
    await vi.advanceTimersByTimeAsync(1000);
    expect(lit()).toEqual(['Ebb at three']);
    document.body.innerHTML = '<p>Neap tide: ebb at <b>three</b>.</p>';
    await vi.advanceTimersByTimeAsync(1000);
    expect(lit()).toEqual(['ebb at three']);
  });

  test('is found when any attribute of the page shows it', async () => {
    const isOpen = () => document.querySelector('div')?.getAttribute('aria-expanded') === 'true';
    vi.spyOn(Element.prototype, 'checkVisibility').mockImplementation(isOpen);
    document.body.innerHTML = '<div aria-expanded="false">Ebb at three.</div>';
    await watch();
    await light('Ebb at three');
    expect(lit()).toEqual([]);
    document.querySelector('div')?.setAttribute('aria-expanded', 'true');
    await vi.advanceTimersByTimeAsync(1000);
    expect(lit()).toEqual(['Ebb at three']);
  });

  test('is found between footnote marks, which the text that was read does not contain', async () => {
    document.body.innerHTML = '<p>High tide<sup>[3]</sup> is at noon<sup>[4]</sup>, ebb at three.</p>';
    await watch();
    await light('High tide is at noon, ebb at three.');
    expect(lit()).toEqual(['High tide[3] is at noon[4], ebb at three']);
  });

  test('of two panels is highlighted for both, and stays when one of them ends', async () => {
    await watch();
    await answerHighlightRequest({ type: 'watch', sessionId: 'other', origin: '', passages: [] });
    const other = answerHighlightRequest({ type: 'light', sessionId: 'other', passages: [passage('High tide')] });
    await settle();
    await other;
    await light('tide at noon');
    expect(lit()).toEqual(['High tide', 'tide at noon']);
    await answerHighlightRequest({ type: 'end', sessionId: 'other' });
    expect(lit()).toEqual(['tide at noon']);
    await light();
    expect(highlights.size).toBe(0);
  });

  test('whose text is hidden by its style is not part of the page', async () => {
    const isVisible = Element.prototype.checkVisibility;
    vi.spyOn(Element.prototype, 'checkVisibility').mockImplementation(function (this: Element, options) {
      return options?.visibilityProperty === true && this.nodeName === 'I' ? false : isVisible.call(this, options);
    });
    document.body.innerHTML = '<p>High tide <i>or so</i> at noon.</p>';
    await watch();
    await light('High tide at noon');
    expect(lit()).toEqual(['High tide or so at noon']);
  });

  test('is removed when the panel ends the session, or stops asking', async () => {
    await watch();
    await light('High tide at noon');
    await answerHighlightRequest({ type: 'end', sessionId: 's' });
    expect(highlights.size).toBe(0);
    await watch();
    await light('High tide at noon');
    await vi.advanceTimersByTimeAsync(6000);
    expect(highlights.size).toBe(0);
    expect(await light('High tide at noon')).toEqual({ type: 'gone' });
  });
});

describe('the pointer', () => {
  test('on a watched passage is reported by the number of the passage, and so is leaving it', async () => {
    await watch('Nothing here', 'High tide at noon');
    const first = next();
    point(text(1));
    await vi.advanceTimersByTimeAsync(500);
    expect(await first).toEqual({ type: 'pointed', index: 1 });
    const second = next();
    point(text(0));
    await vi.advanceTimersByTimeAsync(500);
    expect(await second).toEqual({ type: 'pointed', index: null });
  });

  test.each([
    ['a script of the page', { isTrusted: false }],
    ['a finger', { pointerType: 'touch' }],
  ])('of %s is not reported', async (_, more) => {
    await watch('High tide at noon');
    const answer = next();
    point(text(1), more);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await answer).toEqual({ type: 'pointed', index: null });
  });

  test('is looked up seldom for many moves, and its answer is one that the panel accepts', async () => {
    await watch('High tide at noon');
    const answer = next();
    for (let move = 0; move < 100; move += 1) point(text(1));
    const find = vi.spyOn(Document.prototype, 'caretPositionFromPoint');
    await vi.advanceTimersByTimeAsync(75);
    expect(find).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect(find).toHaveBeenCalledTimes(2);
    expect(HighlightAnswer.parse(await answer)).toEqual({ type: 'pointed', index: 0 });
  });

  test('is detected on a button, whose text has no caret', async () => {
    document.body.innerHTML = '<p>Low tide</p><button>High tide at noon</button>';
    await watch('High tide at noon');
    const answer = next();
    Document.prototype.elementFromPoint = () => document.querySelector('button');
    point(null);
    await vi.advanceTimersByTimeAsync(500);
    expect(await answer).toEqual({ type: 'pointed', index: 0 });
  });

  test('that leaves is reported immediately, even while the page changes', async () => {
    await watch('High tide at noon');
    const first = next();
    point(text(1));
    await vi.advanceTimersByTimeAsync(500);
    expect(await first).toEqual({ type: 'pointed', index: 0 });
    const second = next();
    document.body.append('.');
    const out = new PointerEvent('pointerout', { relatedTarget: null });
    window.dispatchEvent(out);
    await vi.advanceTimersByTimeAsync(300);
    expect(await Promise.race([second, Promise.resolve('none')])).toEqual({ type: 'pointed', index: null });
  });

  test('is noticed on a page that changes all the time', async () => {
    document.body.innerHTML = `<p>Low tide</p><p>High tide at noon.</p>${'<p>Tide.</p>'.repeat(300)}`;
    await watch('High tide at noon');
    const answer = next();
    for (let round = 0; round < 60; round += 1) {
      document.querySelector('p')?.setAttribute('title', `${round}`);
      point(text(1));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(await answer).toEqual({ type: 'pointed', index: 0 });
  });

  test('that only passes over a watched passage is not reported', async () => {
    await watch('High tide at noon');
    await vi.advanceTimersByTimeAsync(500);
    const answer = next();
    point(text(1));
    await vi.advanceTimersByTimeAsync(100);
    point(text(0));
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await answer).toEqual({ type: 'pointed', index: null });
  });

  test('is not listened to after the session has ended', async () => {
    await watch('High tide at noon');
    const answer = next();
    await answerHighlightRequest({ type: 'end', sessionId: 's' });
    expect(await answer).toEqual({ type: 'gone' });
    point(text(1));
    const find = vi.spyOn(Document.prototype, 'caretPositionFromPoint');
    await vi.advanceTimersByTimeAsync(1000);
    expect(find).not.toHaveBeenCalled();
  });
});

test('a document of another site than the one that is meant gets no session', async () => {
  const request = { type: 'watch', sessionId: 's', origin: 'https://other.test', passages: [] } as const;
  expect(await answerHighlightRequest(request)).toEqual({ type: 'gone' });
  expect(await light('High tide at noon')).toEqual({ type: 'gone' });
});
