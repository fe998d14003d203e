import { useRef, useState } from 'react';
import { MAX_PDF_FILE_BYTES, type ModelSettings, PageContextMode, ReasoningEffort } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { FormField, TextField } from '../parts/form-field.tsx';
import { PageContextSelect } from '../parts/page-context-select.tsx';
import { draftOfSettings, readSettings, type SettingsDraft, type SettingsErrors } from './settings-draft.ts';
import './model-settings-form.css';

type Props = {
  settings: ModelSettings;
  /** Optional features of the endpoint's interface: PDFs as files, and how long models stay in memory. */
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

const TEXTS = [
  { name: 'systemPrompt', label: 'systemPrompt', hint: () => t('systemPromptHint') },
  { name: 'headers', label: 'extraHeaders', hint: () => t('jsonObjectHint', { example: '{"X-Title": "Sidenote"}' }) },
  { name: 'body', label: 'extraBody', hint: () => t('jsonObjectHint', { example: '{"top_p": 0.9}' }) },
] as const;

type DraftProps = {
  draft: SettingsDraft;
  errors: SettingsErrors;
  set: (change: Partial<SettingsDraft>) => void;
  choose: (change: Partial<SettingsDraft>) => void;
};

/**
 * Settings of a model, or of all models of an endpoint. Each is saved when its field loses the focus or Enter is
 * pressed. Empty fields use the server's default.
 */
export function ModelSettingsForm({ settings, has, onSave }: Props) {
  const { status, save, ...fields } = useSettingsDraft(settings, onSave);
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
        <NumberFields {...fields} hasKeepAlive={has.keepAlive} />
        <ChoiceFields {...fields} hasPdfFiles={has.pdfFiles} />
      </div>
      <TextFields {...fields} />
      <output>{status}</output>
    </form>
  );
}

/** The form's fields. `set` changes one that is saved when it loses the focus, `choose` changes one and saves it. */
function useSettingsDraft(settings: ModelSettings, onSave: Props['onSave']) {
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
  return { draft, errors, status, set, choose, save };
}

function NumberFields({ draft, errors, set, hasKeepAlive }: DraftProps & { hasKeepAlive: boolean }) {
  return [...NUMBERS, ...(hasKeepAlive ? [KEEP_LOADED] : [])].map(({ name, label, hint }) => (
    <TextField
      key={name}
      label={t(label)}
      hint={t(hint)}
      error={errors[name] ?? null}
      inputMode="decimal"
      value={draft[name]}
      onText={(value) => set({ [name]: value })}
    />
  ));
}

function ChoiceFields({ draft, choose, hasPdfFiles }: DraftProps & { hasPdfFiles: boolean }) {
  const offers = [
    { value: '', name: t('offerAsUsual') },
    { value: 'on', name: t('offerAlways') },
    { value: 'off', name: t('offerNever') },
  ];
  return (
    <>
      <ChoiceField
        label={t('reasoningEffort')}
        hint={t('reasoningEffortHint')}
        options={[
          { value: '', name: t('asServerLikes') },
          ...ReasoningEffort.options.map((effort) => ({ value: effort, name: effort })),
        ]}
        value={draft.reasoningEffort}
        onChoose={(reasoningEffort) => choose({ reasoningEffort })}
      />
      <ChoiceField
        label={t('offerTools')}
        hint={t('offerToolsHint')}
        options={offers}
        value={draft.tools}
        onChoose={(tools) => choose({ tools: tools as SettingsDraft['tools'] })}
      />
      <FormField label={t('pageContextLabel')} hint={t('pageContextHint')}>
        {(control) => (
          <PageContextSelect
            {...control}
            value={PageContextMode.safeParse(draft.pageContext).data ?? null}
            onChange={(mode) => choose({ pageContext: mode ?? '' })}
          />
        )}
      </FormField>
      <ChoiceField
        label={t('checksFacts')}
        hint={t('checksFactsHint')}
        options={offers}
        value={draft.checksFacts}
        onChoose={(checksFacts) => choose({ checksFacts: checksFacts as SettingsDraft['checksFacts'] })}
      />
      {hasPdfFiles && (
        <ChoiceField
          label={t('pdfsLabel')}
          hint={t('pdfsHint', { megabytes: MAX_PDF_FILE_BYTES / 1e6 })}
          options={[
            { value: '', name: t('offerAsUsual') },
            { value: 'text', name: t('pdfsAsText') },
            { value: 'file', name: t('pdfsAsFile') },
          ]}
          value={draft.pdfs}
          onChoose={(pdfs) => choose({ pdfs })}
        />
      )}
    </>
  );
}

type ChoiceFieldProps = {
  label: string;
  hint: string;
  options: readonly { value: string; name: string }[];
  value: string;
  onChoose: (value: string) => void;
};

function ChoiceField({ label, hint, options, value, onChoose }: ChoiceFieldProps) {
  return (
    <FormField label={label} hint={hint}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChoose(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

function TextFields({ draft, errors, set }: DraftProps) {
  return TEXTS.map(({ name, label, hint }) => (
    <FormField key={name} label={t(label)} hint={hint()} error={errors[name] ?? null}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          spellCheck={name === 'systemPrompt'}
          value={draft[name]}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      )}
    </FormField>
  ));
}
