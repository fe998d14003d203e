import type { SidenoteDb } from './db.ts';

/**
 * API keys, encrypted under a key that the browser does not let out. That keeps them out of exports, logs and copies of a
 * table; it does not protect from somebody who has the whole browser profile. A key belongs to the origin it was entered
 * for and is given out for no other.
 */
export async function saveApiKey(db: SidenoteDb, endpointId: string, origin: string, apiKey: string): Promise<void> {
  const key = await wrappingKey(db);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(apiKey);
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: boundTo(origin) }, key, bytes);
  await db.apiKeys.put({ endpointId, origin, iv, ciphertext, lastFour: apiKey.slice(-4) });
}

/** The key of an endpoint, or null if there is none for this origin. */
export async function loadApiKey(db: SidenoteDb, endpointId: string, origin: string): Promise<string | null> {
  const row = await db.apiKeys.get(endpointId);
  if (row === undefined || row.origin !== origin) return null;
  const key = await wrappingKey(db);
  const parameters = { name: 'AES-GCM', iv: row.iv, additionalData: boundTo(origin) };
  return new TextDecoder().decode(await crypto.subtle.decrypt(parameters, key, row.ciphertext));
}

export async function deleteApiKey(db: SidenoteDb, endpointId: string): Promise<void> {
  await db.apiKeys.delete(endpointId);
}

/** Made once per profile. Two makers at once agree: `add` fails for the second, who then reads the first one's. */
async function wrappingKey(db: SidenoteDb): Promise<CryptoKey> {
  const existing = await db.wrappingKeys.get('wrapping');
  if (existing) return existing.key;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await db.wrappingKeys.add({ id: 'wrapping', key }).catch(() => undefined);
  return (await db.wrappingKeys.get('wrapping'))?.key ?? key;
}

function boundTo(origin: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(origin);
}
