import { isJsonObject, type JsonObject } from '../../contracts/index.ts';

/** A key that is a path: `questions[0].options[1].label`, `arguments.url`. */
const PATH = /^[^.[\]]+(?:\.[^.[\]]+|\[\d{1,3}\])+$/;
/** Keys that access an object's prototype. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Maximum number of steps in a path. */
const MAX_STEPS = 16;

/**
 * Puts values where their keys say, if keys are paths: `{"to.city": "Oslo"}` becomes `{"to": {"city": "Oslo"}}` (quirk:
 * path-keys). `isParent`: whether a name may begin a path. Returns the same object if no key is a path, or if two keys
 * disagree.
 */
export function withoutPathKeys(value: JsonObject, isParent: (name: string) => boolean): JsonObject {
  const paths = new Map(Object.keys(value).flatMap((key) => toPath(key, isParent)));
  if (paths.size === 0) return value;
  const whole: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    if (!put(whole, paths.get(key) ?? [key], item)) return value;
  }
  return hasGaps(whole) ? value : whole;
}

function toPath(key: string, isParent: (name: string) => boolean): [key: string, path: (string | number)[]][] {
  if (!PATH.test(key)) return [];
  const path = [...key.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) =>
    index === undefined ? step : Number(index),
  );
  const isAllowed = path.length <= MAX_STEPS && path.every((step) => !FORBIDDEN.has(String(step)));
  return isAllowed && isParent(String(path[0])) ? [[key, path]] : [];
}

/** Returns false if there is something else at the path already. */
function put(whole: JsonObject, path: readonly (string | number)[], item: unknown): boolean {
  let parent: JsonObject | unknown[] = whole;
  for (const [at, step] of path.entries()) {
    const isLast = at === path.length - 1;
    if (Array.isArray(parent) !== (typeof step === 'number')) return false;
    const children = parent as Record<string | number, unknown>;
    const existing = Object.hasOwn(children, step) ? children[step] : undefined;
    if (isLast) {
      if (existing !== undefined) return false;
      children[step] = item;
      return true;
    }
    const next = existing ?? (typeof path[at + 1] === 'number' ? [] : {});
    if (!Array.isArray(next) && !isJsonObject(next)) return false;
    children[step] = next;
    parent = next;
  }
  return false;
}

/** Whether a list lacks an element before its last one. */
function hasGaps(value: unknown): boolean {
  if (Array.isArray(value)) return Object.keys(value).length < value.length || value.some(hasGaps);
  return isJsonObject(value) && Object.values(value).some(hasGaps);
}
