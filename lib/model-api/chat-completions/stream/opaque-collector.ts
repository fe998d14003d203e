import type { OpaqueState } from '../opaque-state.ts';
import type { ChatChunk } from './chat-chunk.ts';
import { ReasoningDetails } from './reasoning-details.ts';

/** Gathers what a provider wants echoed with a step; see `OpaqueState`. */
export class OpaqueCollector {
  private reasoningField: string | null = null;
  private readonly details = new ReasoningDetails();

  take(chunk: ChatChunk): void {
    this.reasoningField ??= chunk.reasoningField;
    if (chunk.reasoningDetails.length > 0) this.details.push(chunk.reasoningDetails);
  }

  /** null where there is nothing to echo. */
  state(toolCalls: OpaqueState['toolCalls']): OpaqueState | null {
    const { reasoningField } = this;
    const reasoningDetails = this.details.entries;
    const isEmpty = reasoningField === null && reasoningDetails.length === 0 && Object.keys(toolCalls).length === 0;
    return isEmpty ? null : { reasoningField, reasoningDetails, toolCalls };
  }
}
