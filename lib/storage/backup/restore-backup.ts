import {
  type BackupProblem,
  type BackupSettings,
  type ImportProblem,
  mcpKeyIds,
  mcpSignInKeyId,
  type StorageFailure,
} from '../../contracts/index.ts';
import { overrideCapability } from '../capabilities.ts';
import type { ApiKeyRow, SidenoteDb } from '../db.ts';
import { saveEndpoint } from '../endpoints.ts';
import { type ImportCounts, importThreads } from '../import-threads.ts';
import { saveMcpServer } from '../mcp-servers.ts';
import { addImportedMemories } from '../memories.ts';
import { joinProject, putFiles } from '../project-export.ts';
import { findStorageFailure } from '../storage-failure.ts';
import { BACKUP_KEY_ID, encryptApiKey, type SessionMemory, wrappingKey } from '../wrapping-key.ts';
import { BackupSetup } from './backup-content.ts';
import { BackupRefused } from './backup-errors.ts';
import { decryptFile } from './encrypted-file.ts';

/**
 * `restored`: the caller still has to write the settings. `rejected`: names of endpoints and MCP servers that were
 * omitted with their keys because their addresses are not allowed. Any other result means that nothing was changed.
 */
export type RestoreResult =
  | { type: 'restored'; counts: ImportCounts; settings: BackupSettings; rejected: string[] }
  | { type: 'refused'; problem: BackupProblem }
  | { type: 'chats-refused'; problem: ImportProblem }
  | { type: 'not-stored'; failure: StorageFailure };

/** Returns the normalized address, or why it is not allowed. `takesKey`: whether a key may be sent there. */
type AddressJudge = (address: string) => { url: string; takesKey?: boolean } | { error: unknown };

type Restoring = {
  passphrase: string;
  /** The checks for addresses in the file, which are the same as for typed addresses. */
  judge: { endpoint: AddressJudge; mcpServer: AddressJudge };
  session: SessionMemory;
  /** Milliseconds since 1970. */
  now: number;
  /** Gets the progress, from 0 to 1. */
  onProgress?: (share: number) => void;
};

/** The share of the total time that decryption takes. */
const DECRYPTING_SHARE = 0.05;

/**
 * Restores a backup. The whole file is decrypted and validated before the first write. Existing chats are kept, and
 * those in the file are added as in an import. Endpoints, MCP servers and keys with the same id are replaced. If
 * anything cannot be written, the added chats are removed again. If the browser is closed in the meantime, the chats
 * added so far are complete, and restoring again adds everything else. Rejects with KeysLockedError while the keys of
 * this browser are locked.
 */
export async function restoreBackup(
  db: SidenoteDb,
  file: Blob,
  { passphrase, judge, session, now, onProgress = () => undefined }: Restoring,
): Promise<RestoreResult> {
  try {
    const wrapping = await wrappingKey(db, session);
    const { setup: stored, chats } = await readBackup(file, passphrase, (share) =>
      onProgress(share * DECRYPTING_SHARE),
    );
    const { setup, rejected } = withAllowedAddresses(stored, judge);
    const keys = await Promise.all(setup.keys.map(({ id, origin, key }) => encryptApiKey(wrapping, id, origin, key)));
    const finish = () => writeSetup(db, setup, keys, now);
    const imported = await importThreads(db, chats, {
      marks: setup.threads,
      isOwn: true,
      finish,
      onProgress: (share) => onProgress(DECRYPTING_SHARE + share * (1 - DECRYPTING_SHARE)),
    });
    if (imported.type === 'refused') return { type: 'chats-refused', problem: imported.problem };
    if (imported.type === 'not-stored') return imported;
    return { type: 'restored', counts: imported.counts, settings: setup.settings, rejected };
  } catch (error) {
    if (error instanceof BackupRefused) return { type: 'refused', problem: error.code };
    const failure = findStorageFailure(error);
    if (failure === null) throw error;
    return { type: 'not-stored', failure };
  }
}

/** Omits endpoints and servers whose addresses are not allowed, and keys that may not be sent. */
function withAllowedAddresses(
  setup: BackupSetup,
  judge: Restoring['judge'],
): { setup: BackupSetup; rejected: string[] } {
  const rejected: string[] = [];
  const keyless = new Set<string>([BACKUP_KEY_ID]);
  const endpoints = setup.endpoints.flatMap((endpoint) => {
    const address = judge.endpoint(endpoint.baseUrl);
    if ('error' in address) rejected.push(endpoint.name);
    if ('error' in address || address.takesKey === false) keyless.add(endpoint.endpointId);
    return 'error' in address ? [] : [{ ...endpoint, baseUrl: address.url }];
  });
  const mcpServers = setup.mcpServers.flatMap((server) => {
    const address = judge.mcpServer(server.url);
    if (!('error' in address)) return [{ ...server, url: address.url }];
    rejected.push(server.name);
    for (const id of mcpKeyIds(server.serverId)) keyless.add(id);
    return [];
  });
  const keys = setup.keys.filter(({ id }) => !keyless.has(id));
  return { setup: { ...setup, endpoints, mcpServers, keys }, rejected };
}

/**
 * The decrypted content. Only the chats become a blob, which browsers may keep on disk: IndexedDB also stores them
 * unencrypted.
 */
async function readBackup(
  file: Blob,
  passphrase: string,
  onProgress: (share: number) => void,
): Promise<{ setup: BackupSetup; chats: Blob }> {
  const chats: Blob[] = [];
  let bytesRead = 0;
  let start: Uint8Array<ArrayBuffer> = new Uint8Array();
  let end: number | null = null;
  for await (const bytes of decryptFile(file, passphrase)) {
    bytesRead += bytes.length;
    onProgress(bytesRead / file.size);
    if (end !== null && start.length >= end) {
      chats.push(new Blob([bytes]));
      continue;
    }
    const joinedBytes = new Uint8Array(start.length + bytes.length);
    joinedBytes.set(start);
    joinedBytes.set(bytes, start.length);
    start = joinedBytes;
    if (start.length >= 4) end = 4 + new DataView(start.buffer).getUint32(0);
    if (end === null || start.length < end) continue;
    chats.push(new Blob([start.subarray(end)]));
    start = start.slice(0, end);
  }
  if (end === null || start.length < end) throw new BackupRefused('damaged');
  return { setup: parseSetup(new TextDecoder().decode(start.subarray(4))), chats: new Blob(chats) };
}

/** The content is authenticated, so anything that does not match the schema was written by another version. */
function parseSetup(json: string): BackupSetup {
  try {
    return BackupSetup.parse(JSON.parse(json));
  } catch {
    throw new BackupRefused('newer');
  }
}

/** Writes everything except the chats, in one transaction. */
async function writeSetup(db: SidenoteDb, setup: BackupSetup, keys: ApiKeyRow[], now: number): Promise<void> {
  const { endpoints, tools, mcpServers, projects, memories } = setup;
  const ofProjects = [db.projects, db.projectFiles, db.projectThreads, db.threads];
  const tables = [db.endpoints, db.capabilities, db.mcpServers, db.apiKeys, db.memories, ...ofProjects];
  await db.transaction('rw', tables, async () => {
    for (const endpoint of endpoints) await saveEndpoint(db, endpoint);
    for (const { endpointId, modelId, supportsTools } of tools) {
      const baseUrl = endpoints.find((each) => each.endpointId === endpointId)?.baseUrl;
      if (baseUrl !== undefined) await overrideCapability(db, { endpointId, modelId }, baseUrl, supportsTools, now);
    }
    for (const server of mcpServers) await saveMcpServer(db, server);
    for (const { project, threads } of projects) {
      const { files, ...row } = project;
      await db.projects.put(row);
      await putFiles(db, row.projectId, files);
      const here = await db.threads.bulkGet(threads);
      await joinProject(
        db,
        row.projectId,
        here.flatMap((thread) => thread?.threadId ?? []),
      );
    }
    // Written after the projects, to which they may belong.
    await addImportedMemories(db, memories);
    // An existing sign-in is kept: its refresh token may have replaced the one in the backup, and using an old one can
    // end the sign-in (RFC 9700 §4.14.2).
    const signIns = mcpServers.map(({ serverId }) => mcpSignInKeyId(serverId));
    const idsHere = new Set(await db.apiKeys.where('endpointId').anyOf(signIns).primaryKeys());
    await db.apiKeys.bulkPut(keys.filter(({ endpointId }) => !idsHere.has(endpointId)));
  });
}
