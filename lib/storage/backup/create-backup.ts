import { type BackupSettings, Endpoint, McpServer, ProjectWithFiles } from '../../contracts/index.ts';
import type { SidenoteDb } from '../db.ts';
import { allEndpoints } from '../endpoints.ts';
import { type ExportCounts, exportThreads } from '../export-threads.ts';
import { allMcpServers } from '../mcp-servers.ts';
import { allProjects, projectFiles, threadIdsOfProject } from '../projects.ts';
import { threadIdsIn } from '../threads.ts';
import { type SessionMemory, unwrap, wrappingKey } from '../wrapping-key.ts';
import { BACKUP_KEY_ID, type BackupKey, type BackupSetup } from './backup-content.ts';
import { encryptFile, type FileKey } from './encrypted-file.ts';

type Backing = {
  key: FileKey;
  settings: BackupSettings;
  session: SessionMemory;
  /** ISO 8601. */
  createdAt: string;
};

/**
 * Everything of this browser as one encrypted file: chats, endpoints, MCP servers, keys and settings. Keys are in the clear only in
 * memory. Rejects with KeysLockedError while they are locked, and with BackupRefused if the file would be too large.
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
    // A row that could not be restored would spoil the whole file.
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
    all.map(async (stored) => {
      const files = (await projectFiles(db, stored.projectId)).map(({ name, text }) => ({ name, text }));
      const project = { ...stored, files };
      return { project, threads: await threadIdsOfProject(db, stored.projectId) };
    }),
  );
  return projects.filter(({ project }) => ProjectWithFiles.safeParse(project).success);
}

async function readKeys(db: SidenoteDb, session: SessionMemory): Promise<BackupKey[]> {
  const key = await wrappingKey(db, session);
  // The key for scheduled backups belongs to this browser.
  const rows = (await db.apiKeys.toArray()).filter(({ endpointId }) => endpointId !== BACKUP_KEY_ID);
  return Promise.all(
    rows.map(async (row) => ({ id: row.endpointId, origin: row.origin, key: await unwrap(key, row) })),
  );
}
