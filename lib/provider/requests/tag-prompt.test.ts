import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { tools as allTools } from '../../tools/index.ts';
import { tagPrompt } from './tag-prompt.ts';

/** Those that are offered as tags at the beginning of a chat. */
const situation = {
  toolMode: 'tags',
  contextWindow: null,
  vision: null,
  pageUrl: null,
  used: new Set<string>(),
} as const;
const tools = allTools.filter((tool) => tool.isOffered?.(situation) ?? true);

/** On the safe side: English prose has four characters a token and more. */
const tokens = (text: string) => text.length / 3.5;

describe('the prompt that stands in for native tools', () => {
  test('names each tool with its arguments, which are optional, and what they may be', () => {
    const inputSchema = z.strictObject({
      query: z.string().describe('Words.'),
      kind: z.enum(['a', 'b']).optional(),
      count: z.number().optional(),
    });
    const prompt = tagPrompt([{ name: 'find', description: 'Finds words.\nOn the page.', inputSchema }]);
    expect(prompt).toContain(
      '- find(query: string (Words.), kind?: "a"|"b", count?: number): Finds words. On the page.',
    );
  });

  test('describes once what several tools share', () => {
    const inputSchema = z.strictObject({ cursor: z.string().describe('Where to go on.') });
    const prompt = tagPrompt(['one', 'two'].map((name) => ({ name, description: 'Reads.', inputSchema })));
    expect(prompt).toContain('- one(cursor: string (Where to go on.)): Reads.\n- two(cursor: string): Reads.');
  });

  test('tells how to call, to wait, and who writes results', () => {
    const prompt = tagPrompt(tools);
    expect(prompt).toContain('<tool name="NAME">{"argument": "value"}</tool>');
    expect(prompt).toContain('<tool_result>');
    for (const { name } of tools) expect(prompt).toContain(`- ${name}(`);
  });

  test('is empty without tools', () => {
    expect(tagPrompt([])).toBe('');
  });

  test('costs 60 tokens a tool at most, and 110 for the protocol', ({ annotate }) => {
    const whole = tokens(tagPrompt(tools));
    const protocol = tokens(tagPrompt(tools.slice(0, 1))) - tokens(toolLine(0));
    const perTool = (whole - protocol) / tools.length;
    void annotate(`${Math.round(whole)} tokens: ${Math.round(protocol)} and ${perTool.toFixed(1)} for each tool`);
    expect(perTool).toBeLessThanOrEqual(60);
    expect(protocol).toBeLessThanOrEqual(110);
  });
});

function toolLine(index: number): string {
  const name = tools[index]?.name ?? '';
  return tagPrompt(tools)
    .split('\n- ')
    .filter((part) => part.startsWith(`${name}(`))
    .join('');
}
