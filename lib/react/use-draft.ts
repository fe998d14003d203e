import { useCallback, useEffect, useRef, useState } from 'react';
import { loadDraft, type SidenoteDb, saveDraft } from '../storage/index.ts';

/** What is typed is saved this soon, so that closing the panel loses nothing. */
const SAVE_AFTER_MS = 300;

export type DraftField = {
  text: string;
  change: (text: string) => void;
  /** Empties the field and leaves what is saved, for as long as it is not certain that the text has arrived. */
  hold: () => void;
  /** Forgets what is saved, unless something new has been typed. */
  forget: () => void;
  /** Puts a text back that was held, unless something new has been typed. */
  restore: (text: string) => void;
  /** Why the text could not be saved; it is still in the field. null: it was. */
  error: unknown;
};

/** The unsent text of a thread, kept across closing the panel. */
export function useDraft(db: SidenoteDb, threadId: string): DraftField {
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>(null);
  const unsaved = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null);

  const write = useCallback(
    (next: string) => {
      clearTimeout(unsaved.current?.timer);
      unsaved.current = null;
      saveDraft(db, threadId, next).then(() => setError(null), setError);
    },
    [db, threadId],
  );
  const save = useCallback(() => {
    if (unsaved.current !== null) write(unsaved.current.text);
  }, [write]);

  useEffect(() => {
    setText('');
    loadDraft(db, threadId).then((draft) => {
      if (unsaved.current === null) setText((typed) => (typed === '' ? draft : typed));
    }, setError);
    return save;
  }, [db, threadId, save]);

  const change = useCallback(
    (next: string) => {
      setText(next);
      clearTimeout(unsaved.current?.timer);
      unsaved.current = { text: next, timer: setTimeout(save, SAVE_AFTER_MS) };
    },
    [save],
  );
  const hold = useCallback(() => {
    save();
    setText('');
  }, [save]);
  const forget = useCallback(() => {
    if (unsaved.current === null) write('');
  }, [write]);
  const restore = useCallback((held: string) => setText((typed) => (typed === '' ? held : typed)), []);
  return { text, change, hold, forget, restore, error };
}
