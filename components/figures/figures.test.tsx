// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { elementText, render } from '../../lib/testing/render-component.tsx';
import { FigureList } from './figures.tsx';

test('metrics are a titled section, each with its name', async () => {
  const figures = [
    { label: 'Answers', value: '12' },
    { label: 'Tokens', value: '40k' },
  ];
  const { host } = await render(
    <FigureList title="This month" figures={figures}>
      <p>Since Monday.</p>
    </FigureList>,
  );
  const section = host.querySelector('section');
  expect(elementText(document.getElementById(section?.getAttribute('aria-labelledby') ?? ''))).toBe('This month');
  expect(
    [...host.querySelectorAll('dt')].map((name) => [elementText(name), elementText(name.nextElementSibling)]),
  ).toEqual([
    ['Answers', '12'],
    ['Tokens', '40k'],
  ]);
  expect(elementText(section)).toBe('This month Since Monday. Answers 12 Tokens 40k');
});
