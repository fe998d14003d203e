import { parseSync } from '@swc/core';

type Node = { type: string; [field: string]: unknown };

/** Globals that send or load, when read from the global object. The linter checks their bare names. */
const SENDERS = new Set([
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'RTCPeerConnection',
  'Image',
  'Audio',
  'FontFace',
  'SharedWorker',
  'importScripts',
  'open',
]);
const GLOBALS = new Set(['globalThis', 'window', 'self', 'frames', 'parent', 'top', 'defaultView', 'contentWindow']);

/** Methods with which a browser, or a rendered page, sends something, by the names of the object and the method. */
const METHODS: readonly (readonly [object: RegExp, method: RegExp])[] = [
  [/^navigator$/, /^(sendBeacon|registerProtocolHandler|share)$/],
  [/^(tabs|windows)$/, /^(create|duplicate|executeScript)$/],
  [/^search$/, /^(query|search)$/],
  // By the name of the method only, since the object may be missing in a browser and is then looked up.
  [/^/, /^launchWebAuthFlow$/],
  [/^downloads$/, /^download$/],
  [/^location$/, /^(assign|replace)$/],
  [/^(serviceWorker)$/, /^register$/],
  [/^dns$/, /^resolve$/],
  [/^(tabs)$/, /^update$/],
];
/** Attributes and properties that make a browser load, or navigate to, an address. */
const LOADING = new Set(['src', 'srcset', 'srcdoc', 'poster', 'ping']);
const SUBMITTING = new Set(['submit', 'requestSubmit']);

/**
 * The ways out in a source file: what it calls, constructs or sets that can make a browser send something, such as
 * `tabs.create` or `.src =`. `tsx`: whether the file may contain JSX.
 */
export function waysOut(source: string, { tsx = false } = {}): string[] {
  const ways = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value)) for (const way of waysOfNode(value)) ways.add(way);
    for (const each of Object.values(value)) visit(each);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx }).body);
  return [...ways].sort();
}

function waysOfNode(node: Node): string[] {
  if (node.type === 'MemberExpression') {
    const object = resolveName(node.object);
    const name = resolveName(node.property);
    if (GLOBALS.has(object) && SENDERS.has(name)) return [`${object}.${name}`];
    return METHODS.some(([objects, methods]) => objects.test(object) && methods.test(name))
      ? [`${object}.${name}`]
      : [];
  }
  if (node.type === 'AssignmentExpression') return assigned(node.left);
  if (node.type === 'CallExpression') return called(node);
  if (node.type === 'NewExpression' && resolveName(node.callee) === 'Worker') return ['new Worker'];
  return [];
}

function assigned(target: unknown): string[] {
  if (!isNode(target) || target.type !== 'MemberExpression') return [];
  const name = resolveName(target.property);
  if (LOADING.has(name)) return [`.${name} =`];
  const isPlace = name === 'location' || (name === 'href' && resolveName(target.object) === 'location');
  return isPlace ? ['location ='] : [];
}

function called(node: Node): string[] {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression') return [];
  const name = resolveName(callee.property);
  if (SUBMITTING.has(name)) return [`.${name}()`];
  if (name !== 'setAttribute') return [];
  const [first] = node.arguments as { expression: Node }[];
  const attribute = first?.expression.type === 'StringLiteral' ? String(first.expression.value).toLowerCase() : '';
  return LOADING.has(attribute) ? [`.${attribute} =`] : [];
}

/** The last name of the accessed property: that of `browser.tabs`, or of `this.#window`. */
function resolveName(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'Identifier' || value.type === 'PrivateName') return String(value.value ?? '');
  if (value.type === 'MemberExpression') return resolveName(value.property);
  if (value.type === 'Computed') return resolveName(value.expression);
  if (value.type === 'StringLiteral') return String(value.value);
  if (/^(Parenthesis|TsAs|TsNonNull|TsTypeAssertion|TsConst)/.test(value.type)) return resolveName(value.expression);
  return '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
