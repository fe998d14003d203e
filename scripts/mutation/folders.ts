/** A folder whose code is mutated, the tests that must notice it, and the share of mutants in percent that they must kill. */
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
    // What is assembled is seen in whole responses: most oddities of servers are tested there.
    tests: [`${CHAT_COMPLETIONS}/tool-calls`, `${CHAT_COMPLETIONS}/response`],
    minimum: 80,
  },
  {
    name: 'text-tool-calls',
    source: 'lib/model-api/text-tool-calls',
    // Calls that were cut off are tested in whole responses.
    tests: ['lib/model-api/text-tool-calls', `${CHAT_COMPLETIONS}/stream`, `${CHAT_COMPLETIONS}/response`],
    minimum: 80,
  },
  {
    name: 'agent',
    source: 'lib/agent',
    // Reading pages, approvals of tabs and forms of servers are tested in runs with the tools they are for.
    tests: ['lib/agent', 'lib/tools', 'lib/mcp'],
    minimum: 80,
  },
];

/** The environment variable that names the folder to the processes that run its tests. */
export const MUTATED_FOLDER = 'MUTATED_FOLDER';
