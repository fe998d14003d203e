import { parseSync } from '@swc/core';
import * as limits from './limits.ts';

type Node = { type: string; [field: string]: unknown };

/**
 * Functions of vitest that take a limit after their function, including variants with a dot, such as `test.each(…)`.
 */
const LIMITED = /^(test|it|bench|describe|before(All|Each)|after(All|Each))([A-Z]\w*)?$/;
/** Functions of vitest and of the driver that change a limit. */
const CHANGING = /^(setTimeout|setDefaultTimeout|setDefaultNavigationTimeout|setConfig)$/;
/** Names from scripts/limits.ts, and 0 for no limit. */
const COMMON = new Set([...Object.keys(limits), '0']);

/**
 * Places in a test file that set their own limit instead of one from scripts/limits.ts, or that compare a measured
 * time. Both fail on a slow machine. `tsx`: whether the file may contain JSX.
 */
export function ownLimits(source: string, { tsx = false } = {}): string[] {
  const places: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const each of Object.values(value)) visit(each);
    if (!isNode(value)) return;
    if (
      value.type === 'KeyValueProperty' &&
      describeExpression(value.key) === 'timeout' &&
      !COMMON.has(describeExpression(value.value))
    )
      places.push(`timeout: ${describeExpression(value.value)}`);
    if (value.type === 'CallExpression') places.push(...limitsOfCall(value));
  };
  visit(parseSync(source, { syntax: 'typescript', tsx }).body);
  return places;
}

function limitsOfCall(call: Node): string[] {
  const callee = call.callee as Node;
  const args = (call.arguments as { expression: Node }[]).map(({ expression }) => expression);
  const name = rootName(callee);
  const last = args.at(-1);
  if (last === undefined) return [];
  if (LIMITED.test(name) && args.length > 1 && args.some(isFunction) && !isFunction(last))
    return [`${name}(…, ${describeExpression(last)})`];
  if (
    callee.type === 'MemberExpression' &&
    CHANGING.test(describeExpression(callee.property)) &&
    args.length === 1 &&
    !COMMON.has(describeExpression(last))
  )
    return [`${describeExpression(callee.property)}(${describeExpression(last)})`];
  if (name === 'expect' && readsClock(args[0])) return ['expect(a time that was measured)'];
  return [];
}

/** The name with which a call begins: `test` of `test.skipIf(…)(…)`. */
function rootName(callee: Node): string {
  if (callee.type === 'MemberExpression') return rootName(callee.object as Node);
  if (callee.type === 'CallExpression') return rootName(callee.callee as Node);
  return describeExpression(callee);
}

/**
 * Whether an expression subtracts an earlier time from a clock. Nested functions are not searched, since they run
 * later.
 */
function readsClock(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || isFunction(value)) return false;
  if (isNode(value) && value.type === 'BinaryExpression' && value.operator === '-' && isClock(value.left))
    return (value.right as Node).type !== 'NumericLiteral';
  return Object.values(value).some(readsClock);
}

function isClock(value: unknown): boolean {
  if (!isNode(value) || value.type !== 'CallExpression') return false;
  const { type, object, property } = value.callee as Node;
  return (
    type === 'MemberExpression' &&
    /^(performance|Date)$/.test(describeExpression(object)) &&
    describeExpression(property) === 'now'
  );
}

function isFunction(value: unknown): boolean {
  return isNode(value) && /^(ArrowFunctionExpression|FunctionExpression)$/.test(value.type);
}

/** A name or a number as written, or the kind of any other expression. */
function describeExpression(value: unknown): string {
  if (!isNode(value)) return '';
  return value.type === 'Identifier' || value.type === 'NumericLiteral' ? String(value.value) : value.type;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
