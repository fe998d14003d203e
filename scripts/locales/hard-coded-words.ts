import { parseSync } from '@swc/core';

type Node = { type: string; [field: string]: unknown };

/** Text for users: two words, or one that begins with a capital letter. */
const WORDS = /\p{L}{2,}[,.:…]? [\p{L}“]{2,}|^\p{Lu}\p{Ll}+[.…?!]?$/u;

/** Attributes whose values are not shown. */
const SILENT = new Set([
  'className',
  'key',
  'id',
  'type',
  'role',
  'd',
  'viewBox',
  'preserveAspectRatio',
  'rel',
  'name',
]);

/** Properties that contain text for users in any file, including files with text for models. */
const SAID = /^(message|reason|evidence|advice|detail)$/;

/** Functions whose arguments become such a property. */
const SAYING = /^(ok|note|failed|refuse|refused|unclear|warn|final|again|fail|ImportRefused)$/;

/**
 * Strings and templates in a TypeScript file that should be messages because they look like labels or sentences.
 * Ignores strings that are compared, thrown, logged or imported, and names for style sheets. `onlySaid`: checks only
 * properties with text for users, for files that also contain text for models.
 */
export function hardCodedWords(source: string, { onlySaid = false } = {}): string[] {
  const found: string[] = [];
  const visit = (value: unknown, counts: boolean): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, counts);
    if (!isNode(value) || isSilent(value)) return;
    const text = readLiteralText(value);
    if (counts && text !== null && WORDS.test(text.trim())) found.push(text.trim());
    const { key: _, ...rest } = value;
    const countsWithin = counts || isSaid(value);
    for (const child of Object.values(value.type === 'KeyValueProperty' ? rest : value)) visit(child, countsWithin);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: true }).body, !onlySaid);
  return found;
}

function isSaid(node: Node): boolean {
  switch (node.type) {
    case 'KeyValueProperty':
      return SAID.test(readName(node.key));
    case 'VariableDeclarator':
      return SAID.test(readName(node.id));
    case 'CallExpression':
    case 'NewExpression':
      return SAYING.test(readName(node.callee));
    default:
      return false;
  }
}

function readName(node: unknown): string {
  return isNode(node) ? String(node.value) : '';
}

/** Argument lists contain nodes without a wrapping type. */
function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readLiteralText(node: Node): string | null {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return String(node.value);
  return node.type === 'TemplateElement' ? String(node.cooked) : null;
}

function isSilent(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ThrowStatement':
    case 'TsLiteralType':
      return true;
    case 'CallExpression':
      return isForNobody(node.callee as Node);
    case 'BinaryExpression':
      return node.operator === '===' || node.operator === '!==';
    case 'JSXAttribute':
      return SILENT.has(String((node.name as Node).value));
    default:
      return false;
  }
}

/** Errors for developers, and console output. */
function isForNobody(callee: Node): boolean {
  return callee.type === 'Super' || (callee.type === 'MemberExpression' && readName(callee.object) === 'console');
}
