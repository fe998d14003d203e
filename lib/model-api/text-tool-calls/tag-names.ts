/* How the names of tags vary between servers and checkpoints, as parts of patterns. */

/** A bar as tokenizers and servers write it, single or repeated. quirks: format-dsml, doubled-bars. */
export const BARS = '[|｜‖¦│]{1,3}';

/** A namespace between bars, such as `｜DSML｜` or `｜GCML｜`, with or without spaces. quirks: format-dsml, format-gcml. */
export const BAR_NAMESPACE = `${BARS} ?[A-Za-z][\\w\\-]{0,40} ?${BARS} ?`;

/** Any namespace before the name of a tag: `｜DSML｜`, `atem:`, `ifm|`. quirks: format-invoke, format-ifm. */
export const NAMESPACE = `(?:${BAR_NAMESPACE}|[A-Za-z_][\\w\\-]{0,40}[:|｜‖¦│])?`;

/** A suffix that a checkpoint adds to its tag names: `<tool_call:6124c78e>`. quirk: format-hunyuan-suffix. */
export const SUFFIX = '(?::(?:[\\da-f]{4,40}|opensource))?';

/** Spaces that a detokenizer puts inside the brackets of a tag. quirk: spaced-markers */
export const GAP = ' {0,2}';
