import type { Dialect } from '../dialect.ts';

/** Reasoning in the content, in the tags that belong to no one dialect. */
export const thinking: Dialect = {
  name: 'thinking',
  think: [
    ['<think>', '</think>'],
    ['<thinking>', '</thinking>'],
    ['<thought>', '</thought>'],
    ['<reasoning>', '</reasoning>'],
    ['◁think▷', '◁/think▷'],
    ['Here are my reasoning steps:', '[BEGIN FINAL RESPONSE]'],
  ],
  // Granite writes its answer so once it has reasoned.
  frame: [['<response>', '</response>']],
  drop: ['[END FINAL RESPONSE]'],
};
