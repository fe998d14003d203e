import {
  type BackupProblem,
  type BackupSettings,
  type ImportProblem,
  mcpSignInKeyId,
  type StorageFailure,
} from '../../contracts/index.ts';
import { overrideCapability } from '../capabilities.ts';
import type { ApiKeyRow, SidenoteDb } from '../db.ts';
import { saveEndpoint } from '../endpoints.ts';
import { type ImportCounts, importThreads } from '../import-threads.ts';
import { saveMcpServer } from '../mcp-servers.ts';
import type { SessionMemory } from '../session-memory.ts';
import { storageFailureOf } from '../storage-failure.ts';
import { listThread } from '../thread-lists.ts';
import { wrap, wrappingKey } from '../wrapping-key.ts';
import { BackupSetup } from './backup-content.ts';
import { BackupRefused, decryptFile } from './encrypted-file.ts';

/** `refused`: nothing was changed. `restored`: the caller still has to write the settings. */
export type RestoreResult =
  | { type: 'restored'; counts: ImportCounts; settings: BackupSettings }
  | { type: 'refused'; problem: BackupProblem }
  | { type: 'chats-refused'; problem: ImportProblem }
  | { type: 'not-stored'; failure: StorageFailure };

type Restoring = {
  passphrase: string;
  session: SessionMemory;
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * Restores a backup. The whole file is decrypted and validated before the first write. Chats that are here stay as they are, and
 * those of the file are added as by an import; endpoints, MCP servers and keys with the same id are replaced. If the space runs
 * out after the chats were added, those are kept. Rejects with KeysLockedError while the keys of this browser are locked.
 */
export async function restoreBackup(
  db: SidenoteDb,
  file: Blob,
  { passphrase, session, now }: Restoring,
): Promise<RestoreResult> {
  try {
    const wrapping = await wrappingKey(db, session);
    const { setup, chats } = await readBackup(file, passphrase);
    const keys = await Promise.all(setup.keys.map(({ id, origin, key }) => wrap(wrapping, id, origin, key)));
    const here = new Set(await db.threads.toCollection().primaryKeys());
    const imported = await importThreads(db, chats);
    if (imported.type === 'refused') return { type: 'chats-refused', problem: imported.problem };
    if (imported.type === 'not-stored') return imported;
    await writeSetup(db, setup, keys, { here, now });
    return { type: 'restored', counts: imported.counts, settings: setup.settings };
  } catch (error) {
    if (error instanceof BackupRefused) return { type: 'refused', problem: error.code };
    const failure = storageFailureOf(error);
    if (failure === null) throw error;
    return { type: 'not-stored', failure };
  }
}

/** The decrypted content. Only the chats, which IndexedDB holds unencrypted too, become a blob, which browsers may keep on disk. */
async function readBackup(file: Blob, passphrase: string): Promise<{ setup: BackupSetup; chats: Blob }> {
  const chats: Blob[] = [];
  let start: Uint8Array<ArrayBuffer> = new Uint8Array();
  let end: number | null = null;
  for await (const bytes of decryptFile(file, passphrase)) {
    if (end !== null && start.length >= end) {
      chats.push(new Blob([bytes]));
      continue;
    }
    const joined = new Uint8Array(start.length + bytes.length);
    joined.set(start);
    joined.set(bytes, start.length);
    start = joined;
    if (start.length >= 4) end = 4 + new DataView(start.buffer).getUint32(0);
    if (end === null || start.length < end) continue;
    chats.push(new Blob([start.subarray(end)]));
    start = start.slice(0, end);
  }
  if (end === null || start.length < end) throw new BackupRefused('damaged');
  return { setup: parseSetup(new TextDecoder().decode(start.subarray(4))), chats: new Blob(chats) };
}

/** The content is authenticated: what is not as described was written by another version. */
function parseSetup(json: string): BackupSetup {
  try {
    return BackupSetup.parse(JSON.parse(json));
  } catch {
    throw new BackupRefused('newer');
  }
}

type Writing = { here: ReadonlySet<string>; now: number };

async function writeSetup(db: SidenoteDb, setup: BackupSetup, keys: ApiKeyRow[], { here, now }: Writing) {
  const { endpoints, tools, mcpServers, threads } = setup;
  const tables = [db.endpoints, db.capabilities, db.mcpServers, db.apiKeys, db.threads, db.chores];
  await db.transaction('rw', tables, async () => {
    for (const endpoint of endpoints) await saveEndpoint(db, endpoint);
    for (const { endpointId, modelId, supportsTools } of tools) {
      const baseUrl = endpoints.find((each) => each.endpointId === endpointId)?.baseUrl;
      if (baseUrl !== undefined) await overrideCapability(db, { endpointId, modelId }, baseUrl, supportsTools, now);
    }
    for (const server of mcpServers) await saveMcpServer(db, server);
    // A sign-in that is here stays: its refresh token may have replaced the one of the backup, and using an old one can end the
    // sign-in (RFC 9700 §4.14.2).
    const signIns = mcpServers.map(({ serverId }) => mcpSignInKeyId(serverId));
    const kept = new Set(await db.apiKeys.where('endpointId').anyOf(signIns).primaryKeys());
    await db.apiKeys.bulkPut(keys.filter(({ endpointId }) => !kept.has(endpointId)));
    const added = new Set((await db.threads.toCollection().primaryKeys()).filter((threadId) => !here.has(threadId)));
    const ofAdded = (threadIds: readonly string[]) => threadIds.filter((threadId) => added.has(threadId));
    for (const threadId of ofAdded(threads.named)) await db.threads.update(threadId, { isNamed: true });
    for (const threadId of ofAdded(threads.archived)) await db.threads.update(threadId, { isArchived: true });
    for (const threadId of ofAdded(threads.pinned)) await listThread(db, 'pinned-threads', threadId, true);
  });
}
