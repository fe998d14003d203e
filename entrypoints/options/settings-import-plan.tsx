import { useState } from 'react';
import { PAGE_CONTEXT_NAMES } from '../../components/parts/page-context-select.tsx';
import { ReadMark, ReadScope, ReadText, UnreadHint } from '../../components/parts/read-text.tsx';
import { PageContextMode, TITLE_TASK } from '../../lib/contracts/index.ts';
import { formatList, t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import type { ImportChoice, SettingsPlan } from '../../lib/storage/index.ts';

type Props = {
  plan: SettingsPlan;
  /** Called with the ids of what the user chose. */
  onAccept: (chosen: ReadonlySet<string>) => void;
  onCancel: () => void;
};

/**
 * Shows what an import would change, with every text of the file in full. It can be imported once all of it has been in
 * view. Instructions for models, and models that would receive texts automatically, are off until the user chooses
 * them.
 */
export function SettingsImportPlan({ plan, onAccept, onCancel }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <ReadScope>
      {(isRead, showUnread) => (
        <div className="card plan">
          <ReadMark />
          <Endpoints plan={plan} />
          <Prompts plan={plan} />
          {plan.choices.length > 0 && (
            <fieldset>
              <legend>{t('choicesOfFile')}</legend>
              {plan.choices.map((choice) => (
                <Choice
                  key={choice.id}
                  choice={choice}
                  isChosen={chosen.has(choice.id)}
                  onToggle={() => toggle(choice.id)}
                />
              ))}
            </fieldset>
          )}
          <p>
            {t('limitsOfFile')}
            <ReadMark />
          </p>
          {!isRead && <UnreadHint onShow={showUnread} />}
          <div className="card-buttons">
            <button type="button" className="button" onClick={onCancel}>
              {t('cancel')}
            </button>
            <button type="button" className="button primary" disabled={!isRead} onClick={() => onAccept(chosen)}>
              {t('import')}
            </button>
          </div>
        </div>
      )}
    </ReadScope>
  );
}

function Endpoints({ plan: { endpoints, known } }: { plan: SettingsPlan }) {
  return (
    <>
      {endpoints.length === 0 ? (
        <p>{t('noNewEndpoints')}</p>
      ) : (
        <>
          <p>{t('endpointsToAdd')}</p>
          <ul>
            {endpoints.map(({ endpoint }) => (
              <li key={endpoint.endpointId}>
                <bdi>{visibleText(endpoint.name)}</bdi> <code>{endpoint.baseUrl}</code>
                <ReadMark />
              </li>
            ))}
          </ul>
        </>
      )}
      {known.length > 0 && <p>{t('endpointsKnown', { names: formatList(known.map(visibleText)) })}</p>}
    </>
  );
}

function Prompts({ plan: { preferences, renamed } }: { plan: SettingsPlan }) {
  const { prompts } = preferences;
  if (prompts.length === 0) return null;
  return (
    <>
      <p>{t('promptsOfFile')}</p>
      <dl>
        {prompts.map(({ name, text }) => (
          <div key={name}>
            <dt>
              <ReadText text={`/${name}`} />
            </dt>
            <dd>
              <ReadText text={text} />
            </dd>
          </div>
        ))}
      </dl>
      {renamed.map(({ from, to }) => (
        <p key={to}>{t('promptRenamed', { name: `/${visibleText(from)}`, other: `/${to}` })}</p>
      ))}
    </>
  );
}

type ChoiceProps = { choice: ImportChoice; isChosen: boolean; onToggle: () => void };

function Choice({ choice, isChosen, onToggle }: ChoiceProps) {
  const model = choice.type === 'task-model' ? choice.model.modelId : choice.modelId;
  const owner = formatList([choice.endpointName, ...(model === null ? [] : [model])].map(visibleText));
  return (
    <div>
      <label className="toggle">
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <span>
          {choiceTitle(choice)} <bdi>{`(${owner})`}</bdi>
          <ReadMark />
        </span>
      </label>
      {choice.type !== 'task-model' && <ReadText text={choiceText(choice)} />}
    </div>
  );
}

/** Returns the content to import. Values that are not text are described in words. */
function choiceText({ type, text }: Exclude<ImportChoice, { type: 'task-model' }>): string {
  if (type === 'pdfs') return text === 'file' ? t('pdfsAsFile') : t('pdfsAsText');
  const mode = type === 'pageContext' ? PageContextMode.safeParse(text).data : undefined;
  return mode === undefined ? text : t(PAGE_CONTEXT_NAMES[mode]);
}

function choiceTitle(choice: ImportChoice): string {
  switch (choice.type) {
    case 'systemPrompt':
      return t('systemPrompt');
    case 'headers':
      return t('extraHeaders');
    case 'body':
      return t('extraBody');
    case 'pdfs':
      return t('pdfsLabel');
    case 'pageContext':
      return t('pageContextLabel');
    case 'task-model':
      return choice.task === TITLE_TASK ? t('titlesLabel') : visibleText(choice.task);
    default:
      return choice satisfies never;
  }
}
