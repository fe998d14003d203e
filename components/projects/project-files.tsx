import { FileText, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { PROJECT_LIMITS, type ProjectFileError } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { fileErrorText } from '../ask/attachment-chips.tsx';
import { fileSize } from '../parts/amounts.ts';
import { IconButton } from '../parts/buttons.tsx';

export type ProjectFileItem = { fileId: string; name: string; length: number };

type Props = {
  projectName: string;
  files: readonly ProjectFileItem[];
  /** Names of files that are being read. */
  reading: readonly string[];
  /** Why files of the last selection were not added. */
  errors: readonly ProjectFileError[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (fileId: string) => void;
};

/** The files of a project, in its card. */
export function ProjectFiles({ projectName, files, reading, errors, onAdd, onRemove }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="project-files">
      {files.length + reading.length > 0 && (
        <ul aria-label={t('projectFiles')}>
          {files.map(({ fileId, name, length }) => (
            <li key={fileId}>
              <FileText size={14} aria-hidden />
              <span dir="auto">{name}</span>
              <small>{fileSize(length)}</small>
              <IconButton label={t('removeProjectFile', { name })} title={t('remove')} onClick={() => onRemove(fileId)}>
                <Trash2 size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
          {reading.map((name) => (
            <li key={`reading ${name}`}>
              <span dir="auto">{name}</span>
              <small>{t('attachReading')}</small>
            </li>
          ))}
        </ul>
      )}
      <div>
        <button
          type="button"
          className="button"
          aria-label={t('addFilesToProject', { name: projectName })}
          disabled={reading.length > 0}
          onClick={() => field.current?.click()}
        >
          {t('addFiles')}
        </button>
        <input
          ref={field}
          type="file"
          multiple
          aria-label={t('addFilesToProject', { name: projectName })}
          className="visually-hidden"
          tabIndex={-1}
          onChange={(event) => {
            onAdd([...(event.target.files ?? [])]);
            // Allows the same files to be selected again.
            event.target.value = '';
          }}
        />
      </div>
      <p className="hint">{t('projectFilesHint')}</p>
      {errors.map((error) => (
        <p key={`${error.code} ${error.name}`} className="form-error" role="alert">
          {errorText(error)}
        </p>
      ))}
    </div>
  );
}

function errorText(error: ProjectFileError): string {
  const { name } = error;
  switch (error.code) {
    case 'project-too-many':
      return t('projectTooManyFiles', { name, most: PROJECT_LIMITS.files });
    case 'project-too-much':
      return t('projectTooMuchText', { name, megabytes: PROJECT_LIMITS.fileText / 1_000_000 });
    case 'project-image':
      return t('projectNoImages', { name });
    default:
      return fileErrorText(error);
  }
}
