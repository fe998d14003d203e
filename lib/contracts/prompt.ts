import * as z from 'zod';

/** A saved question. `name` is typed after `/`. */
export const Prompt = z.object({
  name: z.string().min(1).max(40),
  text: z.string().min(1).max(10_000),
});
export type Prompt = z.infer<typeof Prompt>;

/** The items of `here`, and those of `others` with other names. */
export function withNew(here: readonly Prompt[], others: readonly Prompt[]): Prompt[] {
  const names = new Set(here.map(({ name }) => name));
  return [...here, ...others.filter(({ name }) => !names.has(name))];
}
