import type { Dialect } from '../dialect.ts';
import { cohere } from './cohere.ts';
import { deepseek, dsml } from './deepseek.ts';
import { gemma } from './gemma.ts';
import { harmony } from './harmony.ts';
import { hermes } from './hermes.ts';
import { kimi, kimiK3 } from './kimi.ts';
import { minimaxM3 } from './minimax.ts';
import { mistral } from './mistral.ts';
import { sections } from './sections.ts';
import { thinking } from './thinking.ts';

/** All dialects. A new one is a file and a line here. */
export const DIALECTS: readonly Dialect[] = [
  hermes,
  mistral,
  deepseek,
  dsml,
  kimi,
  kimiK3,
  minimaxM3,
  gemma,
  harmony,
  cohere,
  ...sections,
  thinking,
];
