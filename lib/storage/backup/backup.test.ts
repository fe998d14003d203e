import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Endpoint, type McpServer, mcpKeyId, mcpSignInKeyId, type Project } from '../../contracts/index.ts';
import { parseMcpAddress } from '../../mcp/mcp-address.ts';
import { parseBaseUrl } from '../../model-api/endpoints/base-url.ts';
import { diskUnder } from '../../testing/storage/failing-writes.ts';
import { overrideCapability } from '../capabilities.ts';
import { openDb, type SidenoteDb } from '../db.ts';
import { saveEndpoint } from '../endpoints.ts';
import { loadApiKey } from '../load-api-key.ts';
import { saveMcpServer } from '../mcp-servers.ts';
import { allMemories, keepMemory } from '../memories.ts';
import { setPassphrase } from '../passphrase.ts';
import { addProjectFile, findChatProject, moveThread, projectFiles, saveProject } from '../projects.ts';
import { readThread } from '../read-thread.ts';
import { createDatabaseThreadLog } from '../thread-log.ts';
import { archiveThread, listThread, renameThread, threadIdsIn } from '../threads.ts';
import { KeysLockedError, newKey, saveApiKey, sessionMemory } from '../wrapping-key.ts';
import { createBackup } from './create-backup.ts';
import { decryptFile, encryptFile, newFileKey } from './encrypted-file.ts';
import { restoreBackup } from './restore-backup.ts';

const PASSPHRASE = 'twelve letters';
const CREATED_AT = '2026-01-01T00:00:00.000Z';
/** The lowest cost that RFC 9106 allows. */
const COST = { memory: 8, iterations: 1, lanes: 1 };
/** Bytes before the first chunk, and in a whole chunk. */
const HEADER = 70;
const CHUNK = 1_048_576 + 16;

const ENDPOINT: Endpoint = {
  endpointId: 'e',
  name: 'Mine',
  baseUrl: 'https://models.test/v1',
  models: ['m'],
  createdAt: 1,
};
const SERVER: McpServer = {
  serverId: 's',
  name: 'Notes',
  url: 'https://notes.test/mcp',
  header: 'authorization',
  isOn: true,
  isTrustedToRead: true,
  tools: [],
  createdAt: 2,
};
const PROJECT: Project = {
  projectId: 'p',
  name: 'Tides',
  instructions: 'Answer for a sailor.',
  model: { endpointId: 'e', modelId: 'm' },
  web: true,
  ownData: false,
  mcpServers: ['s'],
  createdAt: 3,
};
const SETTINGS = { maxSteps: 7, warmStart: false, favouriteModels: [{ endpointId: 'e', modelId: 'm' }] };

/** The same checks as in the settings page. */
const JUDGE = { endpoint: parseBaseUrl, mcpServer: parseMcpAddress };

let home: SidenoteDb;
let away: SidenoteDb;
const session = sessionMemory();
beforeEach(async () => {
  session.values.clear();
  home = openDb(`home-${crypto.randomUUID()}`);
  away = openDb(`away-${crypto.randomUUID()}`);
  const log = createDatabaseThreadLog(home, () => 5);
  for (const threadId of ['first', 'second']) {
    const files = [
      {
        type: 'image' as const,
        name: 'map.png',
        image: { mediaType: 'image/png' as const, data: 'AAAA', width: 1, height: 1 },
      },
    ];
    await log.append(threadId, [{ type: 'user-message', messageId: 'q', content: `Why, ${threadId}?`, files }], null);
  }
  await renameThread(home, 'first', 'Tides');
  await archiveThread(home, 'second', true);
  await listThread(home, 'pinned-threads', 'first', true);
  await saveProject(home, PROJECT);
  await addProjectFile(home, { fileId: 'f', projectId: 'p', name: 'table.md', text: 'High water at 14:20.' });
  await moveThread(home, 'first', 'p');
  await saveEndpoint(home, ENDPOINT);
  await overrideCapability(home, { endpointId: 'e', modelId: 'm' }, ENDPOINT.baseUrl, false, 3);
  await saveMcpServer(home, SERVER);
  await saveApiKey(home, 'e', 'https://models.test', 'sk-canary-model', session);
  await saveApiKey(home, mcpKeyId('s'), 'https://notes.test', 'canary-token', session);
  await saveApiKey(home, mcpSignInKeyId('s'), 'https://notes.test', '{"refresh":"old"}', session);
});
afterEach(async () => {
  await home.delete();
  await away.delete();
});

const backup = async (db = home) =>
  (
    await createBackup(db, {
      key: await newFileKey(PASSPHRASE, COST),
      settings: SETTINGS,
      session,
      createdAt: CREATED_AT,
    })
  ).blob;
const restore = (file: Blob, passphrase = PASSPHRASE) =>
  restoreBackup(away, file, { passphrase, judge: JUDGE, session: sessionMemory(), now: 9 });
const readTables = (db: SidenoteDb) =>
  Promise.all(db.tables.map(async ({ name }) => [name, await db.table(name).toArray()]));

describe('a backup', () => {
  test('restores sentences to remember turned off, and does not change existing ones', async () => {
    const origin = { type: 'question', threadId: 'first' } as const;
    const bern = { memoryId: 'bern', text: 'I live in Bern', projectId: 'p', origin, isOn: true, createdAt: 4 };
    const here = { ...bern, memoryId: 'here', text: 'I sail', projectId: null };
    await keepMemory(home, bern);
    await keepMemory(home, here);
    await keepMemory(away, here);
    await restore(await backup());
    expect(await allMemories(away)).toEqual([{ ...bern, isOn: false, isImported: true }, here]);
  });

  test('restores chats with attachments, endpoints, servers, keys and settings in an empty browser', async () => {
    const result = await restore(await backup());
    expect(result).toMatchObject({ type: 'restored', counts: { added: 2 }, settings: SETTINGS });
    expect(await readThread(away, 'first')).toEqual(await readThread(home, 'first'));
    expect(await away.threads.get('first')).toMatchObject({ title: 'Tides', isNamed: true });
    expect(await away.threads.get('second')).toMatchObject({ isArchived: true });
    expect(await threadIdsIn(away, 'pinned-threads')).toEqual(['first']);
    expect(await away.endpoints.toArray()).toEqual([ENDPOINT]);
    expect(await away.mcpServers.toArray()).toEqual([SERVER]);
    expect(await findChatProject(away, 'first')).toEqual(PROJECT);
    expect(await findChatProject(away, 'second')).toBeNull();
    expect(await projectFiles(away, 'p')).toMatchObject([{ name: 'table.md', text: 'High water at 14:20.' }]);
    expect(await away.capabilities.toArray()).toMatchObject([{ modelId: 'm', supportsTools: false, source: 'user' }]);
    const loadKey = (id: string, origin: string) => loadApiKey(away, id, origin, sessionMemory());
    expect(await loadKey('e', 'https://models.test')).toBe('sk-canary-model');
    expect(await loadKey(mcpKeyId('s'), 'https://notes.test')).toBe('canary-token');
    expect(await loadKey('e', 'https://elsewhere.test')).toBeNull();
  });

  test('reports how far restoring has come, up to the end', async () => {
    const shares: number[] = [];
    const options = { passphrase: PASSPHRASE, judge: JUDGE, session: sessionMemory(), now: 9 };
    await restoreBackup(away, await backup(), { ...options, onProgress: (share) => shares.push(share) });
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares[0]).toBeGreaterThan(0);
    expect(shares.at(-1)).toBe(1);
  });

  test('replaces a project with its files, and does not move a chat from another one', async () => {
    await saveProject(away, { ...PROJECT, instructions: 'Older.' });
    await addProjectFile(away, { fileId: 'o', projectId: 'p', name: 'older.md', text: 'Older.' });
    await saveProject(away, { ...PROJECT, projectId: 'other' });
    await moveThread(away, 'first', 'other');
    expect(await restore(await backup())).toMatchObject({ type: 'restored' });
    expect(await away.projects.get('p')).toEqual(PROJECT);
    expect((await projectFiles(away, 'p')).map(({ name }) => name)).toEqual(['table.md']);
    expect((await findChatProject(away, 'first'))?.projectId).toBe('other');
  });

  test('does not change existing chats, and replaces keys but not a sign-in', async () => {
    const log = createDatabaseThreadLog(away, () => 5);
    await log.append('first', [{ type: 'user-message', messageId: 'q', content: 'Another?' }], null);
    await saveEndpoint(away, ENDPOINT);
    await saveApiKey(away, 'e', 'https://models.test', 'sk-older', session);
    await saveApiKey(away, mcpSignInKeyId('s'), 'https://notes.test', '{"refresh":"new"}', session);
    const before = await readThread(away, 'first');
    expect(await restore(await backup())).toMatchObject({ type: 'restored', counts: { added: 1, copied: 1 } });
    expect(await readThread(away, 'first')).toEqual(before);
    expect((await away.threads.get('first'))?.isNamed).toBeUndefined();
    expect(await loadApiKey(away, 'e', 'https://models.test', session)).toBe('sk-canary-model');
    expect(await loadApiKey(away, mcpSignInKeyId('s'), 'https://notes.test', session)).toBe('{"refresh":"new"}');
  });

  test('imports only addresses that pass the checks for typed ones, and no keys', async () => {
    const bad = { ...ENDPOINT, endpointId: 'bad', name: 'Metadata', baseUrl: 'http://169.254.169.254/v1' };
    const open = { ...ENDPOINT, endpointId: 'open', name: 'Open', baseUrl: 'http://models.example/v1' };
    const padded = { ...ENDPOINT, endpointId: 'padded', name: 'Padded', baseUrl: ' https://padded.test/v1/ ' };
    const unsafe = { ...SERVER, serverId: 'unsafe', name: 'Unsafe', url: 'http://notes.example/mcp' };
    for (const endpoint of [bad, open, padded]) {
      await saveEndpoint(home, endpoint);
      await saveApiKey(home, endpoint.endpointId, URL.parse(endpoint.baseUrl)?.origin ?? '', 'sk-2', session);
    }
    await saveMcpServer(home, unsafe);
    await saveApiKey(home, mcpKeyId('unsafe'), 'http://notes.example', 'token', session);
    expect(await restore(await backup())).toMatchObject({ type: 'restored', rejected: ['Metadata', 'Unsafe'] });
    const restored = await away.endpoints.toArray();
    expect(restored.map(({ baseUrl }) => baseUrl).sort()).toEqual([
      'http://models.example/v1',
      'https://models.test/v1',
      'https://padded.test/v1',
    ]);
    expect(await away.mcpServers.toCollection().primaryKeys()).toEqual(['s']);
    const keys = await away.apiKeys.toCollection().primaryKeys();
    expect(keys.sort()).toEqual(['e', mcpKeyId('s'), mcpSignInKeyId('s'), 'padded'].sort());
  });

  test('is restored completely or not at all if the disk is full, and continues where it was interrupted', async () => {
    const file = await backup();
    let isRestored = false;
    for (let failAt = 0; !isRestored; failAt++) {
      const full = openDb(`full-${crypto.randomUUID()}`);
      // The key that encrypts other keys is created first, and is not content.
      await full.wrappingKeys.put({ id: 'wrapping', key: await newKey() });
      full.close({ disableAutoOpen: false });
      diskUnder(full, failAt, 1);
      const result = await restoreBackup(full, file, { passphrase: PASSPHRASE, judge: JUDGE, session, now: 9 });
      isRestored = result.type === 'restored';
      const tables = [
        full.threads,
        full.events,
        full.texts,
        full.endpoints,
        full.mcpServers,
        full.apiKeys,
        full.chores,
        full.projects,
        full.projectFiles,
        full.projectThreads,
      ];
      const counts = await Promise.all(tables.map((table) => table.count()));
      if (!isRestored) expect(counts, `write ${failAt}`).toEqual(tables.map(() => 0));
      await full.delete();
    }
    // If the browser is closed after the chats were added, they keep their marks, and the next restore adds the rest.
    await restore(file);
    await away.endpoints.clear();
    await away.apiKeys.clear();
    expect(await restore(file)).toMatchObject({ type: 'restored', counts: { added: 0, identical: 2 } });
    expect(await threadIdsIn(away, 'pinned-threads')).toEqual(['first']);
    expect(await away.endpoints.count()).toBe(1);
  });

  test('shows no key and no word of a chat', async () => {
    const text = new TextDecoder('latin1').decode(await (await backup()).arrayBuffer());
    for (const secret of ['canary', 'Why', 'Tides', 'models.test', PASSPHRASE]) expect(text).not.toContain(secret);
  });

  test('is another file each time', async () => {
    const [one, other] = await Promise.all([backup(), backup()]);
    const readFirstBytes = async (file: Blob) => new Uint8Array(await file.slice(HEADER, HEADER + 64).arrayBuffer());
    expect(await readFirstBytes(one)).not.toEqual(await readFirstBytes(other));
  });

  test('is refused with another passphrase, and changes nothing', async () => {
    const before = await readTables(away);
    const result = await restore(await backup(), `${PASSPHRASE}!`);
    expect(result).toEqual({ type: 'refused', problem: 'wrong-passphrase' });
    expect((await readTables(away)).filter(([name]) => name !== 'wrappingKeys')).toEqual(
      before.filter(([name]) => name !== 'wrappingKeys'),
    );
  });

  test('opens with the same passphrase typed as other code points', async () => {
    const file = await encrypt(streamPieces(new Uint8Array(3)), 'pass\u00e9 compos\u00e9');
    await expect(decryptContent(file, 'passe\u0301 compose\u0301')).resolves.toHaveLength(3);
  });

  test('that is truncated in its last chunk changes nothing', async () => {
    const file = await backup();
    expect(await restore(file.slice(0, -1))).toEqual({ type: 'refused', problem: 'damaged' });
    for (const table of [away.threads, away.endpoints, away.apiKeys]) expect(await table.count()).toBe(0);
  });

  test('is neither created nor restored while the keys are locked', async () => {
    const file = await backup();
    await setPassphrase(home, 'locks the keys', session);
    await setPassphrase(away, 'locks the keys', session);
    session.values.clear();
    await expect(backup()).rejects.toThrow(KeysLockedError);
    await expect(restore(file)).rejects.toThrow(KeysLockedError);
    expect(await away.threads.count()).toBe(0);
  });
});

async function* streamPieces(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

const encrypt = async (content: AsyncGenerator<Uint8Array>, passphrase: string) =>
  encryptFile(content, await newFileKey(passphrase, COST));

async function decryptContent(file: Blob, passphrase = PASSPHRASE): Promise<Uint8Array> {
  const pieces: Blob[] = [];
  for await (const bytes of decryptFile(file, passphrase)) pieces.push(new Blob([bytes]));
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

const tryToOpen = (file: Blob, passphrase = PASSPHRASE) =>
  decryptContent(file, passphrase).then(
    () => 'opened',
    ({ code }: { code: string }) => code,
  );

describe('an encrypted file', () => {
  const small = () => encrypt(streamPieces(new TextEncoder().encode('The lock closes at 21:40.')), PASSPHRASE);

  test('restores content of every size', async () => {
    const sizes = fc.constantFrom(0, 1, 1_048_575, 1_048_576, 1_048_577, 2_097_152, 2_500_000);
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 5_000, max: 3_000_000 }), async (size, piece) => {
        const content = Uint8Array.from({ length: size }, (_, index) => index % 251);
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < size; at += piece) pieces.push(content.subarray(at, at + piece));
        const back = await decryptContent(await encrypt(streamPieces(...pieces), PASSPHRASE));
        return Buffer.from(back).equals(Buffer.from(content));
      }),
      { numRuns: 12 },
    );
  });

  test('is refused after a change of any byte', async () => {
    const bytes = new Uint8Array(await (await small()).arrayBuffer());
    const codes = new Set<string>();
    for (let at = 0; at < bytes.length; at++) {
      for (const change of [1, 0x80, 0xff]) {
        const changed = bytes.slice();
        changed[at] = (changed[at] ?? 0) ^ change;
        codes.add(await tryToOpen(new Blob([changed])));
      }
    }
    expect([...codes].sort()).toEqual(['damaged', 'newer', 'not-a-backup']);
  });

  test('is refused if it is truncated at any byte, or has additional bytes', async () => {
    const file = await small();
    for (let end = 0; end < file.size; end++) {
      expect(await tryToOpen(file.slice(0, end))).toBe(end < 16 ? 'not-a-backup' : 'damaged');
    }
    expect(await tryToOpen(new Blob([file, new Uint8Array(1)]))).toBe('damaged');
  });

  test('is refused if chunks are missing, swapped, repeated or of another file', async () => {
    const make = () => encrypt(streamPieces(new Uint8Array(3_000_000)), PASSPHRASE);
    const [file, other] = [await make(), await make()];
    const chunk = (of: Blob, index: number) => of.slice(HEADER + index * CHUNK, HEADER + (index + 1) * CHUNK);
    const header = file.slice(0, HEADER);
    const made = (...chunks: Blob[]) => tryToOpen(new Blob([header, ...chunks]));
    const [first, second, last] = [chunk(file, 0), chunk(file, 1), chunk(file, 2)];
    expect(await made(first, second, last)).toBe('opened');
    for (const chunks of [
      [first, second],
      [first, last],
      [second, first, last],
      [first, first, last],
      [first, second, last, last],
      [first, chunk(other, 1), last],
      [first, second, chunk(other, 2)],
    ]) {
      expect(await made(...chunks)).toBe('damaged');
    }
  });

  test('that asks for too much memory is refused before its passphrase is tried', async () => {
    const bytes = new Uint8Array(await (await small()).arrayBuffer());
    new DataView(bytes.buffer).setUint32(17, 4_000_000);
    const sum = await crypto.subtle.digest('SHA-256', bytes.slice(0, 62));
    bytes.set(new Uint8Array(sum, 0, 8), 62);
    expect(await tryToOpen(new Blob([bytes]))).toBe('damaged');
  });

  test('of arbitrary bytes is refused', async () => {
    const magic = new TextEncoder().encode('sidenote-backup\n\u0001');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, hasMagic) => {
        const file = new Blob(hasMagic ? [magic, bytes] : [bytes]);
        return ['damaged', 'newer', 'not-a-backup'].includes(await tryToOpen(file));
      }),
      { numRuns: 1_000 },
    );
  });
});
