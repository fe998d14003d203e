import type { Endpoint, McpServer } from '../../contracts/index.ts';
import { parseMcpAddress } from '../../mcp/mcp-address.ts';
import { parseBaseUrl } from '../../model-api/endpoints/base-url.ts';
import { createBackup } from '../../storage/backup/create-backup.ts';
import { decryptFile, encryptFile, newFileKey } from '../../storage/backup/encrypted-file.ts';
import { restoreBackup } from '../../storage/backup/restore-backup.ts';
import type { SidenoteDb } from '../../storage/db.ts';
import { ExportedThread } from '../../storage/export-format.ts';
import { collectIntoBlob, exportThreads } from '../../storage/export-threads.ts';
import { importThreads } from '../../storage/import-threads.ts';
import { saveApiKey, sessionMemory } from '../../storage/wrapping-key.ts';
import { IMPORT_EXAMPLES } from './import-examples.ts';

/*
 * Broken files for `npm run fuzz` and, in smaller numbers, for a unit test. The result of importing or restoring one
 * must have a code, and nothing may be stored partially.
 */

/** Numbers in [0, 1). */
type Random = () => number;

type Bytes = Uint8Array<ArrayBuffer>;

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

/** A file built from the examples of all formats, with one to four defects. */
export function brokenImport(random: Random): Bytes {
  const [, example] = pick(random, Object.entries(IMPORT_EXAMPLES));
  return brokenText(random, example);
}

function brokenText(random: Random, example: string): Bytes {
  let text = example;
  const times = 1 + Math.floor(random() * 4);
  for (let n = 0; n < times; n++) text = random() < 0.6 ? withOtherValue(random, text) : withOtherText(random, text);
  const bytes: Bytes = new TextEncoder().encode(text);
  return random() < 0.15 ? withOtherBytes(random, bytes) : bytes;
}

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  9e15,
  8.64e15,
  '',
  'q',
  'a',
  '\ud800',
  '\u0000',
  'x'.repeat(2_000),
  '<think>',
  '<details type="reasoning">',
  [],
  {},
  [[]],
  { constructor: { prototype: {} } },
  { type: 'text-delta', delta: 'x' },
  { type: 'run-end' },
];

/** Replaces, removes, doubles or moves one value of a JSON document, or of one line of it. */
function withOtherValue(random: Random, text: string): string {
  const lines = text.split('\n');
  const number = Math.floor(random() * lines.length);
  const line = lines[number] ?? '';
  const isListed = line.endsWith(',');
  try {
    const value: unknown = JSON.parse(isListed ? line.slice(0, -1) : line);
    lines[number] = JSON.stringify(changed(random, value)) + (isListed ? ',' : '');
    return lines.join('\n');
  } catch {
    return withOtherText(random, text);
  }
}

function changed(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.08) return pick(random, VALUES);
  if (Array.isArray(value)) {
    const at = Math.floor(random() * value.length);
    if (value.length === 0 || random() < 0.1) return [...value, pick(random, VALUES)];
    if (random() < 0.1) return value.toSpliced(at, 1);
    if (random() < 0.1) return [...value, value[at]];
    return value.with(at, changed(random, value[at]));
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return pick(random, VALUES);
  const [key, inner] = pick(random, entries);
  const others = entries.filter(([each]) => each !== key);
  if (random() < 0.1) return Object.fromEntries(others);
  if (random() < 0.1) return { ...value, [pick(random, ['id', 'extra', 'chat', key.toUpperCase()])]: inner };
  // Another value of the same object: ids that form cycles, times that are texts.
  if (random() < 0.15) return { ...value, [key]: pick(random, entries)[1] };
  return { ...value, [key]: changed(random, inner) };
}

const SCRAPS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  ',',
  ':',
  '\n',
  '\r\n',
  '\ufeff',
  'null',
  '1e999',
  '"__proto__":{},',
  ']}',
  '\ud83c',
];

function withOtherText(random: Random, text: string): string {
  const at = Math.floor(random() * (text.length + 1));
  const length = Math.floor(random() ** 3 * text.length);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (Math.floor(random() * 7)) {
    case 0:
      return before;
    case 1:
      return before + after.slice(length);
    case 2:
      return before + after.slice(0, length) + after;
    case 3:
      return text + pick(random, Object.values(IMPORT_EXAMPLES));
    case 4:
      return `${before}${'['.repeat(200)}${after}`;
    default:
      return before + pick(random, SCRAPS) + after.slice(random() < 0.5 ? 1 : 0);
  }
}

function withOtherBytes(random: Random, bytes: Bytes): Bytes {
  // More often near the beginning, where headers are.
  const at = Math.floor(random() ** 3 * (bytes.length + 1));
  const made = bytes.slice();
  switch (Math.floor(random() * 5)) {
    case 0:
      return made.slice(0, at);
    case 1:
      return Uint8Array.from([...made, ...made.subarray(at)]);
    case 2:
      return Uint8Array.from([...made.subarray(0, at), ...made.subarray(at + 1 + Math.floor(random() * 40))]);
    case 3:
      return made.fill(0, at, at + 1 + Math.floor(random() * 40));
    default:
      made[at % made.length] = (made[at % made.length] ?? 0) ^ (1 << Math.floor(random() * 8));
      return made;
  }
}

/** The lowest cost of a key that RFC 9106 allows. */
export const CHEAP = { memory: 8, iterations: 1, lanes: 1 };
export const BACKUP_PASSPHRASE = 'low water at six';

/** A small backup with everything in it. Uses a database, and leaves it empty. */
export async function exampleBackup(db: SidenoteDb): Promise<Blob> {
  const session = sessionMemory();
  await importThreads(db, new Blob([IMPORT_EXAMPLES.Sidenote ?? '']));
  const endpoint = { endpointId: 'e', name: 'Mine', baseUrl: 'https://models.test/v1', models: ['m'], createdAt: 1 };
  await db.endpoints.put(endpoint);
  const server = { serverId: 's', name: 'Notes', url: 'https://notes.test/mcp', header: 'authorization', createdAt: 2 };
  await db.mcpServers.put({ ...server, isOn: true, isTrustedToRead: false, tools: [] });
  await saveApiKey(db, 'e', 'https://models.test', 'sk-fuzz', session);
  const key = await newFileKey(BACKUP_PASSPHRASE, CHEAP);
  const backing = { key, settings: {}, session, createdAt: '2026-01-01T00:00:00.000Z' };
  const { blob } = await createBackup(db, backing);
  await empty(db);
  return blob;
}

/** A backup with changed bytes, or one that is encrypted correctly but does not contain a backup. */
export async function brokenBackup(random: Random, backup: Blob): Promise<Bytes> {
  if (random() < 0.5) return withOtherBytes(random, new Uint8Array(await backup.arrayBuffer()));
  const content: number[] = [];
  for await (const bytes of decryptFile(backup, BACKUP_PASSPHRASE)) content.push(...bytes);
  const key = await newFileKey(BACKUP_PASSPHRASE, CHEAP);
  const encrypted = await encryptFile(of(brokenContent(random, Uint8Array.from(content))), key);
  return new Uint8Array(await encrypted.arrayBuffer());
}

async function* of(bytes: Bytes): AsyncGenerator<Bytes> {
  yield bytes;
}

const ADDRESSES = [
  'http://169.254.169.254/v1',
  'javascript:alert(1)',
  '',
  'http://example.com/v1',
  'https://u:p@e.test',
];

function brokenContent(random: Random, content: Bytes): Bytes {
  const length = new DataView(content.buffer).getUint32(0);
  const setup = JSON.parse(new TextDecoder().decode(content.subarray(4, 4 + length)));
  const chats = content.subarray(4 + length);
  const kind = Math.floor(random() * 4);
  if (kind === 0) return withOtherBytes(random, content);
  const [endpoint] = setup.endpoints;
  if (kind === 1) endpoint.baseUrl = pick(random, ADDRESSES);
  const json = new TextEncoder().encode(JSON.stringify(kind === 2 ? changed(random, setup) : setup));
  const rest = kind === 3 ? brokenText(random, new TextDecoder().decode(chats)) : chats;
  const made = new Uint8Array(4 + json.length + rest.length);
  new DataView(made.buffer).setUint32(0, json.length);
  made.set(json, 4);
  made.set(rest, 4 + json.length);
  return made;
}

/** What happened: the code of the result, or a fault of the program. */
export type Trial = { outcome: string; fault: string | null };

/** Imports a file into an empty database. */
export async function tryImport(db: SidenoteDb, other: SidenoteDb, bytes: Bytes): Promise<Trial> {
  try {
    const result = await importThreads(db, new Blob([bytes]));
    if (result.type === 'refused') return { outcome: result.problem.code, fault: await faultOfEmpty(db) };
    return { outcome: result.type, fault: await faultOfChats(db, other) };
  } catch (error) {
    return { outcome: 'thrown', fault: String(error) };
  } finally {
    await empty(db);
  }
}

/** The same checks as in the settings page. */
export const JUDGE = { endpoint: parseBaseUrl, mcpServer: parseMcpAddress };

/** Restores a file into an empty database. */
export async function tryRestore(db: SidenoteDb, other: SidenoteDb, bytes: Bytes): Promise<Trial> {
  const restoring = { passphrase: BACKUP_PASSPHRASE, judge: JUDGE, session: sessionMemory(), now: 1 };
  try {
    const result = await restoreBackup(db, new Blob([bytes]), restoring);
    if (result.type === 'not-stored') return { outcome: result.type, fault: 'nothing was full' };
    if (result.type !== 'restored') {
      const code = typeof result.problem === 'string' ? result.problem : result.problem.code;
      return { outcome: code, fault: await faultOfEmpty(db) };
    }
    return { outcome: result.type, fault: (await faultOfChats(db, other)) ?? (await faultOfSetup(db)) };
  } catch (error) {
    return { outcome: 'thrown', fault: String(error) };
  } finally {
    await empty(db);
  }
}

const contentTables = (db: SidenoteDb) => db.tables.filter(({ name }) => name !== 'wrappingKeys');

async function empty(db: SidenoteDb): Promise<void> {
  await db.transaction('rw', contentTables(db), async () => {
    await Promise.all(contentTables(db).map((table) => table.clear()));
  });
}

async function faultOfEmpty(db: SidenoteDb): Promise<string | null> {
  for (const table of contentTables(db)) if ((await table.count()) > 0) return `${table.name} is not empty`;
  return null;
}

/** Checks that each chat is complete, readable and closed, and that its export can be imported unchanged. */
async function faultOfChats(db: SidenoteDb, other: SidenoteDb): Promise<string | null> {
  const threads = await db.threads.toArray();
  const rows = Map.groupBy(await db.events.toArray(), ({ threadId }) => threadId);
  const texts = await db.texts.toArray();
  if (texts.some(({ threadId }) => !rows.has(threadId))) return 'a text without a chat';
  if (rows.size !== threads.length) return 'rows without a chat, or a chat without rows';
  for (const { threadId, title, createdAt, updatedAt, lastSeq, openRunId } of threads) {
    const events = (rows.get(threadId) ?? []).map(({ seq, at, event }) => ({ seq, at, event }));
    const thread = ExportedThread.safeParse({ threadId, title, createdAt, updatedAt, events });
    if (!thread.success) return `a chat that cannot be read: ${thread.error.message}`;
    if (openRunId !== '') return 'an open run';
    if (lastSeq !== events.at(-1)?.seq) return 'another last row than the list has';
  }
  const { blob } = await collectIntoBlob(exportThreads(db, 'all', ''), 'application/json');
  const again = await importThreads(other, blob);
  await empty(other);
  const isSame = again.type === 'imported' && again.counts.added === threads.length;
  return isSame ? null : `an export that comes in as ${JSON.stringify(again)}`;
}

async function faultOfSetup(db: SidenoteDb): Promise<string | null> {
  const endpoints: Endpoint[] = await db.endpoints.toArray();
  const servers: McpServer[] = await db.mcpServers.toArray();
  if (endpoints.some(({ baseUrl }) => 'error' in parseBaseUrl(baseUrl))) return 'an endpoint with a forbidden address';
  if (servers.some(({ url }) => 'error' in parseMcpAddress(url))) return 'a server with a forbidden address';
  return null;
}
