import type { Control } from './control.ts';

/** Which words count as the user’s own, for a query and for a search of other chats. */
export const USER_WORD_CONTROLS: readonly Control[] = [
  {
    promise: 8,
    name: 'a query of other words than the user’s is asked for',
    file: 'lib/security/web-policy.ts',
    source: 'placedWords.some(({ place }) => place < 0)',
    without: 'false',
    test: { file: 'lib/security/web-policy.test.ts', name: 'is asked for if a word, or a site, is not the user’s' },
  },
  {
    promise: 8,
    name: 'a query is sent in one form',
    file: 'lib/security/web-policy.ts',
    source: "return { type: 'query', query: text.join(' '),",
    without: "return { type: 'query', query,",
    test: { file: 'lib/security/web-policy.test.ts', name: 'says nothing but which of the words were chosen' },
  },
  {
    promise: 8,
    name: 'a run searches three times for words of the user',
    file: 'lib/security/web-policy.ts',
    source: 'before.length < MAX_OWN_QUERIES ? usersQuery(egress, state) : null',
    without: 'usersQuery(egress, state)',
    test: {
      file: 'lib/security/web-policy.test.ts',
      name: 'is asked for if it has more than twelve words, or three went before without asking',
    },
  },
  {
    promise: 8,
    name: 'the title of a page, which prompts quote, has no words for a query',
    file: 'lib/security/web-policy.ts',
    source: 'const texts = userTextsWithoutTitles(state, (title) => title.length >= MIN_TITLE);',
    without:
      'const texts = userTextsWithoutTitles({ ...state, messages: state.messages.filter(({ role }) => role === "user") }, () => MIN_TITLE > 0);',
    test: {
      file: 'lib/security/web-policy.test.ts',
      name: 'is asked for if its words stand in the title of the page alone, which a prompt quotes',
    },
  },
  {
    promise: 8,
    name: 'passages of writing without spaces are sent as one where they touch',
    file: 'lib/security/web-policy.ts',
    source: 'isUnspaced(word) && place <= last.end',
    without: 'isUnspaced(word) && place < 0',
    test: {
      file: 'lib/security/web-policy.test.ts',
      name: 'covers passages of writing without spaces once, however they touch or overlap',
    },
  },
  {
    promise: 8,
    name: 'what came from a file is not the words of the user',
    file: 'lib/security/provenance.ts',
    source: '.filter(({ messageId }) => !imported.has(messageId))',
    without: '',
    test: {
      file: 'lib/security/user-words.test.ts',
      name: 'questions and messages that came from a file are not the user’s, and the chat is a source',
    },
  },
  {
    promise: 8,
    name: 'what was filled in from a field of a page is not the words of the user',
    file: 'lib/security/provenance.ts',
    source: 'withoutFilled(content, filled)',
    without: 'content',
    test: {
      file: 'lib/security/user-words.test.ts',
      name: 'what was filled in from a field of a page is not the user’s, and is a source',
    },
  },
  {
    promise: 8,
    name: 'other chats are searched only if the user asked for that or switched it on',
    file: 'lib/security/own-data-policy.ts',
    source: 'return run?.ownData === true || isAskedFor(optIn.kind, state);',
    without: 'return true;',
    test: {
      file: 'lib/tools/search-chats.test.ts',
      name: 'is neither offered nor run if the user neither asked for it nor switched it on',
    },
  },
  {
    promise: 8,
    name: 'the title of a page switches on no search of other chats',
    file: 'lib/security/own-data-policy.ts',
    source: '(title) => title.length >= MIN_TITLE',
    without: '() => false',
    test: {
      file: 'lib/security/own-data-policy.test.ts',
      name: 'not if only the title of the page, which prompts quote, asks for them',
    },
  },
  {
    promise: 8,
    name: 'deleted chats are not searched',
    file: 'lib/storage/chat-texts.ts',
    source: '      !deleted.has(threadId) &&\n',
    without: '',
    test: {
      file: 'lib/storage/chat-texts.test.ts',
      name: 'are not those of a deleted chat, also while that can be undone',
    },
  },
  {
    promise: 8,
    name: 'quoted lines are not the words of the user',
    file: 'lib/security/provenance.ts',
    source: ".replace(/^[ \\t]*>[^\\n]*$/gm, '')",
    without: '',
    test: { file: 'lib/security/web-policy.test.ts', name: 'does not take quoted lines for words of the user' },
  },
  {
    promise: 8,
    name: 'what a page fills into a prompt is sent as words of the page',
    file: 'entrypoints/sidepanel/question-controller.ts',
    source: 'this.ask(question, { ...attached, filled })',
    without: 'this.ask(question, attached)',
    test: {
      file: 'entrypoints/sidepanel/chat-controllers.test.ts',
      name: 'keeps what the user did not write in it when it is edited',
    },
  },
  {
    promise: 8,
    name: 'a running answer takes text of the user alone',
    file: 'entrypoints/sidepanel/question-controller.ts',
    source: 'if (isRunning && !isTextOnly(message)) return;',
    without: '',
    test: {
      file: 'entrypoints/sidepanel/chat-controllers.test.ts',
      name: 'with text that the user did not write becomes no instruction for the open run',
    },
  },
];
