import * as z from 'zod';
import type { ToolDefinition } from '../../contracts/tool.ts';
import { readSuiteKind } from './torture-suite.ts';

/** The tools the examples call. */
export const EXAMPLE_TOOLS: readonly ToolDefinition[] = [
  { name: 'read_page', description: '', inputSchema: z.strictObject({ cursor: z.string().optional() }) },
  {
    name: 'find_in_page',
    description: '',
    inputSchema: z.strictObject({ query: z.string(), limit: z.number().optional(), exact: z.boolean().optional() }),
  },
];

/**
 * One call, `find_in_page` with the query `high tide` and the limit 3, as each dialect writes it (suite/dialects.json).
 * Also the seeds of the fuzz test.
 */
export const EXAMPLES: readonly [dialect: string, text: string, format: string][] = readSuiteKind('dialects').cases.map(
  ({ title, text = '', format = '' }) => [title, text, format],
);
