import { wrapUntrustedText } from '../../../security/index.ts';
import type { ToolResultMessage } from './conversation-turns.ts';
import { neutralizeMarkers } from './neutralize-markers.ts';

/** Formats a result for the request: markers in it are neutralized and untrusted text is delimited. */
export function resultText({ content, fence: delimiter }: ToolResultMessage): string {
  const inert = neutralizeMarkers(content);
  return delimiter === undefined ? inert : wrapUntrustedText(inert, delimiter);
}
