// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { drawn, words } from '../../lib/testing/render-component.tsx';
import { FigureList } from './figure-list.tsx';

test('metrics are a titled section, each with its name', async () => {
  const figures = [
    { label: 'Answers', value: '12' },
    { label: 'Tokens', value: '40k' },
  ];
  const { host } = await drawn(
    <FigureList title="This month" figures={figures}>
      <p>Since Monday.</p>
    </FigureList>,
  );
  const section = host.querySelector('section');
  expect(words(document.getElementById(section?.getAttribute('aria-labelledby') ?? ''))).toBe('This month');
  expect([...host.querySelectorAll('dt')].map((name) => [words(name), words(name.nextElementSibling)])).toEqual([
    ['Answers', '12'],
    ['Tokens', '40k'],
  ]);
  expect(words(section)).toBe('This month Since Monday. Answers 12 Tokens 40k');
});
