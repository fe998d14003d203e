import { Upload } from 'lucide-react';
import type { ProjectWithFiles } from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { FileButton } from '../parts/buttons.tsx';
import '../parts/card.css';
import './projects.css';

type Props = {
  /** The project of the chosen file, which the user reads before it is imported; null before that. */
  project: ProjectWithFiles | null;
  isBusy: boolean;
  /** The result of the last import; '' at first. */
  status: string;
  onFile: (file: File) => void;
  onImport: () => void;
  onCancel: () => void;
};

/** Imports a project from a file. Its instructions are shown first, with nothing in them hidden, since models will follow them. */
export function ProjectImport({ project, isBusy, status, onFile, onImport, onCancel }: Props) {
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
        <section className="card project-card" aria-label={t('reallyImportProject', { name })}>
          <h3 dir="auto">{t('reallyImportProject', { name })}</h3>
          <p>{t('importProjectHint')}</p>
          {project.instructions !== '' && (
            <blockquote dir="auto" aria-label={t('projectInstructions')}>
              {project.instructions.split('\n').map(visibleText).join('\n')}
            </blockquote>
          )}
          {project.files.length > 0 && <p className="hint">{plural('projectFileCount', project.files.length)}</p>}
          <div className="card-buttons">
            <button type="button" className="button" disabled={isBusy} onClick={onCancel}>
              {t('cancel')}
            </button>
            <button type="button" className="button primary" disabled={isBusy} onClick={onImport}>
              {t('importProject')}
            </button>
          </div>
        </section>
      )}
      <p role="status">{status}</p>
    </div>
  );
}
