import { useRef, useState } from 'react';
import { DOCUMENT_WORDS } from '../../components/history/document-words.ts';
import { inPercents } from '../../components/parts/percent-bar.tsx';
import { importProblemText, storageFailureText } from '../../components/parts/storage-text.ts';
import { type DataFormat, YourData } from '../../components/storage/your-data.tsx';
import { ArchiveTooLargeError } from '../../lib/documents/index.ts';
import { formatList, plural, t } from '../../lib/i18n/index.ts';
import { chooseFolder, downloadAll, downloadDocuments, loadFileStores, saveToFolder } from '../../lib/react/index.ts';
import {
  type ExportCounts,
  findStorageFailure,
  type ImportCounts,
  type ImportResult,
  type Stores,
} from '../../lib/storage/index.ts';

/** Export and import of all chats. */
export function DataSection({ storage }: { storage: Pick<Stores, 'database' | 'threads' | 'events' | 'endpoints'> }) {
  const [status, setStatus] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [format, setFormat] = useState<DataFormat>('json');
  const [progress, setProgress] = useState<number | null>(null);
  const importing = useRef<AbortController | null>(null);

  const work = async (what: string, job: () => Promise<string>) => {
    setIsBusy(true);
    setStatus(what);
    const report = await job().catch((error: unknown) => failureText(error));
    setStatus(report);
    setIsBusy(false);
  };
  const exportAll = () =>
    work(t('exporting'), async () => {
      const now = new Date();
      const counts = await (format === 'json'
        ? downloadAll(storage, now)
        : downloadDocuments(storage, format, now, DOCUMENT_WORDS));
      return exportReport(counts);
    });
  const exportToFolder = async () => {
    if (chooseFolder === null) return;
    // Null if the dialog was closed without a choice, or if the browser does not allow this folder, which it says
    // itself.
    const folder = await chooseFolder().catch(() => null);
    if (folder === null) return;
    await work(t('exporting'), async () =>
      exportReport(await saveToFolder(storage, format, folder, new Date(), DOCUMENT_WORDS)),
    );
  };
  const importFile = (file: File) =>
    work(t('importing'), async () => {
      const controller = new AbortController();
      importing.current = controller;
      const { chats } = await loadFileStores(storage);
      setProgress(0);
      const options = { onProgress: inPercents(setProgress), signal: controller.signal };
      const result = await chats.import(file, options).finally(() => setProgress(null));
      return importText(result);
    });

  return (
    <YourData
      status={status}
      isBusy={isBusy}
      progress={progress}
      format={format}
      onFormat={setFormat}
      onExport={() => void exportAll()}
      onExportToFolder={chooseFolder === null ? null : () => void exportToFolder()}
      onImport={(file) => void importFile(file)}
      onStopImport={() => importing.current?.abort()}
    />
  );
}

function failureText(error: unknown): string {
  if (error instanceof ArchiveTooLargeError) return t('archiveTooLarge');
  const failure = findStorageFailure(error);
  return failure === null ? t('exportFailed', { reason: String(error) }) : storageFailureText(failure.code);
}

/** Describes what an import did, or why it did nothing. */
export function importText(result: ImportResult): string {
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
  const omissionText = unreadable > 0 && plural('entriesNotExported', unreadable);
  return sentences([plural('chatsExported', threads), omissionText]);
}

function importReport(counts: ImportCounts): string {
  const { added, copied, identical, interrupted, unreadable, lost, isCut, isStopped } = counts;
  const losses = (Object.keys(LOST) as (keyof typeof LOST)[]).flatMap((loss) => {
    const count = lost[loss];
    return count === undefined ? [] : [t(LOST[loss], { count })];
  });
  return sentences([
    isStopped && t('importStopped'),
    plural('chatsImported', added + copied),
    isCut && t('importCut'),
    copied > 0 && plural('chatsCopied', copied),
    identical > 0 && plural('chatsSkipped', identical),
    interrupted > 0 && plural('answersInterrupted', interrupted),
    unreadable > 0 && t('chatsUnreadable', { count: unreadable }),
    losses.length > 0 && t('importLost', { list: formatList(losses) }),
  ]);
}

const LOST = {
  attachment: 'lostFiles',
  picture: 'lostPictures',
  'tool-call': 'lostToolCalls',
  'system-message': 'lostSystemMessages',
  message: 'lostMessages',
} as const satisfies Record<keyof ImportCounts['lost'], string>;

function sentences(each: readonly (string | false)[]): string {
  return each.filter(Boolean).join(' ');
}
