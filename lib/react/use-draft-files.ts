import { useState } from 'react';
import type { AttachedFile } from '../contracts/attachments.ts';
import { attachmentError, type FileError } from '../contracts/file-error.ts';
import { attachFile } from '../extension/attach-file.ts';
import type { SidenoteDb } from '../storage/db.ts';
import { changeDraftFiles, loadDraftFiles } from '../storage/draft-files.ts';
import { useStored } from './use-stored.ts';

export type DraftFiles = {
  files: readonly AttachedFile[];
  /** Names of files that are being read. */
  reading: readonly string[];
  /** Why files of the last choice are not attached. */
  troubles: readonly FileError[];
  attach: (files: readonly File[]) => Promise<void>;
  /** Puts files back that were read before. */
  putBack: (files: readonly AttachedFile[]) => Promise<void>;
  remove: (index: number) => Promise<void>;
  /** Takes the first `count` out: they have been sent. */
  forget: (count: number) => Promise<void>;
};

/** The files that wait to be sent with the next question; they are in the database as soon as they are read. */
export function useDraftFiles(db: SidenoteDb, threadId: string, onError: (error: unknown) => void): DraftFiles {
  const files = useStored(() => loadDraftFiles(db, threadId), [db, threadId]) ?? [];
  const [reading, setReading] = useState<readonly string[]>([]);
  const [failures, setTroubles] = useState<readonly FileError[]>([]);

  const change = (how: (files: readonly AttachedFile[]) => readonly AttachedFile[]) =>
    changeDraftFiles(db, threadId, how).catch(onError);

  async function add(file: AttachedFile): Promise<void> {
    const failure = attachmentError(await loadDraftFiles(db, threadId), file);
    if (failure !== null) setTroubles((all) => [...all, failure]);
    else await changeDraftFiles(db, threadId, (before) => [...before, file]);
  }

  return {
    files,
    reading,
    troubles: failures,
    async attach(chosen) {
      setTroubles([]);
      setReading((names) => [...names, ...chosen.map(({ name }) => name)]);
      for (const file of chosen) {
        const attached = await attachFile(file);
        if ('code' in attached) setTroubles((all) => [...all, attached]);
        else await add(attached).catch(onError);
        setReading((names) => names.toSpliced(names.indexOf(file.name), 1));
      }
    },
    putBack: (again) => change((before) => [...again, ...before]),
    remove: (index) => change((before) => before.toSpliced(index, 1)),
    async forget(count) {
      setTroubles([]);
      if (count > 0) await change((before) => before.slice(count));
    },
  };
}
