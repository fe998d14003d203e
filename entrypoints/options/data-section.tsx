import { useState } from 'react';
import { importProblemText, storageFailureText } from '../../components/storage/storage-text.ts';
import { YourData } from '../../components/storage/your-data.tsx';
import { plural, t } from '../../lib/i18n/index.ts';
import { downloadAll } from '../../lib/react/index.ts';
import {
  type ExportCounts,
  type ImportCounts,
  type ImportResult,
  importThreads,
  type SidenoteDb,
  storageFailureOf,
} from '../../lib/storage/index.ts';

/** Export and import of all chats. */
export function DataSection({ db }: { db: SidenoteDb }) {
  const [status, setStatus] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  const work = async (what: string, job: () => Promise<string>) => {
    setIsBusy(true);
    setStatus(what);
    const report = await job().catch((error: unknown) => failureText(error));
    setStatus(report);
    setIsBusy(false);
  };
  const exportAll = () => work(t('exporting'), async () => exportReport(await downloadAll(db, new Date())));
  const importFile = (file: File) =>
    work(t('importing'), async () => {
      const result = await importThreads(db, file);
      return importText(result);
    });

  return (
    <YourData
      status={status}
      isBusy={isBusy}
      onExport={() => void exportAll()}
      onImport={(file) => void importFile(file)}
    />
  );
}

function failureText(error: unknown): string {
  const failure = storageFailureOf(error);
  return failure === null ? String(error) : storageFailureText(failure.code);
}

function importText(result: ImportResult): string {
  switch (result.type) {
    case 'imported':
      return importReport(result.counts);
    case 'refused':
      return importProblemText(result.problem);
    case 'not-stored':
      return storageFailureText(result.failure.code);
    default:
      return result satisfies never;
  }
}

function exportReport({ threads, unreadable }: ExportCounts): string {
  const left = unreadable > 0 && plural('entriesNotExported', unreadable);
  return sentences([plural('chatsExported', threads), left]);
}

function importReport({ added, copied, identical, interrupted }: ImportCounts): string {
  return sentences([
    plural('chatsImported', added + copied),
    copied > 0 && plural('chatsCopied', copied),
    identical > 0 && plural('chatsSkipped', identical),
    interrupted > 0 && plural('answersInterrupted', interrupted),
  ]);
}

function sentences(each: readonly (string | false)[]): string {
  return each.filter(Boolean).join(' ');
}
