import { ModelSelect } from '../../components/models/model-select.tsx';
import { type FieldControl, FormField } from '../../components/parts/form-field.tsx';
import { type Endpoint, type ModelRef, type Task, TITLE_TASK, toTask } from '../../lib/contracts/index.ts';
import { allPrompts, settings } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useSetting } from '../../lib/react/index.ts';

/** The models for titles and for chats that begin with a prompt. */
export function TasksSection({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const [models = {}, setModels] = useSetting(settings.taskModels);
  const [own = []] = useSetting(settings.prompts);
  const choose = (task: Task, model: ModelRef | null) => {
    const { [task]: _, ...others } = models;
    setModels(model ? { ...others, [task]: model } : others);
  };
  const select = (task: Task, otherwise: string) => (control: FieldControl) => (
    <ModelSelect
      {...control}
      endpoints={endpoints}
      selected={models[task] ?? null}
      otherwise={otherwise}
      onChoose={(model) => choose(task, model)}
    />
  );
  return (
    <section>
      <h2 id="tasks">{t('taskModels')}</h2>
      <FormField label={t('titlesLabel')} hint={t('titlesHint')}>
        {select(TITLE_TASK, t('titlesByQuestion'))}
      </FormField>
      <details className="task-prompts">
        <summary>{t('promptChats')}</summary>
        <p className="lead">{t('promptChatsLead')}</p>
        {allPrompts(own).map((prompt) => (
          <FormField key={prompt.name} label={`/${prompt.name}`} hint="">
            {select(toTask(prompt), t('modelOfNewChats'))}
          </FormField>
        ))}
      </details>
    </section>
  );
}
