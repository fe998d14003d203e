import type { Dialect } from '../dialect.ts';

/** Tags around reasoning in the content that several model families use. */
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
  // Granite writes these tags around an answer that follows reasoning.
  frame: [['<response>', '</response>']],
  drop: ['[END FINAL RESPONSE]'],
};
