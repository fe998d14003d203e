import { ConnectionTestMessage, type EndpointCheck, ModelRef } from '../contracts/index.ts';
import { askOnPort, onPagePort } from './page-port.ts';

/** The test takes many requests, reports each result, and ends when the page closes, so it uses a port. */
const PORT = 'connection-test';

/** Runs the connection test of a model, from a page. `onCheck` receives each result; resolves when there are no more. */
export async function runConnectionTest(model: ModelRef, onCheck: (check: EndpointCheck) => void): Promise<void> {
  const end = await askOnPort(
    PORT,
    model,
    (message) => {
      const reported = ConnectionTestMessage.parse(message);
      if (reported.type === 'end') return 'ended';
      onCheck(reported.check);
    },
    () => 'interrupted',
  );
  if (end === 'interrupted') onCheck({ check: 'reachable', result: 'failed', finding: { type: 'test-interrupted' } });
}

/** Answers in the worker. `signal` is aborted when the page is closed. */
export function onConnectionTest(handle: (model: ModelRef, signal: AbortSignal) => AsyncIterable<EndpointCheck>): void {
  onPagePort<ConnectionTestMessage>(PORT, async (message, post, signal) => {
    const model = ModelRef.parse(message);
    try {
      for await (const check of handle(model, signal)) post({ type: 'check', check });
    } catch (error) {
      const finding = { type: 'test-failed', detail: String(error) } as const;
      post({ type: 'check', check: { check: 'reachable', result: 'failed', finding } });
    }
    post({ type: 'end' });
  });
}
