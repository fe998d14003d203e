import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';
import { CONTROLS } from './table.ts';

const cases = CONTROLS.map((control) => [control.name, control] as const);
const loadSourceFile = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test.each(cases)('%s: the source of the control stands once in its file', (_, { file, source }) => {
  expect(loadSourceFile(file).split(source)).toHaveLength(2);
});

test.each(cases)('%s: the test named for it exists', (_, control) => {
  const { file, name } = control.test;
  expect(existsSync(file)).toBe(true);
  const { titles, literals } = namesIn(file);
  const isTitle = titles.some((title) => toPattern(title).test(name) && (isWords(title) || literals.has(name)));
  expect(isTitle, `${file} has no test “${name}”`).toBe(true);
});

type Names = { titles: string[]; literals: Set<string> };
const known = new Map<string, Names>();

/** The titles of the tests in a file, with their placeholders, and all texts of the file, which may fill these. */
function namesIn(file: string): Names {
  const found = known.get(file) ?? { titles: [], literals: new Set<string>() };
  if (!known.has(file))
    collect(parseSync(loadSourceFile(file), { syntax: 'typescript', tsx: file.endsWith('x') }), found);
  known.set(file, found);
  return found;
}

type Node = {
  type?: string;
  value?: unknown;
  callee?: Node;
  arguments?: { expression: Node }[] | null;
  [key: string]: unknown;
};

function collect(node: unknown, found: Names): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, value, callee, arguments: given } = node as Node;
  if (type === 'StringLiteral') found.literals.add(String(value));
  if (type === 'CallExpression' && /^(?:test|it)/.test(findRootName(callee))) {
    const title = readTitle(given?.[0]?.expression);
    if (title !== null) found.titles.push(title);
  }
  for (const child of Object.values(node)) collect(child, found);
}

/** Finds `test` in `test.each(rows)`. */
function findRootName(callee: Node | undefined): string {
  if (callee === undefined) return '';
  return callee.type === 'Identifier'
    ? String(callee.value)
    : findRootName((callee.object ?? callee.callee) as Node | undefined);
}

function readTitle(argument: Node | undefined): string | null {
  if (argument?.type === 'StringLiteral') return String(argument.value);
  if (argument?.type !== 'TemplateLiteral') return null;
  return (argument.quasis as { cooked: string }[]).map(({ cooked }) => cooked).join('%s');
}

const PLACEHOLDER = /%[sdifjo#$]|\$[\w.]+/g;

function toPattern(title: string): RegExp {
  const parts = title.split(PLACEHOLDER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/** Whether a title has words besides those that its row fills in. */
function isWords(title: string): boolean {
  return /\p{L}{2}/u.test(title.replace(PLACEHOLDER, ''));
}
