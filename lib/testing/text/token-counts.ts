import data from './token-counts.json' with { type: 'json' };

/** A text and its token count in each of `TOKENIZERS`. `name`: its language, script or kind. */
export type CountedText = {
  type: 'text' | 'letters' | 'kind';
  name: string;
  script: string | null;
  text: string;
  tokens: readonly number[];
};

export const TOKENIZERS: readonly string[] = data.tokenizers.map(({ name }) => name);

export const COUNTED_TEXTS: readonly CountedText[] = data.texts.map((row) => ({
  type: row.type as CountedText['type'],
  name: row.language ?? row.script ?? row.kind ?? '',
  script: row.script ?? null,
  text: row.text,
  tokens: row.tokens,
}));

/** The median of the token counts of a text in `COUNTED_TEXTS`. */
export function medianTokens({ tokens }: Pick<CountedText, 'tokens'>): number {
  const sorted = tokens.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
