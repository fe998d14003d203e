import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openDb } from './db.ts';
import { modelSettings, saveEndpoint, saveModelSettings } from './endpoints.ts';

const ENDPOINT = { endpointId: 'e', name: 'E', baseUrl: 'https://a.test/v1', models: ['m'], createdAt: 1 };
const m = { endpointId: 'e', modelId: 'm' };

test('settings of a model, or of all models of an endpoint, are stored and replaced', async () => {
  const db = openDb(crypto.randomUUID());
  await saveEndpoint(db, ENDPOINT);
  expect(await modelSettings(db, m)).toEqual({});
  await saveModelSettings(db, 'e', null, { maxSteps: 3, temperature: 0 });
  await saveModelSettings(db, 'e', 'm', { temperature: 1 });
  expect(await modelSettings(db, m)).toMatchObject({ maxSteps: 3, temperature: 1 });
  expect(await modelSettings(db, { ...m, modelId: 'n' })).toMatchObject({ maxSteps: 3, temperature: 0 });
  await saveModelSettings(db, 'e', 'm', {});
  expect(await modelSettings(db, m)).toMatchObject({ temperature: 0 });
  expect((await db.endpoints.get('e'))?.settings?.models).toEqual([]);
});

test('values out of range are rejected', async () => {
  const db = openDb(crypto.randomUUID());
  await saveEndpoint(db, ENDPOINT);
  await expect(saveModelSettings(db, 'e', null, { headers: { Authorization: 'x' } })).rejects.toThrow('Authorization');
  expect(await modelSettings(db, m)).toEqual({});
});

test('an endpoint that is not stored has no settings', async () => {
  const db = openDb(crypto.randomUUID());
  await saveModelSettings(db, 'practice', null, { temperature: 1 });
  expect(await modelSettings(db, { endpointId: 'practice', modelId: 'practice' })).toEqual({});
});
