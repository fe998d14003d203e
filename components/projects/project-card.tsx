import { type ReactNode, useRef, useState } from 'react';
import { PROJECT_LIMITS, type Project, type ProjectFileError } from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import '../parts/card.css';
import './projects.css';
import { FileText, Trash2 } from 'lucide-react';
import { fileErrorText } from '../ask/attachment-chips.tsx';
import { fileSize } from '../parts/amounts.ts';
import { IconButton } from '../parts/buttons.tsx';

type Props = {
  project: Project;
  /** How many chats it has. */
  chats: number;
  /** Its files, and how they are changed. */
  files: ReactNode;
  onExport: () => void;
  onEdit: () => void;
  onDelete: (withChats: boolean) => void;
};

/** A project in the settings. Deleting it asks what happens to its chats. */
export function ProjectCard({ project, chats, files, onExport, onEdit, onDelete }: Props) {
  const [isDeleting, setIsDeleting] = useState(false);
  const { name, instructions } = project;
  return (
    <section className="card project-card" aria-label={name}>
      <h3 dir="auto">{name}</h3>
      {instructions !== '' && (
        <p className="project-instructions" dir="auto">
          {instructions}
        </p>
      )}
      <p className="hint">{plural('projectChats', chats)}</p>
      {files}
      {isDeleting ? (
        <div role="alertdialog" aria-label={t('reallyDeleteProject', { name })} className="project-delete">
          <p>
            <b>{t('reallyDeleteProject', { name })}</b> {t('deleteProjectHint')}
          </p>
          <div className="card-buttons">
            <button
              type="button"
              // biome-ignore lint/a11y/noAutofocus: the button that had the focus is replaced
              autoFocus
              className="button"
              onClick={() => setIsDeleting(false)}
            >
              {t('cancel')}
            </button>
            <button type="button" className="button" onClick={() => onDelete(false)}>
              {chats === 0 ? t('deleteProject') : t('deleteProjectKeepChats')}
            </button>
            {chats > 0 && (
              <button type="button" className="button asking" onClick={() => onDelete(true)}>
                {plural('deleteProjectWithChats', chats)}
              </button>
            )}
          </div>
        </div>
      ) : (
        <div className="card-buttons">
          <button type="button" className="button" aria-label={t('editProject', { name })} onClick={onEdit}>
            {t('edit')}
          </button>
          <button type="button" className="button" aria-label={t('exportProject', { name })} onClick={onExport}>
            {t('exportWord')}
          </button>
          <button
            type="button"
            className="button"
            aria-label={t('deleteProjectNamed', { name })}
            onClick={() => setIsDeleting(true)}
          >
            {t('deleteWord')}
          </button>
        </div>
      )}
    </section>
  );
}

type ProjectFileItem = { fileId: string; name: string; length: number };

type ProjectFilesProps = {
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
export function ProjectFiles({ projectName, files, reading, errors, onAdd, onRemove }: ProjectFilesProps) {
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
