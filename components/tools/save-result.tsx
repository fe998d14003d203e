import { Download } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import type { OutputFile } from '../../lib/contracts/index.ts';
import { fileNameOf } from '../../lib/documents/index.ts';
import { t } from '../../lib/i18n/index.ts';

/** Saves a file on the user's machine; null where there is no panel that could. */
export const SaveFile = createContext<((blob: Blob, fileName: string) => void) | null>(null);

/** Media types of saved files. The mark at the beginning lets spreadsheets read a CSV as UTF-8. */
const TYPES: Record<OutputFile['type'], { mediaType: string; mark: string }> = {
  csv: { mediaType: 'text/csv', mark: '\uFEFF' },
  md: { mediaType: 'text/markdown', mark: '' },
  txt: { mediaType: 'text/plain', mark: '' },
};

/** Saves the content of a result as the file that it is. */
export function SaveResult({ content, file }: { content: string; file: OutputFile }): ReactNode {
  const save = useContext(SaveFile);
  if (save === null) return null;
  const { mediaType, mark } = TYPES[file.type];
  const fileName = fileNameOf(file.title, new Date(), file.type);
  return (
    <p className="tool-call-save">
      <button
        type="button"
        className="button small"
        onClick={() => save(new Blob([mark, content], { type: `${mediaType};charset=utf-8` }), fileName)}
      >
        <Download size={13} aria-hidden /> {t('saveAsFile', { type: file.type.toUpperCase() })}
      </button>
    </p>
  );
}
