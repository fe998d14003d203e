import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test, vi } from 'vitest';
import { openDb } from './db.ts';
import { saveDraft } from './drafts.ts';
import { saveEndpoint } from './endpoints.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { saveApiKey, sessionMemory } from './wrapping-key.ts';

test('every write is requested with strict durability', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const db = openDb(`durable-${crypto.randomUUID()}`);
  const log = createDatabaseThreadLog(db, () => 1);
  await log.append('t', [{ type: 'user-message', messageId: 'm', content: 'Hi' }], null);
  await saveDraft(db, 't', 'half a thought');
  await saveEndpoint(db, { endpointId: 'e', name: 'E', baseUrl: 'https://e.example/v1', models: ['m'], createdAt: 1 });
  await saveApiKey(db, 'e', 'https://e.example', 'sk-1', sessionMemory());
  const writes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writes.length).toBeGreaterThanOrEqual(4);
  expect(writes.map(([, , options]) => options?.durability)).toEqual(writes.map(() => 'strict'));
  await db.delete();
});

/**
 * The source of what is awaited in the body of a transaction, and in the functions of the store that are called there.
 */
function awaitedInTransactions(): { awaited: string[]; transactions: number } {
  const sources = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => {
      const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
      return { source, program: parseSync(file, source).program };
    });
  const functions = new Map<string, Part>();
  const parts: Part[] = [];
  for (const { source, program } of sources) {
    new Visitor({
      FunctionDeclaration: (node) => void (node.id && functions.set(node.id.name, { source, node })),
      CallExpression({ callee, arguments: [, ...rest] }) {
        const isTransaction =
          callee.type === 'MemberExpression' && getIdentifierName(callee.property) === 'transaction';
        const body = rest.at(-1);
        if (isTransaction && body?.type === 'ArrowFunctionExpression') parts.push({ source, node: body });
      },
    }).visit(program);
  }
  const transactions = parts.length;
  const awaited: string[] = [];
  for (const { source, node } of parts) {
    const program = { type: 'Program', body: [node], start: node.start, end: node.end } as unknown as ESTree.Program;
    new Visitor({
      AwaitExpression: ({ argument }) => void awaited.push(source.slice(argument.start, argument.end)),
      CallExpression({ callee }) {
        const called = functions.get(getIdentifierName(callee) ?? '');
        if (called && !parts.includes(called)) parts.push(called);
      },
    }).visit(program);
  }
  return { awaited, transactions };
}

type Part = { source: string; node: ESTree.Node };

function getIdentifierName(node: ESTree.Node): string | null {
  return node.type === 'Identifier' ? node.name : null;
}

test('a transaction only waits for the database', () => {
  const { awaited, transactions } = awaitedInTransactions();
  expect(transactions).toBeGreaterThan(15);
  expect(awaited.length).toBeGreaterThan(40);
  expect(awaited.filter((each) => !/\b(?:db|range|table|transaction|request)\b/.test(each))).toEqual([]);
});
