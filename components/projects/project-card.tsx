import '../parts/card.css';
import './projects.css';
import { FileText, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  PROJECT_LIMITS,
  type Project,
  type ProjectFileError,
  type ProjectWithFiles,
} from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { fileErrorText } from '../ask/attachment-chips.tsx';
import { formatFileSize } from '../parts/amounts.ts';
import { FileButton, IconButton } from '../parts/buttons.tsx';
import { ReadMark, ReadScope, ReadText, UnreadHint } from '../parts/read-text.tsx';

type Props = {
  project: Project;
  /** The number of its chats. */
  chats: number;
  /** Its files, and controls to change them. */
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
  const addLabel = t('addFilesToProject', { name: projectName });
  return (
    <div className="project-files">
      {files.length + reading.length > 0 && (
        <ul aria-label={t('projectFiles')}>
          {files.map(({ fileId, name, length }) => (
            <li key={fileId}>
              <FileText size={14} aria-hidden />
              <span dir="auto">{name}</span>
              <small>{formatFileSize(length)}</small>
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
        <FileButton label={addLabel} buttonLabel={addLabel} accept="" isBusy={reading.length > 0} onFiles={onAdd}>
          {t('addFiles')}
        </FileButton>
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

type ImportProps = {
  /** The project of the chosen file, which the user reads before it is imported. Null before that. */
  project: ProjectWithFiles | null;
  isBusy: boolean;
  /** The result of the last import. '' at first. */
  status: string;
  onFile: (file: File) => void;
  onImport: () => void;
  onCancel: () => void;
};

/** Imports a project from a file. Its instructions are shown first, in full, because models will follow them. */
export function ProjectImport({ project, isBusy, status, onFile, onImport, onCancel }: ImportProps) {
  const name = visibleText(project?.name ?? '');
  return (
    <div className="project-import">
      {project === null ? (
        <div>
          <FileButton label={t('projectFileToImport')} isBusy={isBusy} onFile={onFile}>
            <Upload size={14} aria-hidden /> {t('importProject')}
          </FileButton>
        </div>
      ) : (
        <ReadScope>
          {(isRead, showUnread) => (
            <section className="card project-card" aria-label={t('reallyImportProject', { name })}>
              <h3 dir="auto">
                <ReadMark />
                {t('reallyImportProject', { name })}
              </h3>
              <p>{t('importProjectHint')}</p>
              {project.instructions !== '' && (
                <blockquote aria-label={t('projectInstructions')}>
                  <ReadText text={project.instructions} />
                </blockquote>
              )}
              {project.files.length > 0 && <p className="hint">{plural('projectFileCount', project.files.length)}</p>}
              <div className="card-buttons">
                <button type="button" className="button" disabled={isBusy} onClick={onCancel}>
                  {t('cancel')}
                </button>
                <button type="button" className="button primary" disabled={isBusy || !isRead} onClick={onImport}>
                  {t('importProject')}
                </button>
              </div>
              {!isRead && <UnreadHint onShow={showUnread} />}
            </section>
          )}
        </ReadScope>
      )}
      <p role="status">{status}</p>
    </div>
  );
}
