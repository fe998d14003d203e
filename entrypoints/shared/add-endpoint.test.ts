import '../../lib/testing/fake-browser.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { EMPTY_ENDPOINT } from '../../components/endpoints/endpoint-form.tsx';
import { openDb, type SidenoteDb } from '../../lib/storage/db.ts';
import { createStores, type Stores } from '../../lib/storage/stores.ts';
import { lockKey } from '../../lib/storage/wrapping-key.ts';
import { draftFrom, saveEndpointDraft } from './add-endpoint.tsx';

let db: SidenoteDb;
let storage: Stores;
beforeEach(async () => {
  fakeBrowser.reset();
  vi.spyOn(fakeBrowser.permissions, 'request').mockImplementation(async () => true);
  db = openDb(`endpoints-${crypto.randomUUID()}`);
  storage = createStores(db);
  await db.wrappingKeys.put({ id: 'wrapping', lock: await lockKey(new Uint8Array(32), 'passphrase') });
});
afterEach(() => db.delete());

const DRAFT = { ...EMPTY_ENDPOINT, name: 'Mine', baseUrl: 'https://models.test/v1' };

test('an endpoint with a key is not stored while the keys are locked', async () => {
  const saved = await saveEndpointDraft(storage, { ...DRAFT, apiKey: 'sk-0123456789' }, null);
  expect(saved).toEqual({ error: 'Your keys are locked. Enter the passphrase in Settings.' });
  expect(await db.endpoints.count()).toBe(0);
});

test('an endpoint without a key is stored while the keys are locked', async () => {
  expect(await saveEndpointDraft(storage, DRAFT, null)).toMatchObject({ name: 'Mine' });
  expect(await db.endpoints.count()).toBe(1);
});

test.each([
  ['sk-or-v1-0123456789abcdef', { type: 'key', service: 'OpenRouter' }, 'https://openrouter.ai/api/v1'],
  [' 127.0.0.1:8080/v1 ', { type: 'address' }, '127.0.0.1:8080/v1'],
  ['localhost:11434', { type: 'address' }, 'localhost:11434'],
  ['https://api.example.com/v1', { type: 'address' }, 'https://api.example.com/v1'],
  ['0123456789abcdef0123456789abcdef', { type: 'key', service: null }, ''],
  ['https://models.test/v1?api-version=1', { type: 'address' }, 'https://models.test/v1?api-version=1'],
  ['Bearer sk-or-v1-0123456789abcdef', { type: 'key', service: 'OpenRouter' }, 'https://openrouter.ai/api/v1'],
  [
    'OPENROUTER_API_KEY="sk-or-v1-0123456789abcdef"',
    { type: 'key', service: 'OpenRouter' },
    'https://openrouter.ai/api/v1',
  ],
  ['export API_KEY=0123456789abcdef', { type: 'key', service: null }, ''],
  ["'0123456789abcdef0123',", { type: 'key', service: null }, ''],
  ['Authorization: Bearer 0123456789abcdef', { type: 'key', service: null }, ''],
  [
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
    { type: 'key', service: null },
    '',
  ],
  [
    'curl https://openrouter.ai/api/v1/chat/completions -H "Authorization: Bearer sk-or-v1-0123456789abcdef" -d \'{"model": "m"}\'',
    { type: 'key', service: 'OpenRouter' },
    'https://openrouter.ai/api/v1/chat/completions',
  ],
  [
    'curl http://localhost:8080/v1/chat/completions -d \'{"messages": []}\'',
    { type: 'address' },
    'http://localhost:8080/v1/chat/completions',
  ],
  ['ｌｏｃａｌｈｏｓｔ：１１４３４', { type: 'address' }, 'localhost:11434'],
  ['hello', { type: 'nothing' }, ''],
  ['two words', { type: 'nothing' }, ''],
  ['', { type: 'nothing' }, ''],
])('text pasted to connect is recognized: %j', (text, found, baseUrl) => {
  const recognized = draftFrom(text);
  expect(recognized.found).toEqual(found);
  expect(recognized.draft.baseUrl).toBe(baseUrl);
});
