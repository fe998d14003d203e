/** A mutant that behaves as the code does, so that no test can notice it. Named as `npm run mutation` prints it. */
export type Equivalent = { file: string; line: string; change: string; reason: string };

export const EQUIVALENTS: readonly Equivalent[] = [];
