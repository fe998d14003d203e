import type { ThreadState } from '../contracts/index.ts';

/** What the user wrote in this chat. Quoted lines are the words of pages. */
export function userTexts({ messages }: Pick<ThreadState, 'messages'>): string[] {
  const texts = messages.flatMap((message) =>
    message.role === 'user' ? [message.content] : message.steers.map(({ content }) => content),
  );
  return texts.map((text) => text.replace(/^[ \t]*>.*$/gm, ''));
}

/** As `userTexts`, without those titles of pages that `isOfPage`: prompts quote titles, which are the page's words. */
export function userTextsWithoutTitles(
  state: Pick<ThreadState, 'messages'>,
  isOfPage: (title: string) => boolean,
): string[] {
  const titles = state.messages.flatMap((message) => {
    const title = message.role === 'assistant' ? (message.page?.title ?? '') : '';
    return title !== '' && isOfPage(title) ? [title] : [];
  });
  return userTexts(state).map((text) => titles.reduce((rest, title) => rest.replaceAll(title, ' '), text));
}
