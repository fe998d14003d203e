import './endpoint-form.css';
import { ExternalLink, LogIn } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type AddressWarning, type EndpointCheck, ModelInterface } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { addressWarningText } from '../parts/address-text.ts';
import { FormButtons } from '../parts/buttons.tsx';
import { FormField, ManagedNote, TextField } from '../parts/form-field.tsx';
import { EndpointChecks } from './endpoint-checks.tsx';

/** `interface`: '' uses the known interface for the address. */
export type EndpointDraft = {
  name: string;
  baseUrl: string;
  apiKey: string;
  models: string;
  interface: ModelInterface | '';
};

/** A common server offered in the form. */
export type EndpointChoice = { presetId: string; name: string; baseUrl: string; isLocal: boolean };

/**
 * The validation of an address while it is typed. Null if it is not an address yet. `warnings` with `confirm` need
 * confirmation. `takesKey` is false if a key would be sent unencrypted. `keyUrl` is where to get a key, or null.
 */
export type AddressValidation = {
  warnings: readonly AddressWarning[];
  takesKey: boolean;
  keyUrl: string | null;
  note: string;
  /** The service that the user can sign in to instead of entering a key, or null. */
  signIn: { presetId: string; name: string } | null;
  /** The interface of the server unless the user sets another. */
  interface: ModelInterface;
};

/**
 * Why the form could not be used. `key`: the server refuses the key. `models`: a model has to be named. `form`:
 * anything else. A new object for each attempt.
 */
export type EndpointProblem = { field: 'key' | 'models' | 'form'; text: string };

type Props = {
  initial: EndpointDraft;
  /** Offered above the form; empty when an endpoint is edited. */
  choices: readonly EndpointChoice[];
  /** Returns the service that a key belongs to, recognized by the key's format. Absent if the server is known. */
  choiceOfKey?: (apiKey: string) => EndpointChoice | null;
  validate: (baseUrl: string) => AddressValidation | null;
  /** Returns why the server at this address will not accept this key, or null. */
  keyWarning: (apiKey: string, baseUrl: string) => string | null;
  /** The last four characters of the stored key, which is never shown itself. Null if there is none. */
  lastFour: string | null;
  submitLabel: string;
  problem: EndpointProblem | null;
  /** Whether the server is being tried. */
  isBusy?: boolean;
  /** The results of trying it so far. */
  checks?: readonly EndpointCheck[];
  /** Saves a server that could not be tried. Offered after a problem. */
  onSaveAnyway?: (draft: EndpointDraft) => void;
  /** Whether the form was opened to enter the key. */
  isForKey?: boolean;
  /** An organization defines the server, so only its key can be changed. */
  isManaged?: boolean;
  /** Whether a sign-in is in progress. */
  isSigningIn: boolean;
  onSignIn: (presetId: string) => void;
  onSubmit: (draft: EndpointDraft) => void;
  onCancel: (() => void) | null;
};

export const EMPTY_ENDPOINT: EndpointDraft = { name: '', baseUrl: '', apiKey: '', models: '', interface: '' };

/** The names that their providers use. */
export const INTERFACE_NAMES: Record<ModelInterface, string> = {
  'chat-completions': 'OpenAI Chat Completions',
  'anthropic-messages': 'Anthropic Messages',
  'openai-responses': 'OpenAI Responses',
  gemini: 'Gemini generateContent',
  ollama: 'Ollama',
};

/** What was entered, and the service that was chosen or recognized by its key. */
function useEndpointDraft({ initial, choiceOfKey }: Props) {
  const [draft, setDraft] = useState(initial);
  const [presetId, setPresetId] = useState('');
  const set = (change: Partial<EndpointDraft>) => setDraft({ ...draft, ...change });
  const choose = ({ name, baseUrl, ...choice }: EndpointChoice, apiKey: string) => {
    setPresetId(choice.presetId);
    set({ name, baseUrl, apiKey });
  };
  const enterKey = (apiKey: string) => {
    // Only if no address was entered, because a key may be for another server of the same kind.
    const choice = draft.baseUrl === '' ? choiceOfKey?.(apiKey) : null;
    if (choice) choose(choice, apiKey);
    else set({ apiKey });
  };
  return { draft, presetId, set, choose, enterKey };
}

/** Edits a server: its address, key and models. */
export function EndpointForm(props: Props) {
  const { choices, lastFour, submitLabel, problem, onSubmit, onSaveAnyway, onCancel } = props;
  const { isBusy = false, checks = [], isForKey = false, isManaged = false } = props;
  const { draft, presetId, set, choose, enterKey } = useEndpointDraft(props);
  const [refusedKey, setRefusedKey] = useState('');
  const keyField = useRef<HTMLInputElement>(null);
  useSelectRefusedKey(problem, keyField);
  const validation = props.validate(draft.baseUrl);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefusedKey(draft.apiKey);
    onSubmit(draft);
  };
  const keyProblem = problem?.field === 'key' && draft.apiKey === refusedKey ? problem.text : null;
  const address = (
    <AddressField baseUrl={draft.baseUrl} isManaged={isManaged} onChange={(baseUrl) => set({ baseUrl })} />
  );
  return (
    <form className="endpoint-form" onSubmit={submit}>
      {problem?.field === 'form' && <FormProblem problem={problem} />}
      {choices.length > 0 && (
        <ServiceField choices={choices} presetId={presetId} onChoose={(choice) => choose(choice, '')} />
      )}
      {presetId === '' && address}
      {validation && <AddressNotes key={draft.baseUrl} validation={validation} {...props} />}
      <TextField
        label={t('apiKey')}
        hint={validation?.takesKey === false ? t('keyInClear') : t('apiKeyHint')}
        error={keyProblem ?? props.keyWarning(draft.apiKey, draft.baseUrl)}
        ref={keyField}
        type="password"
        autoComplete="off"
        // The user has just asked to enter the key.
        autoFocus={isForKey && problem === null}
        disabled={validation?.takesKey === false}
        placeholder={lastFour === null ? t('noKeyStored') : t('keyStored', { characters: lastFour })}
        value={draft.apiKey}
        onText={enterKey}
      />
      <Advanced problem={problem}>
        {presetId !== '' && address}
        <AdvancedFields
          draft={draft}
          isManaged={isManaged}
          problem={problem?.field === 'models' ? problem : null}
          modelInterface={validation?.interface ?? 'chat-completions'}
          onChange={set}
        />
      </Advanced>
      {isManaged && <ManagedNote />}
      <EndpointChecks checks={checks} />
      <FormButtons submitLabel={submitLabel} isBusy={isBusy} onCancel={onCancel} />
      {problem && onSaveAnyway && (
        <button type="button" className="button quiet" disabled={isBusy} onClick={() => onSaveAnyway(draft)}>
          {t('saveUntested')}
        </button>
      )}
    </form>
  );
}

/**
 * Shows the problem at the beginning of the form and scrolls it into view, because in a narrow panel the end of the
 * form is out of sight. It takes the focus if the pressed button has lost it.
 */
function FormProblem({ problem }: { problem: EndpointProblem }) {
  const place = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt has a different problem
  useEffect(() => {
    // Must not return the result of scrolling. In new browsers that is a promise, which React would call to clean up.
    place.current?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body) place.current?.focus();
  }, [problem]);
  return (
    <p ref={place} className="form-error" role="alert" tabIndex={-1}>
      {problem.text}
    </p>
  );
}

/** Selects a refused key, so that another can be pasted over it. */
function useSelectRefusedKey(problem: EndpointProblem | null, keyField: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (problem?.field !== 'key') return;
    keyField.current?.focus();
    keyField.current?.select();
  }, [problem, keyField]);
}

type AddressFieldProps = { baseUrl: string; isManaged: boolean; onChange: (baseUrl: string) => void };

function AddressField({ baseUrl, isManaged, onChange }: AddressFieldProps) {
  return (
    <TextField
      label={t('baseUrl')}
      hint={t('baseUrlHint', { example: 'http://127.0.0.1:11434' })}
      required
      readOnly={isManaged}
      spellCheck={false}
      placeholder="https://api.example.com/v1"
      value={baseUrl}
      onText={onChange}
    />
  );
}

/** Rarely needed fields, collapsed until a model has to be named. */
function Advanced({ problem, children }: { problem: EndpointProblem | null; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (problem?.field === 'models') setIsOpen(true);
  }, [problem]);
  return (
    <details
      className="advanced-fields"
      open={isOpen}
      // The browser can show what is wrong with a field only if it is visible.
      onInvalidCapture={() => setIsOpen(true)}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{t('advanced')}</summary>
      {children}
    </details>
  );
}

type AdvancedFieldsProps = {
  draft: EndpointDraft;
  isManaged: boolean;
  /** Why a model has to be named, or null. */
  problem: EndpointProblem | null;
  /** The interface of the address unless another is set. */
  modelInterface: ModelInterface;
  onChange: (change: Partial<EndpointDraft>) => void;
};

function AdvancedFields({ draft, isManaged, problem, modelInterface, onChange }: AdvancedFieldsProps) {
  const models = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (problem === null || models.current === null) return;
    // Unfolded immediately, because collapsed fields cannot get the focus.
    const fold = models.current.closest('details');
    if (fold) fold.open = true;
    models.current.focus();
    models.current.closest('.field')?.scrollIntoView({ block: 'center' });
  }, [problem]);
  return (
    <>
      <TextField
        label={t('name')}
        hint={t('endpointNameHint')}
        readOnly={isManaged}
        placeholder={t('endpointNameTaken')}
        value={draft.name}
        onText={(value) => onChange({ name: value })}
      />
      <FormField label={t('models')} hint={t('modelsHint')} error={problem?.text ?? null}>
        {(control) => (
          <textarea
            {...control}
            ref={models}
            rows={2}
            readOnly={isManaged}
            spellCheck={false}
            value={draft.models}
            onChange={(event) => onChange({ models: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={t('interfaceLabel')} hint={t('interfaceHint')}>
        {(control) => (
          <select
            {...control}
            value={draft.interface}
            onChange={(event) => onChange({ interface: ModelInterface.safeParse(event.target.value).data ?? '' })}
          >
            <option value="">{t('interfaceByAddress', { name: INTERFACE_NAMES[modelInterface] })}</option>
            {ModelInterface.options.map((each) => (
              <option key={each} value={each}>
                {INTERFACE_NAMES[each]}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </>
  );
}

type ServiceProps = {
  choices: readonly EndpointChoice[];
  presetId: string;
  onChoose: (choice: EndpointChoice) => void;
};

/** Fills in the details of a known service. */
function ServiceField({ choices, presetId, onChoose }: ServiceProps) {
  const group = (isLocal: boolean) =>
    choices
      .filter((choice) => choice.isLocal === isLocal)
      .map((choice) => (
        <option key={choice.presetId} value={choice.presetId}>
          {choice.name}
        </option>
      ));
  return (
    <FormField label={t('service')} hint={t('serviceHint')}>
      {(control) => (
        <select
          {...control}
          value={presetId}
          onChange={(event) => {
            const choice = choices.find((each) => each.presetId === event.target.value);
            onChoose(choice ?? { presetId: '', name: '', baseUrl: '', isLocal: false });
          }}
        >
          <option value="">{t('anotherServer')}</option>
          <optgroup label={t('hosted')}>{group(false)}</optgroup>
          <optgroup label={t('onThisMachine')}>{group(true)}</optgroup>
        </select>
      )}
    </FormField>
  );
}

type AddressNotesProps = Pick<Props, 'isSigningIn' | 'onSignIn'> & { validation: AddressValidation };

/** Notes about the address. The form cannot be submitted until warnings are confirmed. */
function AddressNotes({ validation, isSigningIn, onSignIn }: AddressNotesProps) {
  const id = useId();
  const { warnings, note, keyUrl, signIn } = validation;
  if (warnings.length === 0 && note === '' && keyUrl === null) return null;
  return (
    <div className="address-notes" role="status">
      {warnings.map((warning) => (
        <p key={warning.code} className="address-warning">
          {addressWarningText(warning)}
        </p>
      ))}
      {warnings.some((warning) => warning.confirm) && (
        <p>
          <input id={id} type="checkbox" required /> <label htmlFor={id}>{t('serverIsMeant')}</label>
        </p>
      )}
      {note !== '' && <p>{note}</p>}
      {signIn !== null && (
        <button
          type="button"
          className="button primary"
          disabled={isSigningIn}
          onClick={() => onSignIn(signIn.presetId)}
        >
          <LogIn size={15} aria-hidden /> {isSigningIn ? t('signingIn') : t('signInWith', { name: signIn.name })}
        </button>
      )}
      {keyUrl !== null && (
        <p>
          <a href={keyUrl} target="_blank" rel="noreferrer">
            {t('getKey')} <ExternalLink size={12} aria-hidden />
          </a>
        </p>
      )}
    </div>
  );
}
