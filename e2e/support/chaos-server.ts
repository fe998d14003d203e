import type { ServerResponse } from 'node:http';
import { type RawServer, startRawServer } from '../../lib/testing/model-api/raw-server.ts';
import { type ChatRequest, callChunks, chunk, EVENT_STREAM, hasToolResult, pause, sse } from './model-server.ts';

/** The phase of a run in which the worker is killed, and the name of the model that is slow in that phase. */
export const PHASES = ['headers', 'text', 'arguments', 'tool', 'commit', 'approval'] as const;
export type Phase = (typeof PHASES)[number];

/** What the server observed of one run. Times are milliseconds since 1970. */
export type Witness = {
  requests: number[];
  /** When each word of the first answer was written. */
  words: number[];
  looks: number[];
  effects: number[];
};

export const WORDS = 150;
const WORD_MS = 10;
const PIECE_MS = 15;
export const HEADERS_MS = 400;
export const LOOK_MS = 600;

export type ChaosServer = RawServer & { witness(runName: string): Witness };

/** How a question identifies its run, and how an answer ends. */
export const question = (runName: string) => `Question ${runName}.`;
export const ending = (runName: string) => `Done with ${runName}.`;

/** A model server that is slow in the phase for which its model is named, on the first request, and fast afterwards. */
export async function startChaosServer(): Promise<ChaosServer> {
  const witnesses = new Map<string, Witness>();
  const witness = (runName: string): Witness => {
    const known = witnesses.get(runName) ?? { requests: [], words: [], looks: [], effects: [] };
    witnesses.set(runName, known);
    return known;
  };
  const server = await startRawServer(async (request, response) => {
    const [, kind, runName = ''] = request.path.split('/');
    if (kind === 'look' || kind === 'effect') {
      (kind === 'look' ? witness(runName).looks : witness(runName).effects).push(Date.now());
      response.end('ok');
    } else if (request.path.endsWith('/models')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: PHASES.map((id) => ({ id })) }));
    } else if (!request.path.endsWith('/chat/completions')) {
      // Sidenote asks local servers for facts about their models.
      response.writeHead(404).end();
    } else {
      const body: ChatRequest = JSON.parse(request.body);
      const asked = body.messages.findLast((message) => message.role === 'user')?.content ?? '';
      const name = /Question (\S+)\./.exec(asked)?.[1] ?? '';
      const seen = witness(name);
      seen.requests.push(Date.now());
      await answer(body, response, { origin: server.url, name, seen, isFirst: seen.requests.length === 1 });
    }
  });
  return { ...server, witness };
}

type Asked = { origin: string; name: string; seen: Witness; isFirst: boolean };

async function answer(request: ChatRequest, response: ServerResponse, asked: Asked): Promise<void> {
  const phase = request.model as Phase;
  if (hasToolResult(request)) return finish(response, asked);
  switch (phase) {
    case 'headers':
      if (asked.isFirst) await pause(HEADERS_MS);
      return finish(response, asked);
    case 'text':
      return talk(response, asked);
    case 'arguments':
      return call(response, 'slow_look', { url: `${asked.origin}/look/${asked.name}`, ms: 1 }, asked.isFirst);
    case 'tool':
      return call(response, 'slow_look', { url: `${asked.origin}/look/${asked.name}`, ms: LOOK_MS }, false);
    case 'commit':
    case 'approval':
      return call(response, 'note_down', { url: `${asked.origin}/effect/${asked.name}` }, false);
    default:
      return phase satisfies never;
  }
}

async function talk(response: ServerResponse, { name, seen, isFirst }: Asked): Promise<void> {
  response.writeHead(200, EVENT_STREAM);
  for (let n = 0; n < WORDS && !response.destroyed; n++) {
    if (isFirst) seen.words.push(Date.now());
    response.write(chunk({ content: `w${n} ` }));
    if (isFirst) await pause(WORD_MS);
  }
  response.end(chunk({ content: ending(name) }) + chunk({}, 'stop') + sse('[DONE]'));
}

async function call(response: ServerResponse, name: string, input: object, slowly: boolean): Promise<void> {
  response.writeHead(200, EVENT_STREAM);
  for (const piece of callChunks([{ id: 'call_1', name, arguments: JSON.stringify(input) }])) {
    if (response.destroyed) return;
    response.write(piece);
    if (slowly) await pause(PIECE_MS);
  }
  response.end();
}

function finish(response: ServerResponse, { name }: Asked): void {
  response.writeHead(200, EVENT_STREAM);
  response.end(chunk({ content: ending(name) }) + chunk({}, 'stop') + sse('[DONE]'));
}
