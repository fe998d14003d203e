import '../parts/card.css';
import './projects.css';
import { useState } from 'react';
import { type Endpoint, type McpServer, PROJECT_LIMITS, type Project } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { ModelSelect } from '../models/model-select.tsx';
import { FormButtons } from '../parts/buttons.tsx';
import { FormField, TextField } from '../parts/form-field.tsx';

/** The properties of a project that the user sets. */
export type ProjectDraft = Omit<Project, 'projectId' | 'createdAt'>;

export const EMPTY_PROJECT: ProjectDraft = {
  name: '',
  instructions: '',
  model: null,
  web: false,
  ownData: false,
  mcpServers: null,
};

type Props = {
  initial: ProjectDraft;
  endpoints: readonly Endpoint[];
  servers: readonly McpServer[];
  submitLabel: string;
  /** Why it was not saved, or null. */
  error: string | null;
  onSubmit: (draft: ProjectDraft) => void;
  onCancel: (() => void) | null;
};

/** Creates or edits a project. */
export function ProjectForm({ initial, endpoints, servers, submitLabel, error, onSubmit, onCancel }: Props) {
  const [draft, setDraft] = useState(initial);
  const change = (changes: Partial<ProjectDraft>) => setDraft({ ...draft, ...changes });
  return (
    <form
      className="card project-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.name.trim() !== '') onSubmit({ ...draft, name: draft.name.trim() });
      }}
    >
      <TextField
        label={t('projectName')}
        dir="auto"
        required
        maxLength={PROJECT_LIMITS.name}
        value={draft.name}
        onText={(value) => change({ name: value })}
      />
      <FormField label={t('projectInstructions')} hint={t('projectInstructionsHint')}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={5}
            maxLength={PROJECT_LIMITS.instructions}
            value={draft.instructions}
            onChange={(event) => change({ instructions: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={t('projectModel')} hint="">
        {(control) => (
          <ModelSelect
            {...control}
            endpoints={endpoints}
            selected={draft.model}
            otherwise={t('modelOfNewChats')}
            onChoose={(model) => change({ model })}
          />
        )}
      </FormField>
      <div>
        <label className="toggle">
          <input type="checkbox" checked={draft.web} onChange={({ target }) => change({ web: target.checked })} />
          {t('projectWeb')}
        </label>
        <label className="toggle">
          <input
            type="checkbox"
            checked={draft.ownData}
            onChange={({ target }) => change({ ownData: target.checked })}
          />
          {t('projectOwnData')}
        </label>
        <p className="hint">{t('projectSwitchesHint')}</p>
      </div>
      {servers.length > 0 && (
        <ServerChoice servers={servers} chosen={draft.mcpServers} onChoose={(mcpServers) => change({ mcpServers })} />
      )}
      {error !== null && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      <FormButtons submitLabel={submitLabel} onCancel={onCancel} />
    </form>
  );
}

type ServerProps = {
  servers: readonly McpServer[];
  /** Null: all. */
  chosen: readonly string[] | null;
  onChoose: (chosen: string[] | null) => void;
};

/** If all servers are checked, servers that are added later are also used. */
function ServerChoice({ servers, chosen, onChoose }: ServerProps) {
  const all = servers.map(({ serverId }) => serverId);
  const isChosen = (serverId: string) => chosen === null || chosen.includes(serverId);
  const toggle = (serverId: string) => {
    const next = all.filter((each) => isChosen(each) !== (each === serverId));
    onChoose(next.length === all.length ? null : next);
  };
  return (
    <fieldset>
      <legend>{t('projectMcpServers')}</legend>
      {servers.map(({ serverId, name }) => (
        <label key={serverId} className="toggle">
          <input type="checkbox" checked={isChosen(serverId)} onChange={() => toggle(serverId)} />
          <span dir="auto">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
