import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Mention, mentionAt } from '../../lib/contracts/index.ts';

type Options = {
  text: string;
  onText: (text: string) => void;
  /** Called with the text after `@` while a mention is being written, otherwise with null. */
  onMentionQuery: (query: string | null) => void;
  /** Called with a mention that was chosen and removed from the text. */
  onMention: (mention: Mention) => void;
};

/** Returns the mention that is being written at the caret of a field. */
export function useMention(
  field: RefObject<HTMLTextAreaElement | null>,
  { text, onText, onMentionQuery, onMention }: Options,
) {
  const [caret, setCaret] = useState(0);
  const mention = mentionAt(text, caret);
  const query = mention?.query ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each query, regardless of other renders
  useEffect(() => {
    onMentionQuery(query);
  }, [query]);

  /** The caret position to set once the text without the mention is shown. */
  const nextCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });
  const pick = (choice: Mention) => {
    if (mention === null) return;
    const insertion = choice.kind === 'bookmark' ? `${choice.url} ` : '';
    nextCaret.current = mention.from + insertion.length;
    setCaret(nextCaret.current);
    onText(text.slice(0, mention.from) + insertion + text.slice(caret));
    onMention(choice);
  };
  return { isOpen: mention !== null, pick, setCaret };
}
