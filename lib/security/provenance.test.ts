import { describe, expect, test } from 'vitest';
import type { PageContext } from '../contracts/page-context.ts';
import type { Tool } from '../contracts/tool.ts';
import type { ToolOutput } from '../contracts/tool-output.ts';
import { asked, buildThread, called, gave, runStart, step } from '../testing/agent/scripted-thread.ts';
import { untrustedSources } from './provenance.ts';

const OPEN = (name: string) => ({ name, annotations: { openWorldHint: true } }) as Tool;
const TOOLS = [OPEN('look'), OPEN('search_tabs')];

const sourcesAfter = (toolName: string, output: ToolOutput) =>
  untrustedSources(
    buildThread(asked('q', '?'), runStart('r'), ...step('r:0', ...called('a', toolName)), gave('a', output)),
    TOOLS,
  );

describe('the sources of a step', () => {
  test('name the search engine that passed on titles and excerpts', () => {
    expect(sourcesAfter('look', { content: '', details: { engine: 'https://s.test/search?q=x' } })).toEqual([
      'search: https://s.test',
    ]);
  });

  test('name every tab in which something was found', () => {
    const tabs = [
      { tabId: 1, url: 'https://a.test/1' },
      { tabId: 2, url: 'https://b.test/2' },
    ];
    expect(sourcesAfter('search_tabs', { content: '', details: { tabs } })).toEqual([
      'https://a.test',
      'https://b.test',
    ]);
  });

  test('name the tool if its result does not give its origin', () => {
    expect(sourcesAfter('look', { content: 'x' })).toEqual(['look']);
    expect(sourcesAfter('look', { content: 'x', details: { url: 7, engine: 7, source: 7 } })).toEqual(['look']);
  });

  test('prefer the source named by the result to its address', () => {
    const details = { source: 'MCP x', url: 'https://a.test/', engine: 'https://s.test/' };
    expect(sourcesAfter('look', { content: '', details })).toEqual(['MCP x']);
    expect(
      sourcesAfter('look', { content: '', details: { url: 'https://a.test/', engine: 'https://s.test/' } }),
    ).toEqual(['https://a.test']);
  });

  test('keep an address without an origin unchanged', () => {
    expect(sourcesAfter('look', { content: '', details: { url: 'no address' } })).toEqual(['no address']);
  });

  test('have nothing of a call without a result, or one that failed', () => {
    const waiting = buildThread(asked('q', '?'), runStart('r'), ...step('r:0', ...called('a', 'look')));
    expect(untrustedSources(waiting, TOOLS)).toEqual([]);
    const failed = buildThread(asked('q', '?'), runStart('r'), ...step('r:0', ...called('a', 'look')), {
      type: 'tool-output-error',
      toolCallId: 'a',
      errorText: 'No.',
      code: 'failed',
      ms: 1,
    });
    expect(untrustedSources(failed, TOOLS)).toEqual([]);
  });

  test('name each source once, the page of the run first, then what was read for it', () => {
    const context = { source: { tabId: 1, url: 'https://b.test/1', title: '' }, text: '' } as unknown as PageContext;
    const thread = buildThread(
      asked('q', '?'),
      runStart('r', { page: { title: '', url: 'https://a.test/' } }),
      { type: 'context-start', contextId: 'c', tabId: 1 },
      { type: 'context-available', contextId: 'c', context, ms: 1 },
      ...step('r:0', ...called('x', 'look')),
      gave('x', { content: '', details: { url: 'https://c.test/' } }),
      ...step('r:1', ...called('y', 'look')),
      gave('y', { content: '', details: { url: 'https://b.test/2' } }),
    );
    expect(untrustedSources(thread, TOOLS)).toEqual(['https://a.test', 'https://b.test', 'https://c.test']);
  });

  test('are judged by the tool that was called, not by another one', () => {
    const local = { name: 'clock', annotations: { openWorldHint: false } } as Tool;
    const thread = buildThread(asked('q', '?'), runStart('r'), ...step('r:0', ...called('a', 'look')), gave('a', 'x'));
    expect(untrustedSources(thread, [local, ...TOOLS])).toEqual(['look']);
  });

  test('have nothing of a page that could not be read', () => {
    const thread = buildThread(
      asked('q', '?'),
      runStart('r'),
      { type: 'context-start', contextId: 'c', tabId: 1 },
      { type: 'context-error', contextId: 'c', code: 'failed', ms: 1 },
    );
    expect(untrustedSources(thread, TOOLS)).toEqual([]);
  });
});
