import { isJsonObject } from '../../contracts/index.ts';
import { decodedComponent } from '../../text/index.ts';

/** How many times a definition is expanded inside itself. Deeper references allow any value. */
const MAX_NESTING = 2;
/** Maximum number of schemas and lists in a schema whose references are resolved. Anything beyond allows any value. */
const MAX_VALUES = 3_000;
const MAX_DEPTH = 40;

/** Keywords whose values are schemas by name. */
const BY_NAME = new Set(['properties', 'patternProperties', 'dependentSchemas']);
/** Keywords whose values are data, where `$ref` has no special meaning. */
const DATA = new Set(['enum', 'const', 'default', 'examples', 'required']);
/** Keywords that are useless once references are resolved. */
const LEFT_OUT = new Set(['$defs', 'definitions', '$schema', '$id', '$anchor', '$comment']);

/**
 * Replaces the references in a JSON Schema by their targets. Supports any pointer into the same schema. A reference to
 * anything else allows any value. A schema that contains itself is expanded a few times, and allows any value below
 * that.
 */
export function resolveReferences(root: Record<string, unknown>): Record<string, unknown> {
  return new Resolver(root).resolved;
}

class Resolver {
  readonly #root: Record<string, unknown>;
  #values = MAX_VALUES;
  readonly resolved: Record<string, unknown>;

  constructor(root: Record<string, unknown>) {
    this.#root = root;
    this.resolved = this.#schema(root, []) as Record<string, unknown>;
  }

  /** `path`: the references that led to this schema. */
  #schema(value: unknown, path: readonly string[], depth = 0): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#schema(each, path, depth + 1));
    if (!isJsonObject(value)) return value;
    if (--this.#values < 0 || depth > MAX_DEPTH) return typeOnly(value);
    const { $ref: reference, ...own } = value;
    if (typeof reference !== 'string') return this.#keywords(value, path, depth);
    const target = this.#find(reference);
    // Keywords next to a reference, such as a description, are added to its target.
    const whole = isJsonObject(target) ? { ...target, ...own } : own;
    const nesting = path.filter((each) => each === reference).length;
    return nesting > MAX_NESTING ? typeOnly(whole) : this.#schema(whole, [...path, reference], depth + 1);
  }

  #keywords(value: Record<string, unknown>, path: readonly string[], depth: number): unknown {
    const entries = Object.entries(value).filter(([key]) => !LEFT_OUT.has(key));
    return Object.fromEntries(
      entries.map(([key, each]) => {
        if (DATA.has(key)) return [key, each];
        return [
          key,
          BY_NAME.has(key) && isJsonObject(each)
            ? this.#byName(each, path, depth)
            : this.#schema(each, path, depth + 1),
        ];
      }),
    );
  }

  #byName(schemas: Record<string, unknown>, path: readonly string[], depth: number): unknown {
    return Object.fromEntries(
      Object.entries(schemas).map(([name, each]) => [name, this.#schema(each, path, depth + 1)]),
    );
  }

  /** The value at a JSON pointer (RFC 6901) in a fragment, or of an anchor; undefined if there is none. */
  #find(reference: string): unknown {
    if (reference === '#') return this.#root;
    if (!reference.startsWith('#/')) return undefined;
    const names = reference.slice(2).split('/').map(unescaped);
    return names.reduce<unknown>(
      (at, name) => (isContainer(at) && Object.hasOwn(at, name) ? at[name] : undefined),
      this.#root,
    );
  }
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function unescaped(name: string): string {
  return decodedComponent(name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function typeOnly({ type, description }: Record<string, unknown>): Record<string, unknown> {
  return { ...(type === undefined ? {} : { type }), ...(description === undefined ? {} : { description }) };
}
