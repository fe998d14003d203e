import { type ReactNode, useState } from 'react';
import type { Project } from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import './projects.css';

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
    <section className="project-card" aria-label={name}>
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
          <div className="project-buttons">
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
        <div className="project-buttons">
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
