// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { ToolOutput } from '../../lib/contracts/tool-output.ts';
import { elementText, render } from '../../lib/testing/render-component.tsx';
import { ToolResult, ToolWords } from './tool-result.tsx';

async function result(output: Partial<ToolOutput>): Promise<HTMLElement> {
  const call = { toolCallId: 'a', toolName: 'x', format: null, followUpOf: null, input: {}, repaired: false, ms: 1 };
  const { host } = await render(
    <ToolResult call={{ ...call, state: 'output-available', output: { content: 'For the model.', ...output } }} />,
  );
  return host;
}

describe('the summary of a result shows its source and amount', () => {
  test.each([
    ['a page', { title: 'Tides', tokens: 1_200 }, 'Tides · 1,200 tokens'],
    ['a part of a page', { title: 'Tides', characters: 1, more: true }, 'Tides · 1 character · more to read'],
    ['a search', { title: 'Tides', hits: 3 }, 'Tides · 3 hits'],
    ['links', { title: 'Tides', links: 12 }, 'Tides · 12 links'],
    ['a table', { title: 'Ranges', rows: 4, more: true }, 'Ranges · 4 rows · more to read'],
    ['forms', { title: 'Sign up', forms: 1 }, 'Sign up · 1 form'],
    ['a PDF', { title: 'Timetable', pages: 9 }, 'Timetable · 9 pages'],
    ['a transcript', { title: 'A talk', lines: 310 }, 'A talk · 310 lines'],
    ['tabs', { tabs: 5 }, 'Result · 5 tabs'],
    ['something without a name', { title: '' }, 'Result'],
    ['something of an older version', { hits: 'three' }, 'Result'],
  ])('%s', async (_sentence, details, line) => {
    expect(elementText((await result({ details })).querySelector('.tool-call-source'))).toBe(line);
  });

  test('nothing if nothing is known', async () => {
    expect(elementText((await result({})).querySelector('.tool-call-source'))).toBe('Result');
  });
});

test('a picture for a model is shown in its size with alternative text', async () => {
  const host = await result({ images: [{ mediaType: 'image/jpeg', data: 'QUJD', width: 640, height: 480 }] });
  const picture = host.querySelector('img');
  expect(picture?.getAttribute('src')).toBe('data:image/jpeg;base64,QUJD');
  expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['640', '480']);
  expect(picture?.alt).toBe('Image sent to the model');
});

test('the text for the model is shown unchanged on demand', async () => {
  const host = await result({ content: '# Tides\n<script>alert(1)</script>' });
  expect(host.querySelector('details')?.open).toBe(false);
  expect(elementText(host.querySelector('summary'))).toBe('Text for the model');
  expect(host.querySelector('pre')?.textContent).toBe('# Tides\n<script>alert(1)</script>');
  expect(host.querySelector('script')).toBeNull();
});

test('the text of another program’s tool is shown immediately', async () => {
  const { host } = await render(<ToolWords content={'Booked berth B 14.\nReference HB-4711.'} />);
  expect(host.textContent).toBe('Booked berth B 14. Reference HB-4711.');
});
