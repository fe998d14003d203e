import type { ServerResponse } from 'node:http';
import type { ModelInterface } from '../../../contracts/endpoint.ts';
import { type RawServer, startRawServer } from '../raw-server.ts';
import { ONCE, SCENARIOS, type ScenarioReply } from './scenarios.ts';
import { WIRES, type Wire } from './wires.ts';

/**
 * A loopback server with one interface that plays the scenario named by the requested model. `suffix`: appended to the
 * names of its models, if several servers are listed side by side.
 */
export function startConformanceServer(modelInterface: ModelInterface, suffix = ''): Promise<RawServer> {
  const wire = WIRES[modelInterface];
  const names = Object.keys(SCENARIOS).flatMap((name) => [name, name + ONCE]);
  const failed = new Set<string>();
  const pickReply = (model: string, hasResult: boolean): ScenarioReply | undefined => {
    const reply = SCENARIOS[model.replace(ONCE, '')]?.(hasResult);
    if (reply === undefined || reply.type === 'answer' || !model.endsWith(ONCE)) return reply;
    if (failed.has(model)) return SCENARIOS.text?.(hasResult);
    failed.add(model);
    return reply;
  };
  return startRawServer(async (request, response) => {
    if (wire.list.test(request.path)) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(wire.listing(names.map((name) => name + suffix))));
    } else if (!wire.chat.test(request.path)) response.writeHead(404).end('404 page not found');
    else {
      const model = wire.model(request).slice(0, -suffix.length || undefined);
      const reply = pickReply(model, request.body.includes(wire.resultMark));
      if (reply === undefined) response.writeHead(404).end(JSON.stringify({ error: { message: 'model not found' } }));
      else await play(wire, reply, response);
    }
  });
}

async function play(wire: Wire, reply: ScenarioReply, response: ServerResponse): Promise<void> {
  if (reply.type === 'refused') {
    const { status, body } = wire.refuse(reply.kind);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 429 ? { 'retry-after': '2' } : {}),
    });
    response.end(JSON.stringify(body));
    return;
  }
  response.writeHead(200, { 'content-type': wire.contentType });
  const counts = reply.type === 'answer' ? reply.counts : { input: 1, cached: 0, output: 1 };
  const end = reply.type === 'answer' ? wire.end(reply) : reply.type === 'broken' ? [wire.streamError] : [];
  for (const piece of [...wire.begin(counts), ...wire.say(reply.said), ...end]) {
    response.write(piece);
    // One packet per piece, so that pieces arrive separately.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (reply.type !== 'silent') response.end();
}
