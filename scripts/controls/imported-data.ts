import type { Control } from './control.ts';

/** What a chat or settings from a file must not do. */
export const IMPORTED_DATA_CONTROLS: readonly Control[] = [
  {
    promise: 3,
    name: 'a question from a file names no tabs when it is asked again',
    file: 'lib/agent/thread/revise-thread.ts',
    source: `const { tabs: _, filled = [], ...rest } = question;`,
    without: `const { filled = [], ...rest } = question;`,
    test: {
      file: 'lib/agent/thread/revise-thread.test.ts',
      name: 'has no tabs if it came from a file, which names those of somebody else',
    },
  },
  {
    promise: 8,
    name: 'a question from a file that was edited stays somebody’s',
    file: 'lib/agent/thread/revise-thread.ts',
    source: `[...filled, question.content]`,
    without: `[...filled]`,
    test: {
      file: 'lib/agent/thread/revise-thread.test.ts',
      name: 'does not make the words of a file those of the user: Search my other chats.',
    },
  },
  {
    promise: 3,
    name: 'a file approves no site for an answer that is continued',
    file: 'lib/agent/context/page-context.ts',
    source: `state.imported.has(earlier.messageId) ? parts.flatMap(withoutApproval) : parts`,
    without: `parts`,
    test: {
      file: 'lib/agent/thread/revise-thread.test.ts',
      name: 'an answer that continues one from a file has none of the approvals that the file names',
    },
  },
  {
    promise: 3,
    name: 'a file approves no page with a password field',
    file: 'lib/security/sensitive-pages.ts',
    source: `      !state.imported.has(message.messageId) &&\n`,
    without: ``,
    test: {
      file: 'lib/security/sensitive-pages.test.ts',
      name: 'a page counts as approved by the user, and not by a file',
    },
  },
  {
    promise: 8,
    name: 'addresses that a file says were found are asked about',
    file: 'lib/security/web-policy.ts',
    source: `message.role === 'assistant' && !state.imported.has(message.messageId) ? [message] : [],`,
    without: `message.role === 'assistant' ? [message] : [],`,
    test: {
      file: 'lib/security/user-words.test.ts',
      name: 'addresses that a chat from a file says were read or found are not opened without asking',
    },
  },
  {
    promise: 1,
    name: 'a file names no host of the own network that links may lead to',
    file: 'lib/security/known-texts.ts',
    source: `thread.messages.filter(({ messageId }) => !thread.imported.has(messageId))`,
    without: `thread.messages`,
    test: {
      file: 'components/markdown/link.test.tsx',
      name: 'the chat is about the hosts of its pages, of added tabs, and of what the user wrote, and none that a file names',
    },
  },
  {
    promise: 3,
    name: 'a settings file does not have PDFs sent as files, nor pages sent by themselves',
    file: 'lib/storage/settings-file.ts',
    source: "  'pdfs',\n  'pageContext',\n",
    without: '',
    test: {
      file: 'lib/storage/settings-file.test.ts',
      name: 'system prompts, headers and fields of a file, and what it sends of pages and PDFs, stay out until they are chosen',
    },
  },
];
