import { useCallback, useEffect, useRef, useState } from 'react';
import { loadDraft, type SidenoteDb, saveDraft } from '../storage/index.ts';

/** Delay before typed text is saved, so that closing the panel loses nothing. Milliseconds. */
const SAVE_AFTER_MS = 300;

export type DraftField = {
  text: string;
  change: (text: string) => void;
  /** Empties the field but keeps the saved text until it is certain that the message was accepted. */
  hold: () => void;
  /** Deletes the saved text, unless something new was typed. */
  forget: () => void;
  /** Restores a held text, unless something new was typed. */
  restore: (text: string) => void;
  /** Why the text could not be saved; it is still in the field. Null if it was saved. */
  error: unknown;
};

/** The unsent text of a thread, kept when the panel closes. */
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
