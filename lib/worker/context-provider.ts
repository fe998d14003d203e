import {
  type ContextProvider,
  type ContextReading,
  type FilesRequest,
  type OwnData,
  type PageAccess,
  type ProjectFile,
  type TabContextRequest,
  toChatId,
  type WebAccess,
} from '../contracts/index.ts';
import type { Stores } from '../storage/index.ts';

export type ContextSources = {
  storage: Pick<Stores, 'memories' | 'projects'>;
  /** Whether the user wants sentences remembered. */
  usesMemory: () => Promise<boolean>;
  page: PageAccess;
  readTab: (request: TabContextRequest, signal: AbortSignal) => Promise<ContextReading | null>;
  readFiles: (files: readonly ProjectFile[], request: FilesRequest) => ContextReading | null;
  web: WebAccess;
  ownData: OwnData;
};

/** Provides the tabs, the files and instructions of projects, the web and the user's own data in the extension. */
export function createContextProvider(sources: ContextSources): ContextProvider {
  const { storage, usesMemory, page, readTab, readFiles, web, ownData } = sources;
  return {
    page,
    async read(request, signal) {
      switch (request.type) {
        case 'tab':
          return readTab(request, signal);
        case 'project-files': {
          const files = await storage.projects.files(request.project.projectId);
          return readFiles(files, request);
        }
        case 'document':
          // Only programs that use the engine as a package have documents.
          return null;
        default:
          return request satisfies never;
      }
    },
    instructions: async (threadId) => (await storage.projects.ofThread(toChatId(threadId)))?.instructions ?? '',
    async memories(threadId, memoryIds) {
      if (memoryIds.length === 0 || !(await usesMemory())) return [];
      const memories = await storage.memories.ofThread(toChatId(threadId));
      return memories.filter(({ memoryId }) => memoryIds.includes(memoryId)).map(({ text }) => text);
    },
    web,
    ownData,
  };
}
