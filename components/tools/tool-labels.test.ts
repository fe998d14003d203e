import { describe, expect, test } from 'vitest';
import type { ToolCall } from '../../lib/contracts/thread.ts';
import { tools } from '../../lib/tools/index.ts';
import { toolLabels } from './tool-labels.ts';

const page = 'https://example.org/tides';
const running = (toolName: string, input: unknown = {}): ToolCall => ({
  toolCallId: 'a',
  toolName,
  format: null,
  followUpOf: null,
  state: 'executing',
  input,
  repaired: false,
  startedAt: 0,
  progress: null,
  found: null,
  elicitation: null,
});
const done = (toolName: string, input: unknown = {}, details: Record<string, unknown> = {}): ToolCall => ({
  ...running(toolName, input),
  state: 'output-available',
  input,
  repaired: false,
  output: { content: '', details },
  ms: 1,
});
const failed = (toolName: string, input: unknown = {}): ToolCall => ({
  ...running(toolName),
  state: 'output-error',
  input,
  errorText: 'No.',
  code: null,
  ms: 1,
});

describe('a call is described in a sentence', () => {
  test.each([
    [running('read_page'), 'Reading example.org'],
    [done('read_page'), 'Read example.org'],
    [done('read_page', {}, { url: 'https://other.test/' }), 'Read other.test'],
    [failed('read_page'), 'Couldn’t read example.org'],
    [running('read_page', { cursor: 'main-9' }), 'Reading the next part of example.org'],
    [running('find_in_page', { query: ' high\n tides ' }), 'Searching for “high tides”'],
    [done('find_in_page', { query: 'x'.repeat(90) }), `Searched for “${'x'.repeat(59)}…”`],
    [done('list_links', { filter: 'manual' }), 'Listed links that match “manual”'],
    [done('list_links'), 'Listed links'],
    [done('read_table', { table: 'T2', contains: 'tea' }), 'Read rows with “tea” in table T2'],
    [running('read_pdf', { pages: '4-6' }), 'Reading pages 4-6 of the PDF'],
    [running('read_tab', { tab_id: 7 }), 'Reading another tab'],
    [done('read_tab', { tab_id: 7 }, { url: 'https://other.test/a' }), 'Read other.test'],
    [running('note_down'), 'Note down'],
  ])('%#', (call, words) => {
    expect(toolLabels(call, page)).toBe(words);
  });

  test('for any arguments of a model', () => {
    for (const input of [null, 'text', [1], { query: 7 }, { query: { a: 1 } }]) {
      expect(toolLabels(running('find_in_page', input), null)).toBe('Searching the page');
    }
  });

  test.each(tools.map(({ name }) => name))('%s has a description', (name) => {
    for (const call of [running(name), done(name), failed(name)]) {
      expect(toolLabels(call, page)).not.toContain('_');
      expect(toolLabels(call, page)).not.toBe(toolLabels(running('note_down'), page));
      expect(toolLabels(call, page)).toContain(' ');
    }
    expect(toolLabels(running(name), page)).not.toBe(toolLabels(done(name), page));
  });
});
