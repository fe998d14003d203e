import { type FieldValue, isJsonObject, type JsonObject, PageError } from '../contracts/index.ts';

/**
 * Maximum number of values in the arguments of a call, levels of objects and lists around one, characters of its path
 * and of a text, and items of a list of texts. More could not be looked at in a card.
 */
export const ARGUMENT_LIMITS = { values: 40, depth: 6, path: 100, text: 20_000, item: 1_000, items: 200 };

/** One value in the arguments of a call. `key` is its path, as in a JSON Pointer without the first slash. */
export type ArgumentValue = { key: string; path: readonly string[]; value: FieldValue };

/**
 * All values in the arguments, in their order, without nulls and empty objects. Throws PageError if they cannot be
 * shown in a card.
 */
export function listArgumentValues(input: JsonObject): ArgumentValue[] {
  const values = Object.entries(input).flatMap(([name, value]) => valuesWithin(value, [name]));
  if (values.length > ARGUMENT_LIMITS.values)
    throw wrongArguments(`The call has ${values.length} values; ${ARGUMENT_LIMITS.values} are allowed.`);
  return values;
}

function valuesWithin(value: unknown, path: readonly string[]): ArgumentValue[] {
  const key = toPathKey(path);
  if (value === null || value === undefined) return [];
  if (path.length > ARGUMENT_LIMITS.depth || key.length > ARGUMENT_LIMITS.path || path.includes('__proto__'))
    throw wrongArguments(
      `${JSON.stringify(key.slice(0, ARGUMENT_LIMITS.path))} has too long a name, or is nested too deeply.`,
    );
  if (typeof value === 'boolean' || typeof value === 'number') return [{ key, path, value }];
  if (typeof value === 'string') {
    if (value.length > ARGUMENT_LIMITS.text) throw wrongArguments(`${JSON.stringify(key)} is too long.`);
    return [{ key, path, value }];
  }
  if (isListOfTexts(value)) return value.length === 0 ? [] : [{ key, path, value }];
  return Object.entries(value).flatMap(([name, each]) => valuesWithin(each, [...path, name]));
}

function isListOfTexts(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= ARGUMENT_LIMITS.items &&
    value.every((each) => typeof each === 'string' && each.length <= ARGUMENT_LIMITS.item && !each.includes('\n'))
  );
}

/** The path of a value as one text, in which no name can pass for another path. */
export function toPathKey(path: readonly string[]): string {
  return path.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}

/**
 * The arguments with the values of the card in their places: without those that it left out, and with those that the
 * user added to them. Nothing else of `input` remains.
 */
export function withApprovedValues(input: JsonObject, values: Readonly<Record<string, FieldValue>>): JsonObject {
  const replaced = replaceWithin(input, [], values);
  const existing = new Set(listArgumentValues(input).map(({ key }) => key));
  const added = Object.entries(values).filter(([key]) => !existing.has(key));
  return {
    ...(isJsonObject(replaced) ? replaced : {}),
    ...Object.fromEntries(added.map(([key, value]) => [fromKey(key), value])),
  };
}

/** The name of an argument that is in no object. */
function fromKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Undefined if nothing of the value remains. */
function replaceWithin(value: unknown, path: readonly string[], values: Readonly<Record<string, FieldValue>>): unknown {
  const isParent = path.length === 0 || isJsonObject(value) || (Array.isArray(value) && !isListOfTexts(value));
  if (!isParent) return Object.hasOwn(values, toPathKey(path)) ? values[toPathKey(path)] : undefined;
  const entries = Object.entries(value as object)
    .map(([name, each]) => [name, replaceWithin(each, [...path, name], values)] as const)
    .filter(([, each]) => each !== undefined);
  if (entries.length === 0) return undefined;
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

/** An error whose message tells the model what to change. */
export function wrongArguments(message: string): PageError {
  return new PageError('tool-input', message);
}
