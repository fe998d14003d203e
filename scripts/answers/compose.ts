import { randomFrom } from '../random.ts';

/** Words and sentence patterns: `{name}` in a pattern is replaced by one of the entries with that name. */
export type Grammar = Readonly<Record<string, readonly string[]>>;

/** Generates varied texts from patterns. The same seed gives the same texts. */
export class Composer {
  readonly #random: () => number;
  readonly #grammar: Grammar;

  constructor(seed: number, grammar: Grammar) {
    this.#random = randomFrom(seed);
    this.#grammar = grammar;
  }

  /** A whole number from `least` to `most`. */
  number(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.#random() * values.length)];
    if (value === undefined) throw new Error('There is nothing to pick from.');
    return value;
  }

  /** Returns one of the entries of `name`, filled. */
  say(name: string): string {
    const patterns = this.#grammar[name];
    if (patterns === undefined) throw new Error(`The grammar has no ${name}.`);
    return this.fill(this.pick(patterns));
  }

  /** Replaces all names in a pattern. `{#3-9}` is an integer from 3 to 9. */
  fill(pattern: string): string {
    return pattern
      .replace(/\{#(\d+)-(\d+)\}/g, (_, least, most) => String(this.number(Number(least), Number(most))))
      .replace(/\{(\w+)\}/g, (_, name) => this.say(name));
  }

  sentence(pattern: string): string {
    const filled = this.fill(pattern);
    return filled.charAt(0).toUpperCase() + filled.slice(1);
  }

  /** Returns `count` different sentences of `name`. */
  sentences(name: string, count: number): string {
    const patterns = [...(this.#grammar[name] ?? [])];
    const chosen = Array.from({ length: Math.min(count, patterns.length) }, () => {
      const [pattern = ''] = patterns.splice(Math.floor(this.#random() * patterns.length), 1);
      return this.sentence(pattern);
    });
    return chosen.join(' ');
  }
}

/** Inserts the items of `placed` into `items`, each at its index. */
export function withPlaced<Item>(items: readonly Item[], placed: Readonly<Record<number, Item>>): Item[] {
  const all = [...items];
  for (const [index, item] of Object.entries(placed)) all.splice(Number(index), 0, item);
  return all;
}

/** A page of a site with the usual links around its content. */
export function htmlPage(
  { title, site, language = 'en' }: { title: string; site: string; language?: string },
  main: string,
) {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title} – ${site}</title></head>
<body><nav><a href="/">${site}</a> <a href="/search">Search</a> <a href="/about">About</a></nav>
<main><article><h1>${title}</h1>
${main}
</article></main>
<footer>${site}. <a href="/privacy">Privacy</a></footer></body></html>`;
}

export function htmlTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>\n${[row(header, 'th'), ...rows.map((cells) => row(cells, 'td'))].join('\n')}\n</table>`;
}
