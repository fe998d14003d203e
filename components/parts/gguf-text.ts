import type { GgufProblem } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { fileSize } from './file-size.ts';

/** Why a GGUF model cannot be stored or run, and what to do. `model` is its name. */
export function ggufProblemText(problem: GgufProblem, model: string): string {
  switch (problem.type) {
    case 'not-gguf':
      return t('ggufNotGguf');
    case 'file-cut':
      return t('ggufFileCut');
    case 'gguf-version':
      return t('ggufVersion', { version: String(problem.version) });
    case 'not-a-chat-model':
      return t('ggufNotChat');
    case 'one-of-several-files':
      return t('ggufSeveralFiles');
    case 'too-large':
      return t('ggufTooLarge', { size: fileSize(problem.bytes), limit: fileSize(problem.limit) });
    case 'disk-full':
      return t('ggufDiskFull', { size: fileSize(problem.bytes) });
    case 'not-stored':
      return t('ggufNotStored');
    case 'download-refused':
      return t('ggufDownloadRefused', { host: problem.host, status: String(problem.status) });
    case 'download-broken':
      return t('ggufDownloadBroken');
    case 'wrong-checksum':
      return t('ggufWrongChecksum');
    case 'no-memory64':
      return t('ggufNotHere');
    case 'out-of-memory':
      return t('ggufOutOfMemory', { model });
    case 'model-deleted':
      return t('ggufDeleted', { model });
    case 'not-loaded':
      return t('ggufNotLoaded', { model });
    case 'page-closed':
      return t('ggufPageClosed', { model });
    default:
      return problem satisfies never;
  }
}
