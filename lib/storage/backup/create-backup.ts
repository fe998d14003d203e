import * as z from 'zod';
import {
  type BackupSettings,
  decodeBase64,
  Endpoint,
  encodeBase64,
  McpServer,
  Memory,
  ProjectWithFiles,
} from '../../contracts/index.ts';
import type { SidenoteDb } from '../db.ts';
import { allEndpoints } from '../endpoints.ts';
import { type ExportCounts, exportThreads } from '../export-threads.ts';
import { allMcpServers } from '../mcp-servers.ts';
import { allMemories } from '../memories.ts';
import { allProjects, projectFiles, threadIdsOfProject } from '../projects.ts';
import { threadIdsIn } from '../threads.ts';
import {
  BACKUP_KEY_ID,
  decryptApiKey,
  deleteApiKey,
  type SessionMemory,
  saveApiKey,
  wrappingKey,
} from '../wrapping-key.ts';
import type { BackupKey, BackupSetup } from './backup-content.ts';
import { BackupKeyMissingError } from './backup-errors.ts';
import { type Bytes, encryptFile, type FileKey } from './encrypted-file.ts';

type Backing = {
  key: FileKey;
  settings: BackupSettings;
  session: SessionMemory;
  /** ISO 8601. */
  createdAt: string;
};

/**
 * Creates one encrypted file with everything in this browser: chats, endpoints, MCP servers, keys and settings. Keys
 * are decrypted only in memory. Rejects with KeysLockedError while they are locked, and with BackupRefused if the file
 * would be too large.
 */
export async function createBackup(
  db: SidenoteDb,
  { key, settings, session, createdAt }: Backing,
): Promise<{ blob: Blob; counts: ExportCounts }> {
  const setup = await readSetup(db, settings, session, createdAt);
  let counts: ExportCounts = { threads: 0, unreadable: 0 };
  async function* content(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    const bytes = encoder.encode(JSON.stringify(setup));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length);
    yield length;
    yield bytes;
    const chats = exportThreads(db, 'all', createdAt);
    for (let next = await chats.next(); ; next = await chats.next()) {
      if (next.done) {
        counts = next.value;
        return;
      }
      yield encoder.encode(next.value);
    }
  }
  const blob = await encryptFile(content(), key);
  return { blob, counts };
}

async function readSetup(
  db: SidenoteDb,
  settings: BackupSettings,
  session: SessionMemory,
  createdAt: string,
): Promise<BackupSetup> {
  const decided = await db.capabilities.filter(({ source }) => source === 'user').toArray();
  const threads = await db.threads.filter(({ isNamed, isArchived }) => Boolean(isNamed || isArchived)).toArray();
  return {
    version: 1,
    createdAt,
    // A row that cannot be restored would invalidate the whole file.
    endpoints: (await allEndpoints(db)).filter((each) => Endpoint.safeParse(each).success),
    tools: decided.map(({ endpointId, modelId, supportsTools }) => ({
      endpointId,
      modelId,
      supportsTools: supportsTools === true,
    })),
    mcpServers: (await allMcpServers(db)).filter((each) => McpServer.safeParse(each).success),
    keys: await readKeys(db, session),
    settings,
    projects: await readProjects(db),
    memories: (await allMemories(db)).filter((each) => Memory.safeParse(each).success),
    threads: {
      named: threads.flatMap(({ threadId, isNamed }) => (isNamed ? [threadId] : [])),
      archived: threads.flatMap(({ threadId, isArchived }) => (isArchived ? [threadId] : [])),
      pinned: await threadIdsIn(db, 'pinned-threads'),
    },
  };
}

async function readProjects(db: SidenoteDb): Promise<BackupSetup['projects']> {
  const all = await allProjects(db);
  const projects = await Promise.all(
    all.map(async (projectRow) => {
      const files = (await projectFiles(db, projectRow.projectId)).map(({ name, text }) => ({ name, text }));
      const project = { ...projectRow, files };
      return { project, threads: await threadIdsOfProject(db, projectRow.projectId) };
    }),
  );
  return projects.filter(({ project }) => ProjectWithFiles.safeParse(project).success);
}

async function readKeys(db: SidenoteDb, session: SessionMemory): Promise<BackupKey[]> {
  const key = await wrappingKey(db, session);
  // The key for scheduled backups belongs to this browser.
  const rows = (await db.apiKeys.toArray()).filter(({ endpointId }) => endpointId !== BACKUP_KEY_ID);
  return Promise.all(
    rows.map(async (row) => ({ id: row.endpointId, origin: row.origin, key: await decryptApiKey(key, row) })),
  );
}

/** The origin stored with the key, which is never sent anywhere. */
const BACKUP_KEY_ORIGIN = 'scheduled-backup';

/**
 * Stores the key of scheduled backups like an API key: encrypted with this browser's non-extractable key, or under the
 * user's passphrase for keys. It is therefore protected as well as the keys inside the backup.
 */
export function saveBackupKey(db: SidenoteDb, { cost, salt, key, check }: FileKey, session: SessionMemory) {
  const json = JSON.stringify({ cost, key: encodeBase64(key), salt: encodeBase64(salt), check: encodeBase64(check) });
  return saveApiKey(db, BACKUP_KEY_ID, BACKUP_KEY_ORIGIN, json, session);
}

/** Deletes the key and the folder of scheduled backups. */
export async function forgetBackups(db: SidenoteDb): Promise<void> {
  await deleteApiKey(db, BACKUP_KEY_ID);
  await db.chores.delete('backup-folder');
}

/** Stores the folder that the user chose. The browser may still ask for permission before Sidenote can write to it. */
export async function saveBackupFolder(db: SidenoteDb, folder: FileSystemDirectoryHandle): Promise<void> {
  await db.chores.put({ name: 'backup-folder', folder });
}

export async function loadBackupFolder(db: SidenoteDb): Promise<FileSystemDirectoryHandle | null> {
  const row = await db.chores.get('backup-folder');
  return row?.name === 'backup-folder' ? row.folder : null;
}

/** Like `createBackup`, with the stored key. Rejects with BackupKeyMissingError, or KeysLockedError. */
export async function createScheduledBackup(
  db: SidenoteDb,
  backing: { settings: BackupSettings; session: SessionMemory; createdAt: string },
): Promise<{ blob: Blob; counts: ExportCounts }> {
  return createBackup(db, { ...backing, key: await loadBackupKey(db, backing.session) });
}

const base64 = z.string().transform((text): Bytes => decodeBase64(text));

const StoredFileKey = z.object({
  cost: z.object({ memory: z.number(), iterations: z.number(), lanes: z.number() }),
  key: base64,
  salt: base64,
  check: base64,
});

async function loadBackupKey(db: SidenoteDb, session: SessionMemory): Promise<FileKey> {
  const row = await db.apiKeys.get(BACKUP_KEY_ID);
  if (row === undefined) throw new BackupKeyMissingError();
  return StoredFileKey.parse(JSON.parse(await decryptApiKey(await wrappingKey(db, session), row)));
}
