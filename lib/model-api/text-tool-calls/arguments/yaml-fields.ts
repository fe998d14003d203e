import { isJsonObject } from '../../../contracts/index.ts';
/**
 * Parses the subset of YAML that models write as arguments: mappings, lists, block strings, quoted and plain scalars.
 * Returns null for anything that is not such a mapping. Plain scalars are typed by YAML's core schema, then by the
 * tool's schema. `isWhole`: the end of the text was found; otherwise its last line may be incomplete.
 */
export function parseYaml(text: string, isWhole: boolean): Record<string, unknown> | 'truncated' | null {
  const lines = text.replace(/\t/g, '  ').split(/\r\n?|\n/);
  const reader = new YamlReader(lines, isWhole);
  try {
    const value = reader.block(reader.indent());
    return reader.isAtEnd && isJsonObject(value) ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof YamlCutOff) return 'truncated';
    if (error instanceof YamlError) return null;
    throw error;
  }
}

class YamlError extends Error {}
class YamlCutOff extends YamlError {}

const KEY = /^("[^"]*"|'[^']*'|[^\s#[{"'-](?:[^:]*[^:\s])?)\s*:(?:\s+(.*)|)$/;

class YamlReader {
  #at = 0;
  readonly #lines: string[];
  readonly #isWhole: boolean;

  constructor(lines: string[], isWhole: boolean) {
    this.#lines = lines;
    this.#isWhole = isWhole;
    this.#skipBlank();
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#lines.length;
  }

  /** The indentation of the current line, -1 at the end. */
  indent(): number {
    const line = this.#lines[this.#at];
    return line === undefined ? -1 : line.length - line.trimStart().length;
  }

  block(indent: number): unknown {
    if (this.isAtEnd) return null;
    return /^-(\s|$)/.test(this.#line()) ? this.#list(indent) : this.#mapping(indent);
  }

  #line(): string {
    return (this.#lines[this.#at] ?? '').trim();
  }

  #skipBlank(): void {
    while (!this.isAtEnd && /^\s*(#.*)?$/.test(this.#lines[this.#at] ?? '')) this.#at++;
  }

  #mapping(indent: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    while (!this.isAtEnd && this.indent() === indent) {
      const match = KEY.exec(this.#line());
      if (!match?.[1]) throw new YamlError('No key');
      this.#at++;
      entries.push([plain(match[1]), this.#value(match[2] ?? '', indent)]);
      this.#skipBlank();
    }
    if (this.indent() > indent || entries.length === 0) throw new YamlError('No mapping');
    return Object.fromEntries(entries);
  }

  #list(indent: number): unknown[] {
    const items: unknown[] = [];
    while (!this.isAtEnd && this.indent() === indent && /^-(\s|$)/.test(this.#line())) {
      const rest = this.#line().slice(1).trim();
      if (KEY.test(rest)) {
        this.#lines[this.#at] = `${' '.repeat(indent + 2)}${rest}`;
        items.push(this.#mapping(indent + 2));
      } else {
        this.#at++;
        items.push(this.#value(rest, indent));
      }
      this.#skipBlank();
    }
    return items;
  }

  #value(text: string, indent: number): unknown {
    const block = /^([|>])([+-]?)\d?\s*(#.*)?$/.exec(text);
    if (block) return this.#blockString(block[1] === '>', block[2] ?? '', indent);
    if (text !== '') return scalar(text);
    this.#skipBlank();
    if (this.isAtEnd) throw new YamlCutOff('Nothing behind a colon');
    const next = this.indent();
    if (next > indent || (next === indent && /^-(\s|$)/.test(this.#line()))) return this.block(next);
    return null;
  }

  #blockString(isFolded: boolean, chomp: string, indent: number): string {
    const blockLines: string[] = [];
    while (!this.isAtEnd && (this.indent() > indent || this.#line() === ''))
      blockLines.push(this.#lines[this.#at++] ?? '');
    // A block string is only known to be complete when it is followed by a line that is not part of it.
    if (this.isAtEnd && !this.#isWhole) throw new YamlCutOff('Open block');
    while (blockLines.at(-1)?.trim() === '') blockLines.pop();
    const indents = blockLines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
    const own = indents.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
    const text = blockLines.map((line) => line.slice(own)).join(isFolded ? ' ' : '\n');
    return chomp === '-' ? text : `${text}\n`;
  }
}

function plain(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
}

function scalar(source: string): unknown {
  const text = /^["']/.test(source) ? source.replace(/(["'])\s+#[^\n]*$/, '$1') : source;
  if (text.startsWith('"') && text.endsWith('"') && text.length > 1) return quoted(text);
  if (text.startsWith("'") && text.endsWith("'") && text.length > 1) return text.slice(1, -1).replaceAll("''", "'");
  if (/^(?:"[^"]*|'[^']*)$/.test(text)) throw new YamlCutOff('Open string');
  if (/^[[{]/.test(text)) return flow(text);
  const bare = text.replace(/(?<!\s)\s+#.*$/, '');
  if (/^(true|false)$/i.test(bare)) return bare.toLowerCase() === 'true';
  if (/^(null|~)$/i.test(bare)) return null;
  return /^[+-]?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(bare) ? Number(bare) : bare;
}

function quoted(text: string): string {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(1, -1);
  }
}

/** Parses a list or mapping on one line. Plain words in it need no quotes. */
function flow(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const inner = /^\[([^[\]{}]*)\]$/.exec(text)?.[1];
    if (inner === undefined) throw /[\]}]\s*$/.test(text) ? new YamlError('Unreadable') : new YamlCutOff('Open list');
    return inner.trim() === '' ? [] : inner.split(',').map((item) => scalar(item.trim()));
  }
}
