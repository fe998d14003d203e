import { useState } from 'react';
import { YourData } from '../../components/your-data.tsx';
import { downloadAll } from '../../lib/panel/export-files.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import type { ExportCounts } from '../../lib/store/export-threads.ts';
import { storeTrouble } from '../../lib/store/health.ts';
import { type ImportCounts, importThreads } from '../../lib/store/import-threads.ts';

/** Export and import of all chats. */
export function DataSection({ db }: { db: SidenoteDb }) {
  const [status, setStatus] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  const work = async (what: string, job: () => Promise<string>) => {
    setIsBusy(true);
    setStatus(what);
    const report = await job().catch((error: unknown) => storeTrouble(error)?.message ?? String(error));
    setStatus(report);
    setIsBusy(false);
  };
  const exportAll = () => work('Exporting…', async () => exportReport(await downloadAll(db, new Date())));
  const importFile = (file: File) =>
    work('Importing…', async () => {
      const result = await importThreads(db, file);
      return result.type === 'refused' ? result.message : importReport(result.counts);
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

function exportReport({ threads, unreadable }: ExportCounts): string {
  const left = unreadable === 0 ? '' : ` ${count(unreadable, 'entry', 'entries')} could not be read and are not in it.`;
  return `${count(threads, 'chat', 'chats')} exported.${left}`;
}

function importReport({ added, copied, identical, interrupted }: ImportCounts): string {
  const notes = [
    copied > 0 && `${count(copied, 'chat', 'chats')} had gone on differently here, and came in as a copy.`,
    identical > 0 && `${count(identical, 'chat', 'chats')} skipped: already here.`,
    interrupted > 0 && `${count(interrupted, 'answer', 'answers')} that was still being written ended as interrupted.`,
  ];
  return [`${count(added + copied, 'chat', 'chats')} imported.`, ...notes].filter(Boolean).join(' ');
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`;
}
