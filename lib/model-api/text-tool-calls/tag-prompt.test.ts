import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createModelProfile } from '../../contracts/model.ts';
import { tools as allTools } from '../../tools/index.ts';
import { tagPrompt } from './tag-prompt.ts';

/** The tools that are offered as tags at the beginning of a chat. */
const situation = {
  model: createModelProfile({ toolMode: 'tags', mayFallBack: false }),
  pageUrl: null,
  used: new Set<string>(),
  canReadOn: new Set<string>(),
  askedFor: new Set<string>(),
  forms: [],
  pageTools: 'none',
} as const;
const tools = allTools
  .filter((tool) => tool.offer?.isOffered?.(situation) ?? true)
  .map((tool) => ({ ...tool, hidden: tool.offer?.hiddenParameters?.(situation) ?? [] }));

/** A high estimate: English prose has at least four characters per token. */
const tokens = (text: string) => text.length / 3.5;

describe('tagPrompt', () => {
  test('lists each tool with its arguments, their types and which are optional', () => {
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

  test('writes nested types as briefly as TypeScript', () => {
    const jsonSchema = {
      type: 'object',
      properties: {
        filter: {
          type: 'object',
          properties: { words: { type: 'array', items: { enum: ['a', 'b'] } }, max: { type: 'integer' } },
          required: ['words'],
        },
        when: { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
      },
    };
    const prompt = tagPrompt([{ name: 'find', description: 'Finds.', inputSchema: z.object({}), jsonSchema }]);
    expect(prompt).toContain('- find(filter?: {words: ("a"|"b")[], max?: integer}, when?: string|boolean): Finds.');
  });

  test('omits hidden parameters', () => {
    const inputSchema = z.strictObject({ query: z.string(), cursor: z.string().optional() });
    const prompt = tagPrompt([{ name: 'find', description: 'Finds words.', inputSchema, hidden: ['cursor'] }]);
    expect(prompt).toContain('- find(query: string): Finds words.');
  });

  test('describes shared parameters once', () => {
    const inputSchema = z.strictObject({ cursor: z.string().describe('Where to go on.') });
    const prompt = tagPrompt(['one', 'two'].map((name) => ({ name, description: 'Reads.', inputSchema })));
    expect(prompt).toContain('- one(cursor: string (Where to go on.)): Reads.\n- two(cursor: string): Reads.');
  });

  test('shows an example that is a valid call to an offered tool', () => {
    const prompt = tagPrompt(tools);
    const [, name, text] = /<tool name="([^"]+)">(.*)<\/tool>/.exec(prompt) ?? [];
    const shown = tools.find((tool) => tool.name === name);
    expect(shown?.inputSchema.safeParse(JSON.parse(text ?? '')).success).toBe(true);
    expect(Object.keys(JSON.parse(text ?? ''))).not.toEqual([]);
    expect(prompt.match(/<[^>]+>/g)).toEqual([`<tool name="${name}">`, '</tool>']);
  });

  test('contains no placeholder that a model could copy', () => {
    const inputSchema = z.strictObject({ city: z.string(), days: z.int().min(2), unit: z.enum(['C', 'F']) });
    const prompt = tagPrompt([{ name: 'weather', description: 'Tells the weather.', inputSchema }]);
    expect(prompt).toContain('<tool name="weather">{"city":"opening hours","days":2,"unit":"C"}</tool>');
    for (const offered of [tools, tools.slice(0, 1), tools.slice(5)]) {
      expect(tagPrompt(offered)).not.toMatch(/NAME|"argument"|"value"|"string"|\.\.\./);
    }
  });

  test('uses a tool without arguments as example if no schema suggests values', () => {
    const bare = { name: 'list_tabs', description: 'Lists tabs.', inputSchema: z.strictObject({}) };
    const vague = { name: 'note', description: 'Notes.', inputSchema: z.strictObject({ text: z.string() }) };
    expect(tagPrompt([bare])).toContain('<tool name="list_tabs">{}</tool>');
    expect(tagPrompt([vague, bare])).toContain('<tool name="list_tabs">{}</tool>');
  });

  test('lists every tool', () => {
    for (const { name } of tools) expect(tagPrompt(tools)).toContain(`- ${name}(`);
  });

  test('is empty without tools', () => {
    expect(tagPrompt([])).toBe('');
  });

  test('costs at most 60 tokens per tool and 110 for the protocol', ({ annotate }) => {
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
