import { browser } from 'wxt/browser';
import { ConnectionTestMessage, type EndpointCheck, ModelRef } from '../contracts/index.ts';
import { isOwnPage } from './commands.ts';

/** The test takes many requests; its results come one by one, and closing the page ends it. So it has a port of its own. */
const PORT = 'connection-test';

/** Tests the way to a model, from a page. `onCheck` hears of each result as it comes; resolves when there are no more. */
export function runConnectionTest(model: ModelRef, onCheck: (check: EndpointCheck) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const port = browser.runtime.connect({ name: PORT });
  port.onMessage.addListener((message: unknown) => {
    const reported = ConnectionTestMessage.parse(message);
    if (reported.type === 'check') return onCheck(reported.check);
    port.disconnect();
    resolve();
  });
  port.onDisconnect.addListener(() => {
    onCheck({ check: 'reachable', result: 'failed', finding: { type: 'test-interrupted' } });
    resolve();
  });
  port.postMessage(model);
  return promise;
}

/** Answers in the worker. `signal` falls when the page is gone. */
export function onConnectionTest(handle: (model: ModelRef, signal: AbortSignal) => AsyncIterable<EndpointCheck>): void {
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== PORT || port.sender === undefined || !isOwnPage(port.sender)) return;
    const gone = new AbortController();
    port.onDisconnect.addListener(() => gone.abort());
    const tell = (message: ConnectionTestMessage) => {
      if (!gone.signal.aborted) port.postMessage(message);
    };
    port.onMessage.addListener((message: unknown) => {
      void testAll(handle(ModelRef.parse(message), gone.signal), tell).catch((error: unknown) => {
        const finding = { type: 'test-failed', detail: String(error) } as const;
        tell({ type: 'check', check: { check: 'reachable', result: 'failed', finding } });
        tell({ type: 'end' });
      });
    });
  });
}

async function testAll(checks: AsyncIterable<EndpointCheck>, tell: (message: ConnectionTestMessage) => void) {
  for await (const check of checks) tell({ type: 'check', check });
  tell({ type: 'end' });
}
