// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { scenarios } from '../../lib/model-api/local/practice/scenarios.ts';
import { press, render } from '../../lib/testing/render-component.tsx';
import { PracticeIdeas } from './practice-ideas.tsx';

test('the practice model understands everything that is offered below its answers', async () => {
  const asked: string[] = [];
  const { host } = await render(<PracticeIdeas onAsk={(message) => asked.push(message)} />);
  for (const name of ['See a slow answer', 'See tools at work', 'See an error']) await press(host, name);
  const known = scenarios.map(({ keyword }) => `practice: ${keyword}`);
  expect(asked).toHaveLength(3);
  expect(known).toEqual(expect.arrayContaining(asked));
});
