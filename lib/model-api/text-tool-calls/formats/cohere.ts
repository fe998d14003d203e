import type { Dialect } from '../dialect.ts';

/** Command R7B and A; Command R+ writes `Action:` and a fence instead (see `text-starts.ts`). quirk: format-cohere. */
export const cohere: Dialect = {
  name: 'cohere',
  open: ['<|START_ACTION|>'],
  close: ['<|END_ACTION|>'],
  drop: [
    '<|START_TEXT|>',
    '<|END_TEXT|>',
    '<|START_RESPONSE|>',
    '<|END_RESPONSE|>',
    '<|CHATBOT_TOKEN|>',
    '<|END_OF_TURN_TOKEN|>',
    '<|START_OF_TURN_TOKEN|>',
  ],
  think: [['<|START_THINKING|>', '<|END_THINKING|>']],
};
