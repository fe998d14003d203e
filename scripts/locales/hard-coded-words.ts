import { parseSync } from '@swc/core';

type Node = { type: string; [field: string]: unknown };

/** Words for a user: two of them, or one that begins with a capital letter. */
const WORDS = /\p{L}{2,}[,.:…]? [\p{L}“]{2,}|^\p{Lu}\p{Ll}+[.…?!]?$/u;

/** Attributes whose values nobody reads. */
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

/** What holds words for a user wherever it stands, also in a file that mostly speaks to models. */
const SAID = /^(message|reason|evidence|advice|detail)$/;

/** Functions that make such a value of what they are given. */
const SAYING = /^(ok|note|failed|refuse|refused|unclear|warn|final|again|fail|ImportRefused)$/;

/**
 * The words in a TypeScript file that should be messages: strings and templates that read like labels or sentences. What is
 * compared, thrown, logged, imported or a name for style sheets is none of that. `onlySaid`: only in what is told to the user
 * by its name, for files that have words for models as well.
 */
export function hardCodedWords(source: string, { onlySaid = false } = {}): string[] {
  const found: string[] = [];
  const visit = (value: unknown, counts: boolean): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, counts);
    if (!isNode(value) || isSilent(value)) return;
    const text = textOf(value);
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
      return SAID.test(nameOf(node.key));
    case 'VariableDeclarator':
      return SAID.test(nameOf(node.id));
    case 'CallExpression':
    case 'NewExpression':
      return SAYING.test(nameOf(node.callee));
    default:
      return false;
  }
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node.value) : '';
}

/** Lists of arguments have nodes without a type around them. */
function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(node: Node): string | null {
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

/** What an error says to developers, and what goes to the console. */
function isForNobody(callee: Node): boolean {
  return callee.type === 'Super' || (callee.type === 'MemberExpression' && nameOf(callee.object) === 'console');
}
