import type { ModelDownloadEnd, ModelDownloadProgress } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { withDetail } from './check-message.ts';
import './model-download.css';

export const NOTHING_YET: ModelDownloadProgress = {
  type: 'progress',
  stage: 'starting',
  completedBytes: 0,
  totalBytes: 0,
};

/** The progress of downloading a model. */
export function ModelDownload({ progress }: { progress: ModelDownloadProgress }) {
  return (
    <div className="model-download">
      <progress
        aria-label={t('modelDownload')}
        {...(progress.stage === 'downloading' ? { value: computeDownloadedShare(progress) } : {})}
      />
      <p className="hint">{progressText(progress)}</p>
    </div>
  );
}

/** The message for the user at the end of a download. */
export function downloadResult(end: ModelDownloadEnd, model: string): { isError: boolean; message: string } {
  switch (end.type) {
    case 'done':
      return { isError: false, message: t('modelDownloaded', { model }) };
    case 'stopped':
      return { isError: false, message: t('downloadStopped') };
    case 'failed':
      return { isError: true, message: withDetail(end.failure) };
    default:
      return end satisfies never;
  }
}

function progressText(progress: ModelDownloadProgress): string {
  switch (progress.stage) {
    case 'starting':
      return t('downloadStarting');
    case 'downloading':
      return t('downloadProgress', {
        completed: megabytes(progress.completedBytes),
        total: megabytes(progress.totalBytes),
        share: t('percent', { number: Math.floor(computeDownloadedShare(progress) * 100) }),
      });
    case 'finishing':
      return t('downloadFinishing');
    default:
      return progress.stage satisfies never;
  }
}

function computeDownloadedShare({ completedBytes, totalBytes }: ModelDownloadProgress): number {
  return totalBytes === 0 ? 0 : completedBytes / totalBytes;
}

/** With one decimal place if it is less than 10 MB. */
function megabytes(bytes: number): number {
  return bytes < 10_000_000 ? Math.round(bytes / 100_000) / 10 : Math.round(bytes / 1_000_000);
}
