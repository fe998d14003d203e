import { isJsonObject, type JsonObject } from '../../contracts/index.ts';

/**
 * Assembles the arguments of one call from `partialArgs`: values with the JSON path that each belongs to, texts in
 * several pieces (quirk: partial-arguments).
 */
export class PartialArguments {
  readonly #root: Container = new Map();

  /** Adds the values of a chunk. Those with a path that cannot be read are left out. */
  add(partialArgs: unknown): void {
    for (const each of Array.isArray(partialArgs) ? partialArgs : []) {
      if (!isJsonObject(each)) continue;
      const path = parsePath(each.jsonPath ?? each.json_path);
      const value = readValue(each);
      if (path !== null && value !== undefined) this.#set(path, value);
    }
  }

  /** The arguments so far, as JSON. */
  toJson(): string {
    return JSON.stringify(toPlain(this.#root));
  }

  #set(path: readonly PathStep[], value: unknown): void {
    let container = this.#root;
    for (const step of path.slice(0, -1)) {
      const inner = container.get(step);
      const next: Container = inner instanceof Map ? inner : new Map();
      container.set(step, next);
      container = next;
    }
    const last = path.at(-1) ?? '';
    const before = container.get(last);
    container.set(last, typeof before === 'string' && typeof value === 'string' ? before + value : value);
  }
}

/** A name, or a position in a list. */
type PathStep = string | number;
type Container = Map<PathStep, unknown>;

/** `$.sites[0]['a name']` */
const STEP = /\.([^.[\]]+)|\[(\d{1,4})\]|\[(?:'([^']*)'|"([^"]*)")\]/y;
const MAX_DEPTH = 64;

function parsePath(path: unknown): PathStep[] | null {
  if (typeof path !== 'string') return null;
  const source = path.startsWith('$') ? path.slice(1) : `.${path}`;
  const steps: PathStep[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < source.length) {
    const step = STEP.exec(source);
    if (step === null || steps.length === MAX_DEPTH) return null;
    steps.push(step[2] === undefined ? (step[1] ?? step[3] ?? step[4] ?? '') : Number(step[2]));
  }
  return steps.length > 0 ? steps : null;
}

function readValue(part: JsonObject): unknown {
  const value = part.stringValue ?? part.string_value ?? part.numberValue ?? part.number_value ?? part.boolValue;
  if (value !== undefined) return value;
  return part.bool_value ?? ('nullValue' in part || 'null_value' in part ? null : undefined);
}

/** Positions must be those of a list without gaps. */
function toPlain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const keys = [...value.keys()];
  const isList = keys.length > 0 && keys.every((key, index) => key === index);
  if (isList) return [...value.values()].map(toPlain);
  return Object.fromEntries([...value].map(([key, each]) => [String(key), toPlain(each)]));
}
