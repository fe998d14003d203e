// Apart from the web's schemas, so that the worker that checks facts loads no zod.

/** `[2]` or `[1, 3]`: the form in which answers cite sources. */
export const CITATION = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/g;
