import * as z from 'zod';
import { defineTool, type Tool } from '../../contracts/tool.ts';
import type { ToolOutput } from '../../contracts/tool-output.ts';

/** The effects that have happened, across all kills. Nothing undoes them. */
export type World = { sent: string[] };

/** The tools of the scenarios: read-only ones, and one whose effect must not be repeated. */
export function scenarioTools(world: World): Tool[] {
  const send = defineTool({
    name: 'send',
    title: 'Send',
    description: '',
    inputSchema: z.object({ text: z.string() }),
    annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: true },
    async *execute({ text }) {
      yield { message: 'sending' };
      world.sent.push(text);
      return { content: 'sent' };
    },
  });
  return [
    lookUp('left', (word) => ({ content: `left says ${word}` })),
    lookUp('right', (word) => ({ content: `right says ${word}` })),
    lookUp('book', (word) => ({ content: `${word} `.repeat(2_000) })),
    lookUp('open', (word) => ({ content: `opened ${word}`, followUp: { toolName: 'left', input: { word } } })),
    lookUp('find', (word) => ({ content: `found ${word}`, followUp: { toolName: 'quote', input: { word } } })),
    lookUp('quote', (word) => ({ content: `“${word}”`, returnDirect: true })),
    send,
  ];
}

function lookUp(name: string, output: (word: string) => ToolOutput): Tool {
  return defineTool({
    name,
    title: name,
    description: '',
    inputSchema: z.object({ word: z.string() }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async *execute({ word }) {
      yield { message: `looking up ${word}` };
      return output(word);
    },
  });
}
