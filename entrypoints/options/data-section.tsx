import { useRef, useState } from 'react';
import { importProblemText, storageFailureText } from '../../components/parts/storage-text.ts';
import { YourData } from '../../components/storage/your-data.tsx';
import { formatList, plural, t } from '../../lib/i18n/index.ts';
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
  const [progress, setProgress] = useState<number | null>(null);
  const importing = useRef<AbortController | null>(null);

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
      const controller = new AbortController();
      importing.current = controller;
      setProgress(0);
      // Whole percents, so that the page is not rendered for every chat of a large file.
      const onProgress = (share: number) => setProgress(Math.floor(share * 100) / 100);
      const result = await importThreads(db, file, { onProgress, signal: controller.signal }).finally(() =>
        setProgress(null),
      );
      return importText(result);
    });

  return (
    <YourData
      status={status}
      isBusy={isBusy}
      progress={progress}
      onExport={() => void exportAll()}
      onImport={(file) => void importFile(file)}
      onStopImport={() => importing.current?.abort()}
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

function importReport(counts: ImportCounts): string {
  const { added, copied, identical, interrupted, unreadable, lost, isStopped } = counts;
  const losses = (Object.keys(LOST) as (keyof typeof LOST)[]).flatMap((loss) => {
    const count = lost[loss];
    return count === undefined ? [] : [t(LOST[loss], { count })];
  });
  return sentences([
    isStopped && t('importStopped'),
    plural('chatsImported', added + copied),
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
} as const satisfies Record<keyof ImportCounts['lost'], string>;

function sentences(each: readonly (string | false)[]): string {
  return each.filter(Boolean).join(' ');
}
