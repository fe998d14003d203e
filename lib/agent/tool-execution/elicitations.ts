import { type ElicitationAnswer, unlessAborted } from '../../contracts/index.ts';

/**
 * Forms of MCP servers that wait for the user. Answers are passed on in memory: what the user enters goes to the server that
 * asked, and never into the log. A call whose worker was stopped while it waited is in doubt, as any other.
 */
export class Elicitations {
  readonly #waiting = new Map<string, (answer: ElicitationAnswer) => void>();

  /** Resolves with the answer to this form. Rejects when `signal` is aborted. */
  async wait(elicitationId: string, signal: AbortSignal): Promise<ElicitationAnswer> {
    const { promise, resolve } = Promise.withResolvers<ElicitationAnswer>();
    this.#waiting.set(elicitationId, resolve);
    try {
      return await unlessAborted(promise, signal);
    } finally {
      this.#waiting.delete(elicitationId);
    }
  }

  /** Whether a call was waiting for this answer. */
  answer(elicitationId: string, answer: ElicitationAnswer): boolean {
    const resolve = this.#waiting.get(elicitationId);
    resolve?.(answer);
    return resolve !== undefined;
  }
}
