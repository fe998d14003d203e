// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { ChatRule } from '../../lib/contracts/chat-rule.ts';
import { elementText, press, render } from '../../lib/testing/render-component.tsx';
import { RuleChips } from './chat-rules.tsx';

const RULES: ChatRule[] = [
  { type: 'searches', origin: 'https://search.test' },
  { type: 'pages', origin: 'https://a.test' },
  { type: 'tool', server: 'https://notes.test/mcp', tool: 'find' },
];

test('rules of a chat are listed, each with a button that ends it; without rules there is nothing', async () => {
  const removed: ChatRule[] = [];
  const { host } = await render(<RuleChips rules={RULES} onRemove={(rule) => removed.push(rule)} />);
  expect(host.querySelector('ul')?.getAttribute('aria-label')).toBe('Allowed in this chat without asking');
  expect([...host.querySelectorAll('li')].map(elementText)).toEqual([
    'Searches with search.test',
    'Pages of a.test',
    'Calls of find (notes.test)',
  ]);
  await press(host, 'Remove: Pages of a.test');
  expect(removed).toEqual([RULES[1]]);
  expect((await render(<RuleChips rules={[]} onRemove={() => undefined} />)).host.textContent).toBe('');
});
