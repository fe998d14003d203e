import { useCallback, useEffect, useRef, useState } from 'react';
import type { SidenoteDb } from '../store/db.ts';
import { loadDraft, saveDraft } from '../store/threads.ts';

/** What is typed is saved this soon, so that closing the panel loses nothing. */
const SAVE_AFTER_MS = 300;

/** The unsent text of a thread, kept across closing the panel. */
export function useDraft(db: SidenoteDb, threadId: string): [string, (text: string) => void] {
  const [text, setText] = useState('');
  const unsaved = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null);

  const save = useCallback(() => {
    if (unsaved.current === null) return;
    clearTimeout(unsaved.current.timer);
    void saveDraft(db, threadId, unsaved.current.text);
    unsaved.current = null;
  }, [db, threadId]);

  useEffect(() => {
    setText('');
    void loadDraft(db, threadId).then((draft) => {
      if (unsaved.current === null) setText((typed) => (typed === '' ? draft : typed));
    });
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
  return [text, change];
}
