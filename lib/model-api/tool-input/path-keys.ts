import { isJsonObject, isPrototypeName, type JsonObject } from '../../contracts/index.ts';

/** A key that is a path: `questions[0].options[1].label`, `arguments.url`. */
const PATH = /^[^.[\]]+(?:\.[^.[\]]+|\[\d{1,3}\])+$/;
/** Maximum number of steps in a path. */
const MAX_STEPS = 16;

/**
 * Puts values where their keys say, if keys are paths: `{"to.city": "Oslo"}` becomes `{"to": {"city": "Oslo"}}` (quirk:
 * path-keys). `isPath`: whether a key that looks like a path is one, from the key and the name that it begins with.
 * Returns the same object if no key is a path, or if two keys disagree.
 */
export function withoutPathKeys(value: JsonObject, isPath: (key: string, name: string) => boolean): JsonObject {
  const paths = new Map(Object.keys(value).flatMap((key) => toPath(key, isPath)));
  if (paths.size === 0) return value;
  const whole: JsonObject = {};
  const made = new Set<unknown>([whole]);
  for (const [key, item] of Object.entries(value)) {
    if (!put(whole, paths.get(key) ?? [key], item, made)) return value;
  }
  return hasGaps(whole) ? value : whole;
}

function toPath(
  key: string,
  isPath: (key: string, name: string) => boolean,
): [key: string, path: (string | number)[]][] {
  if (!PATH.test(key)) return [];
  const path = [...key.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) =>
    index === undefined ? step : Number(index),
  );
  return path.length <= MAX_STEPS && isPath(key, String(path[0])) ? [[key, path]] : [];
}

/**
 * Returns false if there is something else at the path already, or if it is not safe. `made`: the objects and lists that
 * were made for paths; others are the caller's.
 */
function put(whole: JsonObject, path: readonly (string | number)[], item: unknown, made: Set<unknown>): boolean {
  if (path.some((step) => isPrototypeName(String(step)))) return false;
  let parent: JsonObject | unknown[] = whole;
  for (const [at, step] of path.entries()) {
    if (!made.has(parent) || Array.isArray(parent) !== (typeof step === 'number')) return false;
    const children = parent as Record<string | number, unknown>;
    const existing = Object.hasOwn(children, step) ? children[step] : undefined;
    if (at === path.length - 1) {
      if (existing !== undefined) return false;
      children[step] = item;
      return true;
    }
    const next = existing ?? (typeof path[at + 1] === 'number' ? [] : {});
    if (!Array.isArray(next) && !isJsonObject(next)) return false;
    if (existing === undefined) made.add(next);
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
