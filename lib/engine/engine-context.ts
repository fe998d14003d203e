import type { ContextDocument, ContextProvider, ContextSource } from '../contracts/index.ts';
import { createNoContext } from './no-context.ts';

/** What a question can be about, besides its text. */
export type EngineSource = Extract<ContextSource, { type: 'document' }>;

/** Where the engine reads the sources of questions. See docs/engine.md. */
export interface EngineContext {
  /**
   * Reads a document for a question. Null if there is none. If it rejects, the model is told that the document could
   * not be read, and the run continues.
   */
  read(source: EngineSource, signal: AbortSignal): Promise<ContextDocument | null>;
}

/** Converts the context to the form that the agent reads. */
export function toContextProvider(context: EngineContext): ContextProvider {
  return {
    ...createNoContext(),
    async read(request, signal) {
      if (request.type !== 'document') return null;
      const document = await context.read({ type: 'document', id: request.id }, signal);
      if (document === null) return null;
      // Imported on demand, because most programs have no documents.
      const { readDocument } = await import('../agent/context/read-document.ts');
      return readDocument(document, request);
    },
  };
}
