import type { Control } from './control.ts';

/** What becomes a sentence to remember, and whether it is sent. */
export const MEMORY_CONTROLS: readonly Control[] = [
  {
    promise: 10,
    name: 'only what the user typed asks to remember',
    file: 'lib/security/memory-text.ts',
    source: 'typedText(question)',
    without: 'question.content',
    test: {
      file: 'lib/security/memory-text.test.ts',
      name: 'is not found in text that was filled in or quoted, or that a filled-in text was changed from',
    },
  },
  {
    promise: 10,
    name: 'a sentence to remember has nothing that cannot be seen',
    file: 'lib/security/memory-text.ts',
    source: "if (text !== oneLine(text)) return 'hidden';",
    without: '',
    test: { file: 'lib/storage/memories.test.ts', name: 'is refused if it has two lines' },
  },
  {
    promise: 10,
    name: 'a sentence with a secret is not kept',
    file: 'lib/security/memory-text.ts',
    source: "maskSecrets(text).masked.length > 0 ? 'secret' : null",
    without: 'null',
    test: {
      file: 'lib/security/memory-text.test.ts',
      name: 'is checked if it is with a card number',
    },
  },
  {
    promise: 10,
    name: 'a sentence from a file is off until the user turns it on',
    file: 'lib/storage/memories.ts',
    source: 'isOn: false,',
    without: 'isOn: true,',
    test: { file: 'lib/storage/memories.test.ts', name: 'is imported turned off, until the user turns each on' },
  },
  {
    promise: 10,
    name: 'a sentence that is off or of another project is not sent',
    file: 'lib/storage/memories.ts',
    source: 'memory.isOn && (memory.projectId === null || memory.projectId === projectId)',
    without: 'memory.isOn || projectId === projectId',
    test: {
      file: 'lib/worker/context-provider.test.ts',
      name: 'only sentences that are on, and for the project of the chat, are remembered in it',
    },
  },
];
