import { fenced } from '../../../security/delimiter.ts';
import type { ToolResultMessage } from './conversation-turns.ts';
import { inertText } from './neutralize-markers.ts';

/** A result as a server gets it: nothing in it can act as a marker, and what strangers wrote stands in a frame. */
export function resultText({ content, fence }: ToolResultMessage): string {
  const inert = inertText(content);
  return fence === undefined ? inert : fenced(inert, fence);
}
