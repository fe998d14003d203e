import { encodeBase64 } from '../contracts/index.ts';
import { keyId, SIGNING, type Signer } from '../security/index.ts';
import type { SidenoteDb } from './db.ts';

const signers = new WeakMap<SidenoteDb, Promise<Signer>>();

/**
 * The key of this installation that signs receipts. It is created on first use, non-extractable, and not part of
 * backups. If the browser cannot store keys, as in some private modes, it exists as long as this process, and only the
 * public key is stored.
 */
export function signerFor(db: SidenoteDb): Promise<Signer> {
  const signerPromise = signers.get(db) ?? loadSigner(db);
  signers.set(db, signerPromise);
  signerPromise.catch(() => signers.delete(db));
  return signerPromise;
}

async function loadSigner(db: SidenoteDb): Promise<Signer> {
  const storedSigner = await storedKey(db);
  if (storedSigner !== null) return storedSigner;
  const { privateKey, publicKey } = await crypto.subtle.generateKey(SIGNING, false, ['sign', 'verify']);
  const spki = encodeBase64(new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)));
  const id = await keyId(spki);
  try {
    await db.transaction('rw', db.signingKeys, async () => {
      // Another process may have created it in the meantime.
      if ((await db.signingKeys.count()) === 0) await db.signingKeys.add({ id, spki, privateKey });
    });
    const other = await storedKey(db);
    if (other !== null) return other;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DataCloneError') throw error;
  }
  await db.signingKeys.put({ id, spki });
  return signerWith(id, spki, privateKey);
}

async function storedKey(db: SidenoteDb): Promise<Signer | null> {
  const row = (await db.signingKeys.toArray()).find(({ privateKey }) => privateKey !== undefined);
  return row?.privateKey === undefined ? null : signerWith(row.id, row.spki, row.privateKey);
}

function signerWith(id: string, spki: string, privateKey: CryptoKey): Signer {
  return {
    id,
    spki,
    sign: async (bytes) => encodeBase64(new Uint8Array(await crypto.subtle.sign(SIGNING, privateKey, bytes))),
  };
}

/** Ids of this installation's keys, including earlier ones. */
export async function ownKeyIds(db: SidenoteDb): Promise<Set<string>> {
  return new Set(await db.signingKeys.toCollection().primaryKeys());
}
