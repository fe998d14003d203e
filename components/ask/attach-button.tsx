import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { IconButton } from '../parts/icon-button.tsx';

/** Asks for files of any kind: what they are is seen when they are read. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t('attachFiles')} onClick={() => field.current?.click()}>
        <Paperclip size={14} aria-hidden />
      </IconButton>
      <input
        ref={field}
        type="file"
        multiple
        aria-label={t('attachFilesField')}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
