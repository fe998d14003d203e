import { base64Of } from '../contracts/index.ts';
import { keyId, SIGNING, type Signer } from '../security/index.ts';
import type { SidenoteDb } from './db.ts';

const signers = new WeakMap<SidenoteDb, Promise<Signer>>();

/**
 * The key of this installation that signs receipts. Created on first use and non-extractable; it is in no backup. Where the browser
 * stores no keys, as in some private modes, it lasts as long as this process, and the public key is kept.
 */
export function signerFor(db: SidenoteDb): Promise<Signer> {
  const known = signers.get(db) ?? loadSigner(db);
  signers.set(db, known);
  known.catch(() => signers.delete(db));
  return known;
}

async function loadSigner(db: SidenoteDb): Promise<Signer> {
  const stored = await storedKey(db);
  if (stored !== null) return stored;
  const { privateKey, publicKey } = await crypto.subtle.generateKey(SIGNING, false, ['sign', 'verify']);
  const spki = base64Of(new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)));
  const id = await keyId(spki);
  try {
    await db.transaction('rw', db.signingKeys, async () => {
      // Another process may have created it meanwhile.
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
    sign: async (bytes) => base64Of(new Uint8Array(await crypto.subtle.sign(SIGNING, privateKey, bytes))),
  };
}

/** Ids of the keys of this installation, also of earlier ones. */
export async function ownKeyIds(db: SidenoteDb): Promise<Set<string>> {
  return new Set(await db.signingKeys.toCollection().primaryKeys());
}
