import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ModelInterface } from '../../contracts/endpoint.ts';
import type { ToolDefinition } from '../../contracts/tool.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../suite');

const Call = z.tuple([z.string(), z.record(z.string(), z.unknown())]);

/**
 * The expected outcome. `calls`: calls that can run, in order. `refused`: names of calls that must not run but must be
 * reported. Absent `text` and `reasoning` are not compared. `end`: the finish reason, or that the reply failed or was
 * cut off.
 */
const Want = z.strictObject({
  calls: z.array(Call),
  refused: z.array(z.string()).optional(),
  text: z.string().optional(),
  reasoning: z.string().optional(),
  end: z.enum(['stop', 'tool-calls', 'length', 'content-filter', 'other', 'failure', 'interrupted']).optional(),
});

/** `slug`: the row of docs/quirks.md. `body`: objects are events of the interface, strings are raw bytes. */
const Case = z.strictObject({
  id: z.string(),
  title: z.string(),
  slug: z.string().optional(),
  source: z.string().min(1),
  format: z.string().optional(),
  text: z.string().optional(),
  body: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])).optional(),
  want: Want,
});

const SuiteFile = z.strictObject({
  kind: z.string(),
  about: z.string(),
  interface: z.union([ModelInterface, z.literal('text')]),
  tools: z.array(z.string()),
  cases: z.array(Case),
});

export type SuiteCase = z.infer<typeof Case>;
export type SuiteFile = z.infer<typeof SuiteFile>;

const SuiteTool = z.strictObject({ description: z.string(), inputSchema: z.record(z.string(), z.unknown()) });

/** All kinds of the suite (suite/README.md). Throws if a file does not match its schema. */
export function readSuite(): SuiteFile[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== 'tools.json');
  return names.map((name) => SuiteFile.parse(readJson(name)));
}

export function readSuiteKind(kind: string): SuiteFile {
  return SuiteFile.parse(readJson(`${kind}.json`));
}

/** The tools that are offered in a file of the suite. */
export function suiteTools(names: readonly string[]): ToolDefinition[] {
  const tools = z.record(z.string(), SuiteTool).parse(readJson('tools.json'));
  return names.map((name) => {
    const tool = tools[name];
    if (tool === undefined) throw new Error(`suite/tools.json has no tool ${name}.`);
    const { description, inputSchema } = tool;
    return { name, description, inputSchema: z.fromJSONSchema(inputSchema), jsonSchema: inputSchema };
  });
}

/** The bytes of a reply, as text. A case that consists of a text becomes the content of one answer. */
export function suiteBody(suite: SuiteFile, { body, text }: SuiteCase): string {
  if (body === undefined) {
    const choices = (delta: object, finish: string | null) => [{ index: 0, delta, finish_reason: finish }];
    const events = [choices({ role: 'assistant', content: text }, null), choices({}, 'stop')];
    return `${events.map((each) => frame({ ...CHUNK, choices: each })).join('')}data: [DONE]\n\n`;
  }
  return body
    .map((event) =>
      suite.interface === 'anthropic-messages' && typeof event !== 'string'
        ? `event: ${event.type}\n${frame(event)}`
        : frame(event),
    )
    .join('');
}

/** The fields of every Chat Completions chunk. */
const CHUNK = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };

function frame(event: string | object): string {
  return typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8'));
}
