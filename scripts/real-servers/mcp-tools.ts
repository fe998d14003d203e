import type { ServedTool } from '../../lib/testing/mcp/mcp-server.ts';

const tool = (name: string, properties: Record<string, unknown>, required: string[] = []): ServedTool => ({
  name,
  description: `A tool named ${name}.`,
  inputSchema: { type: 'object', properties, required },
  annotations: { readOnlyHint: true },
});

/** Tools whose schemas use features that occur in MCP servers and that llama.cpp's grammars refuse or once refused. */
export const MCP_TOOLS: ServedTool[] = [
  tool('create_issue', {
    title: { type: 'string', minLength: 1, maxLength: 4096 },
    labels: { type: 'array', items: { type: 'string', pattern: '[\\w-]+' }, maxItems: 5000 },
    due: { type: 'string', format: 'date-time' },
  }),
  tool(
    'find_commit',
    { sha: { type: 'string', pattern: '^[0-9a-f]{7,40}$' }, path: { type: 'string', pattern: '\\d+' } },
    ['sha'],
  ),
  tool('send_report', { body: true, rows: { type: 'array', items: true }, kind: { enum: [] } }),
  tool('set_value', { value: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] }, key: {} }),
  tool('translate', { text: { type: 'string', pattern: '^\\p{L}+$' }, to: { type: ['string', 'null'] } }, ['text']),
];
