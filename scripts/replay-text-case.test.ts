import { expect, test } from 'vitest';
import { readTextCase, type TextCase } from './replay-text-case.ts';

const CALL = '<tool_call>{"name": "note", "arguments": {"text": "a", "more": 1}}</tool_call>';
const NOTE = { type: 'function', function: { name: 'note', parameters: { properties: { text: { type: 'string' } } } } };

function read(text: string, { tags = [], ...source }: Partial<TextCase['source'] & { tags: string[] }> = {}) {
  const from = { upstream: 'someone/else', path: 'test.ts', test: 'reads', ...source };
  return readTextCase({ id: 'a', text, tools: [NOTE], tags, source: from, expected_calls: [] }, 'whole');
}

test('reasoning is separated, unless the case says otherwise', () => {
  const text = '<think>Hm.</think>Yes.';
  expect(read(text)).toMatchObject({ content: 'Yes.', reasoning: 'Hm.' });
  const unsplit = [
    { tags: ['hasThinking=False'] },
    { tags: ["reasoning_format=[('VAR', 'COMMON_REASONING_FORMAT_NONE')]"] },
    { upstream: 'vllm-project/vllm (fork snapshot)', path: 'tests/tool_parsers/test_a.py' },
    { upstream: 'ollama/ollama', path: 'tools/tools_test.go' },
  ];
  for (const source of unsplit) expect(read(text, source)).toMatchObject({ content: text, reasoning: '' });
});

test('reasoning opened by the prompt extends to its closing tag, including calls', () => {
  const text = `Perhaps ${CALL}.</think>No.`;
  const thinking = { tags: ["enable_thinking=[('VAR', 'true')]"] };
  expect(read(text, thinking)).toMatchObject({ calls: [], content: 'No.' });
});

test('a request that forbids calls has none', () => {
  expect(read(`So: ${CALL}`).calls).toHaveLength(1);
  expect(read(`So: ${CALL}`, { test: 'test_tool_choice_none[a]' })).toMatchObject({ calls: [], content: 'So: ' });
});

test('listed properties are exhaustive if the configuration says so', () => {
  const [open] = read(CALL).calls;
  expect(open?.arguments).toEqual({ text: 'a', more: 1 });
  const [closed] = read(CALL, { upstream: 'minpeter/ai-sdk-tool-call-middleware' }).calls;
  expect(closed?.arguments).toEqual({ text: 'a' });
});

test('arguments that are not an object make no call, and an unknown tool makes one', () => {
  expect(read('<tool_call>{"name": "note", "arguments": "a"}</tool_call>').calls).toEqual([]);
  expect(read('<tool_call>{"name": "nobody", "arguments": {"b": 1}}</tool_call>').calls).toEqual([
    { name: 'nobody', arguments: { b: 1 } },
  ]);
});
