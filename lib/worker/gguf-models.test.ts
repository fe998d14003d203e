import '../testing/fake-browser.ts';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { GGUF_ENDPOINT } from '../contracts/index.ts';
import { ggufModels, ggufSpeeds } from '../extension/index.ts';
import { openStorage } from '../storage/index.ts';
import { downloadGgufModel, ggufConnection, readableTokens } from './gguf-models.ts';

const REF = { endpointId: GGUF_ENDPOINT.endpointId, modelId: 'tiny' };
const MODEL = { modelId: 'tiny', bytes: 2_400_000, contextTokens: 32_768, addedAt: 7, hasTools: false };

beforeEach(() => fakeBrowser.reset());

describe('a model inside the extension', () => {
  test('gets as much of a page as it reads in 20 seconds', async () => {
    expect(await readableTokens({ endpointId: 'e1', modelId: 'tiny' })).toBe(Number.POSITIVE_INFINITY);
    expect(await readableTokens(REF)).toBe(400);
    await ggufSpeeds.setValue({ tiny: { read: 7.44, write: 2.7 } });
    expect(await readableTokens(REF)).toBe(149);
  });

  test('is offered no tools unless the user wants it, and has a window that it can fill', async () => {
    await ggufModels.setValue([MODEL]);
    const without = { toolMode: 'none', worksWithTools: false, contextWindow: 4_096, isOnThisMachine: true };
    expect(await ggufConnection(openStorage(), REF, 7)).toMatchObject({ profile: without });
    await ggufModels.setValue([{ ...MODEL, hasTools: true, contextTokens: 2_048 }]);
    const withTools = { toolMode: 'tags', worksWithTools: true, contextWindow: 2_048 };
    expect(await ggufConnection(openStorage(), REF, 7)).toMatchObject({ profile: withTools });
  });

  test('fails by name when it is no longer stored', async () => {
    const reason = { type: 'gguf-failed', model: 'tiny', problem: { type: 'model-deleted' } };
    expect(await ggufConnection(openStorage(), REF, 7)).toMatchObject({ failure: { code: 'not-found', reason } });
  });

  test('is downloaded only if it is on our list', async () => {
    const ends: object[] = [];
    for await (const end of downloadGgufModel('any', 7, new AbortController().signal)) ends.push(end);
    expect(ends).toEqual([
      {
        type: 'failed',
        failure: { code: 'not-found', reason: { type: 'endpoint-blocked', name: 'any' }, retryable: false },
      },
    ]);
  });
});
