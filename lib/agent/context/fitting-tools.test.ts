import { describe, expect, test } from 'vitest';
import type { Tool } from '../../contracts/tool.ts';
import { scriptedTool, serverSource } from '../../testing/agent/scripted-run.ts';
import { fittingTools, toolTokens } from './select-tools.ts';

const ABOUT = ['invoice', 'customer', 'calendar event', 'weather forecast', 'repository issue', 'mail message'];
const VERBS = ['list', 'get', 'create', 'update', 'delete', 'search', 'export', 'archive', 'share', 'count'];

/** Sixty tools of a server, each described in some sentences. */
const SIXTY: Tool[] = ABOUT.flatMap((thing) =>
  VERBS.map((verb) => ({
    ...scriptedTool(`crm_${verb}_${thing.replace(' ', '_')}`, async () => ''),
    description: `To ${verb} a ${thing}. `.padEnd(400, 'It returns what was found, page by page. '),
    jsonSchema: { type: 'object', properties: { id: { type: 'string' } } },
    effects: { source: serverSource() },
  })),
);
const OWN = [scriptedTool('read_page', async () => ''), scriptedTool('find_in_page', async () => '')];
const asked = {
  words: 'Which invoices of March are open?',
  used: new Set<string>(),
  contextWindow: 8_000,
  isCautious: false,
};
const names = (tools: readonly Tool[]) => tools.map(({ name }) => name);

describe('of sixty tools of a server', () => {
  test('those that fit the question are offered to a small window, and the others are not', () => {
    const offered = fittingTools([...OWN, ...SIXTY], asked);
    expect(names(offered).slice(0, 2)).toEqual(['read_page', 'find_in_page']);
    const remote = offered.slice(2);
    expect(remote.length).toBeGreaterThan(2);
    expect(remote.length).toBeLessThan(10);
    expect(names(remote).every((name) => name.endsWith('_invoice'))).toBe(true);
    expect(remote.reduce((sum, tool) => sum + toolTokens(tool), 0)).toBeLessThanOrEqual(8_000 * 0.1);
  });

  test('at most forty are offered to a large window, in the order of the server', () => {
    const offered = names(fittingTools(SIXTY, { ...asked, contextWindow: 1_000_000 }));
    expect(offered).toHaveLength(40);
    expect(offered).toEqual(names(SIXTY).filter((name) => offered.includes(name)));
  });

  test('few are offered to a model that tools lead astray', () => {
    expect(fittingTools(SIXTY, { ...asked, contextWindow: 1_000_000, isCautious: true })).toHaveLength(8);
  });

  test('one that was used stays', () => {
    const used = new Set(['crm_archive_mail_message']);
    expect(names(fittingTools(SIXTY, { ...asked, used }))).toContain('crm_archive_mail_message');
  });

  test('all are offered that have room', () => {
    expect(fittingTools(SIXTY.slice(0, 4), asked)).toHaveLength(4);
  });
});

test('words of scripts without spaces are also found', () => {
  const tools = SIXTY.map((tool, index) =>
    index === 57 ? { ...tool, description: `天気予報を取得します。${'。'.repeat(400)}` } : tool,
  );
  expect(fittingTools(tools, { ...asked, words: '東京の天気は?' })).toContain(tools[57]);
});
