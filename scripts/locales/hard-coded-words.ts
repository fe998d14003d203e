import { parseSync } from '@swc/core';

type Node = { type: string; [field: string]: unknown };

/** Words for a person: two of them, or one that begins with a capital letter. */
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

/**
 * The words in a TypeScript file that should be messages: strings and templates that read like labels or sentences. What is
 * compared, thrown, imported or a name for style sheets is none of that.
 */
export function hardCodedWords(source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value) || isSilent(value)) return;
    const text = textOf(value);
    if (text !== null && WORDS.test(text.trim())) found.push(text.trim());
    const { key: _, ...rest } = value;
    for (const child of Object.values(value.type === 'KeyValueProperty' ? rest : value)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: true }).body);
  return found;
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
    case 'BinaryExpression':
      return node.operator === '===' || node.operator === '!==';
    case 'JSXAttribute':
      return SILENT.has(String((node.name as Node).value));
    default:
      return false;
  }
}
