import { useRef, useState } from 'react';
import { MAX_PDF_FILE_BYTES, type ModelSettings, PageContextMode, ReasoningEffort } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { FormField } from '../parts/form-field.tsx';
import { PageContextSelect } from '../parts/page-context-select.tsx';
import { draftOfSettings, readSettings, type SettingsDraft, type SettingsErrors } from './settings-draft.ts';
import './model-settings-form.css';

type Props = {
  settings: ModelSettings;
  /** What the interface of the endpoint has besides: PDFs as files, and a time that models are kept in memory. */
  has: { pdfFiles: boolean; keepAlive: boolean };
  onSave: (settings: ModelSettings) => Promise<void>;
};

const NUMBERS = [
  { name: 'temperature', label: 'temperature', hint: 'temperatureHint' },
  { name: 'maxOutputTokens', label: 'longestAnswer', hint: 'longestAnswerHint' },
  { name: 'contextLimit', label: 'contextLimit', hint: 'contextLimitHint' },
  { name: 'maxSteps', label: 'stepLimit', hint: 'stepLimitHint' },
] as const;

const KEEP_LOADED = { name: 'keepLoadedMinutes', label: 'keepLoaded', hint: 'keepLoadedHint' } as const;

/**
 * Settings of a model, or of all models of an endpoint, each of which is saved when it is left or Enter is pressed. Empty fields use
 * the server's default.
 */
export function ModelSettingsForm({ settings, has, onSave }: Props) {
  const [draft, setDraft] = useState(() => draftOfSettings(settings));
  const [errors, setErrors] = useState<SettingsErrors>({});
  const [status, setStatus] = useState('');
  const hasChanged = useRef(false);
  const set = (change: Partial<SettingsDraft>) => {
    hasChanged.current = true;
    setDraft({ ...draft, ...change });
    setStatus('');
  };
  const save = async (entered = draft) => {
    if (!hasChanged.current) return;
    hasChanged.current = false;
    const read = readSettings(entered);
    setErrors('errors' in read ? read.errors : {});
    if ('errors' in read) return;
    await onSave(read.settings);
    setStatus(t('settingsSaved'));
  };
  const choose = (change: Partial<SettingsDraft>) => {
    set(change);
    void save({ ...draft, ...change });
  };
  return (
    <form
      className="model-settings"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onBlur={() => void save()}
    >
      <div className="model-settings-grid">
        {[...NUMBERS, ...(has.keepAlive ? [KEEP_LOADED] : [])].map(({ name, label, hint }) => (
          <FormField key={name} label={t(label)} hint={t(hint)} error={errors[name] ?? null}>
            {(control) => (
              <input
                {...control}
                inputMode="decimal"
                value={draft[name]}
                onChange={(event) => set({ [name]: event.target.value })}
              />
            )}
          </FormField>
        ))}
        <FormField label={t('reasoningEffort')} hint={t('reasoningEffortHint')}>
          {(control) => (
            <select
              {...control}
              value={draft.reasoningEffort}
              onChange={(event) => choose({ reasoningEffort: event.target.value })}
            >
              <option value="">{t('asServerLikes')}</option>
              {ReasoningEffort.options.map((effort) => (
                <option key={effort}>{effort}</option>
              ))}
            </select>
          )}
        </FormField>
        <FormField label={t('offerTools')} hint={t('offerToolsHint')}>
          {(control) => (
            <select
              {...control}
              value={draft.tools}
              onChange={(event) => choose({ tools: event.target.value as SettingsDraft['tools'] })}
            >
              <option value="">{t('offerAsUsual')}</option>
              <option value="on">{t('offerAlways')}</option>
              <option value="off">{t('offerNever')}</option>
            </select>
          )}
        </FormField>
        <FormField label={t('pageContextLabel')} hint={t('pageContextHint')}>
          {(control) => (
            <PageContextSelect
              {...control}
              value={PageContextMode.safeParse(draft.pageContext).data ?? null}
              onChange={(mode) => choose({ pageContext: mode ?? '' })}
            />
          )}
        </FormField>
        <FormField label={t('checksFacts')} hint={t('checksFactsHint')}>
          {(control) => (
            <select
              {...control}
              value={draft.checksFacts}
              onChange={(event) => choose({ checksFacts: event.target.value as SettingsDraft['checksFacts'] })}
            >
              <option value="">{t('offerAsUsual')}</option>
              <option value="on">{t('offerAlways')}</option>
              <option value="off">{t('offerNever')}</option>
            </select>
          )}
        </FormField>
        {has.pdfFiles && (
          <FormField label={t('pdfsLabel')} hint={t('pdfsHint', { megabytes: MAX_PDF_FILE_BYTES / 1e6 })}>
            {(control) => (
              <select {...control} value={draft.pdfs} onChange={(event) => choose({ pdfs: event.target.value })}>
                <option value="">{t('offerAsUsual')}</option>
                <option value="text">{t('pdfsAsText')}</option>
                <option value="file">{t('pdfsAsFile')}</option>
              </select>
            )}
          </FormField>
        )}
      </div>
      <FormField label={t('systemPrompt')} hint={t('systemPromptHint')} error={errors.systemPrompt ?? null}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={draft.systemPrompt}
            onChange={(event) => set({ systemPrompt: event.target.value })}
          />
        )}
      </FormField>
      <FormField
        label={t('extraHeaders')}
        hint={t('jsonObjectHint', { example: '{"X-Title": "Sidenote"}' })}
        error={errors.headers ?? null}
      >
        {(control) => (
          <textarea
            {...control}
            rows={2}
            spellCheck={false}
            value={draft.headers}
            onChange={(event) => set({ headers: event.target.value })}
          />
        )}
      </FormField>
      <FormField
        label={t('extraBody')}
        hint={t('jsonObjectHint', { example: '{"top_p": 0.9}' })}
        error={errors.body ?? null}
      >
        {(control) => (
          <textarea
            {...control}
            rows={2}
            spellCheck={false}
            value={draft.body}
            onChange={(event) => set({ body: event.target.value })}
          />
        )}
      </FormField>
      <output>{status}</output>
    </form>
  );
}
