import { Check, Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { PROJECT_LIMITS, type Project } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { ModalDialog } from '../parts/modal-dialog.tsx';
import './projects.css';

type Props = {
  projects: readonly Project[];
  /** The id of the chat's project, or null. */
  current: string | null;
  /** Moves the chat to a project or, with null, out of its project. */
  onChoose: (projectId: string | null) => void;
  /** Creates a project with this name, and moves the chat to it. */
  onCreate: (name: string) => void;
  onManage: () => void;
  onClose: () => void;
};

/** Selects the project of a chat: an existing one, a new one, or none. Escape closes. */
export function ProjectDialog({ projects, current, onChoose, onCreate, onManage, onClose }: Props) {
  const pressed = useRef<HTMLButtonElement>(null);
  const [name, setName] = useState('');
  // The dialog is open at this point, because effects of children run first. It gives the focus to its first button.
  useLayoutEffect(() => pressed.current?.focus(), []);
  const choices = [{ projectId: null, name: t('noProject') }, ...projects];
  return (
    <ModalDialog className="project-dialog" label={t('moveToProject')} onClose={onClose}>
      <div>
        <h2>{t('moveToProject')}</h2>
        <ul>
          {choices.map((choice) => {
            const isCurrent = choice.projectId === current;
            return (
              <li key={choice.projectId}>
                <button
                  type="button"
                  ref={isCurrent ? pressed : undefined}
                  className="button quiet"
                  aria-pressed={isCurrent}
                  onClick={() => {
                    onChoose(choice.projectId);
                    onClose();
                  }}
                >
                  <span dir="auto">{choice.name}</span>
                  {isCurrent && <Check size={14} aria-hidden />}
                </button>
              </li>
            );
          })}
        </ul>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            onCreate(name.trim());
            onClose();
          }}
        >
          <input
            aria-label={t('projectName')}
            placeholder={t('newProject')}
            dir="auto"
            maxLength={PROJECT_LIMITS.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <button type="submit" className="button" disabled={name.trim() === ''}>
            <Plus size={14} aria-hidden /> {t('createProject')}
          </button>
        </form>
        <footer>
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              onManage();
              onClose();
            }}
          >
            {t('manageProjects')}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {t('cancel')}
          </button>
        </footer>
      </div>
    </ModalDialog>
  );
}
