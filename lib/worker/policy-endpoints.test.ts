import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { managedEndpointId, NO_POLICY } from '../contracts/index.ts';
import { openDb } from '../storage/db.ts';
import { createStores, openStorage } from '../storage/stores.ts';
import { storePolicyEndpoints } from './policy-endpoints.ts';

const OURS = { name: 'Ours', baseUrl: 'https://llm.example.com/v1/chat/completions', models: ['m1'] };
const OWN = { endpointId: 'own', name: 'Own', baseUrl: 'https://own.example.org/v1', models: [], createdAt: 1 };
const withEndpoints = (...endpoints: (typeof OURS)[]) => ({ ...NO_POLICY, endpoints });
const newStorage = () => openStorage(crypto.randomUUID());

test('endpoints of the policy exist next to those of the user, with a usable address', async () => {
  const storage = newStorage();
  await storage.endpoints.save(OWN);
  await storePolicyEndpoints(storage, withEndpoints(OURS), 2);
  expect(await storage.endpoints.all()).toEqual([
    OWN,
    {
      endpointId: managedEndpointId(OURS),
      name: 'Ours',
      baseUrl: 'https://llm.example.com/v1',
      models: ['m1'],
      createdAt: 2,
    },
  ]);
});

test('changes are reset, and what was learned and listed stays', async () => {
  const db = openDb(crypto.randomUUID());
  const storage = createStores(db);
  const asking = { ...OURS, models: [] };
  await storePolicyEndpoints(storage, withEndpoints(asking), 2);
  const endpointId = managedEndpointId(asking);
  await db.endpoints.update(endpointId, { name: 'Mine', models: ['listed'], hidesOrigin: true });
  await storePolicyEndpoints(storage, withEndpoints(asking), 3);
  expect(await db.endpoints.get(endpointId)).toMatchObject({
    name: 'Ours',
    models: ['listed'],
    hidesOrigin: true,
    createdAt: 2,
  });
});

test('an endpoint that the policy no longer names goes, and those of the user stay', async () => {
  const storage = newStorage();
  await storage.endpoints.save(OWN);
  await storePolicyEndpoints(storage, withEndpoints(OURS), 2);
  await storePolicyEndpoints(storage, NO_POLICY, 3);
  expect(await storage.endpoints.all()).toEqual([OWN]);
});
