// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { AnswerDifferences, AssistantMessage } from '../../lib/contracts/index.ts';
import { buildThread, lastRun, runEnd, runStart, step, textDelta } from '../../lib/testing/agent/scripted-thread.ts';
import { elementText, press, render } from '../../lib/testing/render-component.tsx';
import { readShownText } from './mark-words.ts';
import { OpinionPair } from './opinion-pair.tsx';

function answer(modelId: string): AssistantMessage {
  const model = { endpointId: 'e', modelId };
  return lastRun(buildThread(runStart('r', { model }), ...step('s', textDelta('So.')), runEnd()));
}

async function pair(facts: AnswerDifferences | null, isWriting = false) {
  const kept: string[] = [];
  const side = (modelId: string) => ({
    message: answer(modelId),
    cost: 0.5,
    onKeep: isWriting ? null : () => kept.push(modelId),
    content: <div className="markdown">{`Text of ${modelId}.`}</div>,
  });
  const compareWords = isWriting ? null : async () => null;
  const { host } = await render(
    <OpinionPair first={side('gpt-5')} second={side('sonnet')} facts={facts} compareWords={compareWords} />,
  );
  return { host, kept };
}

test('each answer has its model and its cost', async () => {
  const { host } = await pair(null);
  const heads = [...host.querySelectorAll('.opinion-head')].map(elementText);
  expect(heads[0]).toContain('gpt-5');
  expect(heads[1]).toContain('$0.50');
});

test('the facts that only one has are listed by model; a model without any has no row', async () => {
  const { host } = await pair({ first: ['12 %', '2019'], second: [] });
  expect([...host.querySelectorAll('dl > div')].map(elementText)).toEqual([expect.stringContaining('gpt-5')]);
  expect([...host.querySelectorAll('dd bdi')].map(elementText)).toEqual(['12 %', '2019']);
  // Between the facts, since a separator inside one would be on its other side in a text from right to left.
  expect(host.querySelector('dd')?.textContent).toBe('12 % · 2019');
});

test('says that no facts differ', async () => {
  const { host } = await pair({ first: [], second: [] });
  expect(elementText(host)).toContain('No differing figures, dates or names found.');
});

test('"Keep this one" names its model, and is disabled while an answer is written', async () => {
  const { host, kept } = await pair(null);
  await press(host, 'Keep this one: sonnet');
  expect(kept).toEqual(['sonnet']);
  const { host: writing } = await pair(null, true);
  expect([...writing.querySelectorAll<HTMLButtonElement>('.opinion-head .button')].every((each) => each.disabled)).toBe(
    true,
  );
});

test('an answer can be folded', async () => {
  const { host } = await pair(null);
  const toggle = host.querySelector<HTMLButtonElement>('.opinion-toggle');
  await press(host, toggle?.textContent ?? '');
  expect(toggle?.getAttribute('aria-expanded')).toBe('false');
  expect(host.querySelector<HTMLElement>('.opinion-body')?.hidden).toBe(true);
});

test('cells and paragraphs are separate words; buttons are not read', () => {
  const body = document.createElement('div');
  body.innerHTML =
    '<div class="markdown"><table><tr><td>12</td><td>15</td></tr></table><p>One <b>two</b><button>Copy</button></p></div>';
  expect(readShownText(body).text).toBe('\n12\n15\nOne two');
});
