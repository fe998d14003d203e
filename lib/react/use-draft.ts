import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type AttachedFile,
  type AttachedSource,
  attachmentError,
  type FileError,
  keepsPdfs,
} from '../contracts/index.ts';
import { attachFile } from '../extension/index.ts';
import type { Stores } from '../storage/index.ts';
import { useStored } from './use-stored.ts';

/**
 * Delay before typed text is saved, in milliseconds. Until then it is only stored synchronously or, if it is long, when
 * the panel closes.
 */
const SAVE_AFTER_MS = 300;
const LONG_TEXT = 20_000;

type DraftField = {
  text: string;
  change: (text: string) => void;
  /** Empties the field but keeps the saved text until it is certain that the message was accepted. */
  hold: () => void;
  /** Deletes the saved text, unless something new was typed. */
  forget: () => void;
  /** Puts a held text back, before anything that was typed since. */
  restore: (text: string) => void;
  /** Why the text could not be saved. It is still in the field. Null if it was saved. */
  error: unknown;
};

/** Saves the typed text of a thread: at once (`write`), after a pause (`schedule`), or what is not saved yet (`save`). */
function useDraftSaving(storage: Pick<Stores, 'drafts'>, threadId: string) {
  const [error, setError] = useState<unknown>(null);
  const unsaved = useRef<{ text: string; timer: ReturnType<typeof setTimeout> | undefined } | null>(null);
  const write = useCallback(
    (next: string) => {
      clearTimeout(unsaved.current?.timer);
      const pending = { text: next, timer: undefined };
      unsaved.current = pending;
      storage.drafts.keep(threadId, next);
      const finish = (failure: unknown) => {
        if (unsaved.current === pending) unsaved.current = null;
        setError(failure);
      };
      storage.drafts.save(threadId, next).then(() => finish(null), finish);
    },
    [storage, threadId],
  );
  const save = useCallback(() => {
    if (unsaved.current !== null) write(unsaved.current.text);
  }, [write]);
  const schedule = useCallback(
    (next: string) => {
      clearTimeout(unsaved.current?.timer);
      unsaved.current = { text: next, timer: setTimeout(save, SAVE_AFTER_MS) };
      if (next.length <= LONG_TEXT) storage.drafts.keep(threadId, next);
    },
    [storage, threadId, save],
  );
  /** Saves the text of a chat that is left. */
  const end = useCallback(() => {
    save();
    unsaved.current = null;
  }, [save]);
  return { error, setError, write, save, schedule, end };
}

/** The unsent text of a thread, kept when the panel closes. */
export function useDraft(storage: Pick<Stores, 'drafts'>, threadId: string): DraftField {
  const [text, setText] = useState('');
  const { error, setError, write, save, schedule, end } = useDraftSaving(storage, threadId);
  const visibleText = useRef('');
  // Whether the user has typed into the field before the saved text was loaded.
  const isTouched = useRef(false);
  // Whether the saved text was sent, and nothing has been typed since.
  const isHeld = useRef(false);

  const show = useCallback((next: string) => {
    visibleText.current = next;
    setText(next);
  }, []);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    show('');
    isTouched.current = false;
    const load = async () => {
      await storage.drafts.recover();
      const draft = await storage.drafts.load(threadId);
      if (!isTouched.current && !signal.aborted) show(draft);
    };
    storage.drafts.hold(threadId, signal);
    // The text of another window that closes is shown here only if nothing else is. Otherwise the chat has it when it is
    // opened again.
    const takeOver = () => {
      if (!isTouched.current && visibleText.current === '') load().catch(setError);
    };
    load()
      .then(() => storage.drafts.onClosed(threadId, signal, takeOver))
      .catch(setError);
    // Effects are not cleaned up when the panel closes.
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      end();
      leaving.abort();
    };
  }, [storage, threadId, save, show, end, setError]);

  const change = useCallback(
    (next: string) => {
      isHeld.current = false;
      isTouched.current = true;
      show(next);
      schedule(next);
    },
    [schedule, show],
  );
  const hold = useCallback(() => {
    save();
    isHeld.current = true;
    show('');
  }, [save, show]);
  const forget = useCallback(() => {
    if (isHeld.current) write('');
  }, [write]);
  const restore = useCallback(
    (heldText: string) =>
      change(visibleText.current.trim() === '' ? heldText : `${heldText}\n\n${visibleText.current}`),
    [change],
  );
  return { text, change, hold, forget, restore, error };
}

export type DraftFiles = {
  files: readonly AttachedFile[];
  /** Names of files that are being read. */
  reading: readonly string[];
  /** Why files of the last selection were not attached. */
  failures: readonly FileError[];
  /** `source`: the MCP server from which they came. */
  attach: (files: readonly File[], source?: AttachedSource) => Promise<void>;
  /** Attaches something that is already text. */
  add: (file: AttachedFile) => Promise<void>;
  /** Restores files that were read earlier. */
  putBack: (files: readonly AttachedFile[]) => Promise<void>;
  remove: (index: number) => Promise<void>;
  /** Removes these files after they were sent. */
  forget: (sent: readonly AttachedFile[]) => Promise<void>;
};

/** The files attached to the next question. They are stored as soon as they are read. */
export function useDraftFiles(
  storage: Pick<Stores, 'drafts' | 'endpoints'>,
  threadId: string,
  onError: (error: unknown) => void,
): DraftFiles {
  const files = useStored(() => storage.drafts.loadFiles(threadId), [storage, threadId]) ?? [];
  const [reading, setReading] = useState<readonly File[]>([]);
  const [failures, setFailures] = useState<readonly FileError[]>([]);

  const change = (how: (files: readonly AttachedFile[]) => readonly AttachedFile[]) =>
    storage.drafts.changeFiles(threadId, how).catch(onError);
  const addFailure = (failure: FileError) => setFailures((all) => [...all, failure]);

  async function addFile(file: AttachedFile): Promise<void> {
    let failure = null as FileError | null;
    // The limits are checked in the transaction, since other files may be added at the same time.
    await change((before) => {
      failure = attachmentError(before, file);
      return failure === null ? [...before, file] : before;
    });
    if (failure !== null) addFailure(failure);
  }

  return {
    files,
    reading: reading.map(({ name }) => name),
    failures,
    async attach(newFiles, source) {
      setFailures([]);
      setReading((all) => [...all, ...newFiles]);
      try {
        const withPdf = (await storage.endpoints.all()).some(({ settings }) => keepsPdfs(settings));
        for (const file of newFiles) {
          const attachment = await attachFile(file, withPdf);
          if ('code' in attachment) addFailure(attachment);
          else await addFile(source === undefined ? attachment : { ...attachment, source });
          setReading((all) => all.filter((each) => each !== file));
        }
      } catch (error) {
        onError(error);
      } finally {
        setReading((all) => all.filter((each) => !newFiles.includes(each)));
      }
    },
    async add(file) {
      setFailures([]);
      await addFile(file);
    },
    putBack: (again) => change((before) => [...again, ...before]),
    remove: (index) => change((before) => without(before, files.slice(index, index + 1))),
    async forget(sentFiles) {
      setFailures([]);
      if (sentFiles.length > 0) await change((before) => without(before, sentFiles));
    },
  };
}

/** Removes each of these files once. Files have no ids, so their content is compared. */
function without(files: readonly AttachedFile[], gone: readonly AttachedFile[]): readonly AttachedFile[] {
  const contents = gone.map((file) => JSON.stringify(file));
  return files.filter((file) => {
    const index = contents.indexOf(JSON.stringify(file));
    if (index >= 0) contents.splice(index, 1);
    return index < 0;
  });
}

/** Accepts files dropped anywhere on the page. Returns whether some are being dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Without this the browser would navigate to the file.
      event.preventDefault();
      setIsOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, []);
  return isOver;
}
