import { DIALECTS } from './all-dialects.ts';
import { MarkerTrie } from './marker-trie.ts';

export type MarkerAction =
  | { type: 'open'; format: string }
  | { type: 'close' }
  | { type: 'separate' }
  | { type: 'drop' }
  /** A message with a header begins. */
  | { type: 'message' }
  /** Reasoning begins; `close` ends it. `isToken`: no one writes it by accident, so it counts anywhere. */
  | { type: 'think'; close: string; isToken: boolean }
  | { type: 'unthink'; isToken: boolean };

/** The markers of every dialect. */
export const markers = new MarkerTrie<MarkerAction>();

for (const dialect of DIALECTS) {
  for (const marker of dialect.open ?? []) markers.add(marker, { type: 'open', format: dialect.name });
  for (const marker of dialect.close ?? []) markers.add(marker, { type: 'close' });
  for (const marker of dialect.separate ?? []) markers.add(marker, { type: 'separate' });
  for (const marker of dialect.drop ?? []) markers.add(marker, { type: 'drop' });
  for (const [open, close] of dialect.think ?? []) {
    const isToken = !/^<\w+>$/.test(open);
    markers.add(open, { type: 'think', close, isToken });
    markers.add(close, { type: 'unthink', isToken });
  }
}
for (const marker of ['<|start|>', '<|channel|>']) markers.add(marker, { type: 'message' });
// Closing tags of elements that may be left over after a call.
for (const tag of ['tool', 'function', 'invoke', 'parameter', 'parameters', 'arguments', 'tool_input', 'arg_value']) {
  markers.add(`</${tag}>`, { type: 'close' });
}
