/**
 * A folder whose code is mutated, the tests that must notice it, and the minimum share of mutants in percent that they
 * must kill.
 */
export type MutatedFolder = { name: string; source: string; tests: string[]; minimum: number };

const CHAT_COMPLETIONS = 'lib/model-api/chat-completions';

export const FOLDERS: readonly MutatedFolder[] = [
  {
    name: 'security',
    source: 'lib/security',
    tests: ['lib/security'],
    minimum: 90,
  },
  {
    name: 'tool-calls',
    source: `${CHAT_COMPLETIONS}/tool-calls`,
    // Assembled calls are visible in whole responses, where most server quirks are tested.
    tests: [`${CHAT_COMPLETIONS}/tool-calls`, `${CHAT_COMPLETIONS}/response`],
    minimum: 80,
  },
  {
    name: 'text-tool-calls',
    source: 'lib/model-api/text-tool-calls',
    // Truncated calls are tested in whole responses.
    tests: ['lib/model-api/text-tool-calls', `${CHAT_COMPLETIONS}/stream`, `${CHAT_COMPLETIONS}/response`],
    minimum: 80,
  },
  {
    name: 'agent',
    source: 'lib/agent',
    // Reading pages, approvals of tabs and server forms are tested in runs with the tools that use them.
    tests: ['lib/agent', 'lib/tools', 'lib/mcp'],
    minimum: 80,
  },
];

/** The environment variable that passes the folder to the processes that run its tests. */
export const MUTATED_FOLDER = 'MUTATED_FOLDER';
