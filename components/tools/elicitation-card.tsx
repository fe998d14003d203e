import { createContext, type FormEvent, useContext, useId, useState } from 'react';
import {
  type ElicitationAnswer,
  type ElicitationContent,
  type ElicitationField,
  type ElicitationForm,
  invalidField,
} from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import '../parts/form-field.css';
import './elicitation-card.css';

export type AnswerForm = (toolCallId: string, elicitationId: string, answer: ElicitationAnswer) => Promise<boolean>;

/**
 * Sends the user's answer to a form to the call that shows it. Resolves to whether the call was still waiting for it.
 */
export const AnswerForm = createContext<AnswerForm>(async () => false);

type Props = { toolCallId: string; elicitationId: string; form: ElicitationForm };

/**
 * The form that an MCP server shows the user during a call. All its texts come from the server and are shown as plain
 * text.
 */
export function ElicitationCard({ toolCallId, elicitationId, form }: Props) {
  const answerForm = useContext(AnswerForm);
  const [invalid, setInvalid] = useState<ElicitationField | null>(null);
  const [isSent, setIsSent] = useState(false);
  const heading = useId();
  const answer = (response: ElicitationAnswer) => {
    setIsSent(true);
    void answerForm(toolCallId, elicitationId, response).then(setIsSent);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const content = readFormContent(form, new FormData(event.currentTarget));
    const firstInvalidField = invalidField(form, content);
    setInvalid(firstInvalidField);
    if (firstInvalidField === null) answer({ action: 'accept', content });
  };
  return (
    <form className="elicitation-card" aria-labelledby={heading} autoComplete="off" onSubmit={submit}>
      <p id={heading}>
        <strong>{t('formAsks', { server: form.server.name })}</strong>
      </p>
      <blockquote dir="auto">{form.message}</blockquote>
      <fieldset disabled={isSent}>
        {form.fields.map((field, index) => (
          <Field key={field.name} field={field} inputName={inputName(index)} />
        ))}
        {invalid !== null && (
          <p className="field-error" role="alert">
            {t('formCheck', { field: invalid.title })}
          </p>
        )}
        <p className="hint">{t('formNote', { address: form.server.url })}</p>
        <div className="form-buttons">
          <button type="button" className="button" onClick={() => answer({ action: 'cancel' })}>
            {t('cancel')}
          </button>
          <button type="button" className="button" onClick={() => answer({ action: 'decline' })}>
            {t('formDecline')}
          </button>
          <button type="submit" className="button primary">
            {t('formSend')}
          </button>
        </div>
      </fieldset>
    </form>
  );
}

function Field({ field, inputName: name }: { field: ElicitationField; inputName: string }) {
  const id = useId();
  const hint = field.description === '' ? undefined : `${id}-hint`;
  const shared = { id, name, 'aria-describedby': hint };
  return (
    <div className="field">
      {field.type === 'choices' ? (
        <span id={id} className="elicitation-label" dir="auto">
          {field.title}
        </span>
      ) : (
        <label htmlFor={id} dir="auto">
          {field.type === 'boolean' && <input type="checkbox" {...shared} defaultChecked={field.default} />}
          {field.title}
        </label>
      )}
      {field.type !== 'boolean' && <Input field={field} shared={shared} />}
      {hint !== undefined && (
        <p className="hint" id={hint} dir="auto">
          {field.description}
        </p>
      )}
    </div>
  );
}

type Shared = { id: string; name: string; 'aria-describedby': string | undefined };

function Input({ field, shared }: { field: Exclude<ElicitationField, { type: 'boolean' }>; shared: Shared }) {
  const required = field.isRequired;
  switch (field.type) {
    case 'text':
      return (
        <input
          {...shared}
          type={INPUT_TYPES[field.format ?? 'text']}
          required={required && field.minLength !== 0}
          minLength={field.minLength ?? undefined}
          maxLength={field.maxLength ?? undefined}
          defaultValue={field.format === 'date-time' ? localTime(field.default ?? '') : (field.default ?? '')}
          dir="auto"
        />
      );
    case 'number':
      return (
        <input
          {...shared}
          type="number"
          required={required}
          min={field.minimum ?? undefined}
          max={field.maximum ?? undefined}
          step={field.isInteger ? 1 : 'any'}
          defaultValue={field.default ?? ''}
        />
      );
    case 'choice':
      return (
        <select {...shared} required={required} defaultValue={optionIndex(field, field.default)}>
          <option value="" />
          {field.options.map(({ value, title }, index) => (
            <option key={value} value={index}>
              {title}
            </option>
          ))}
        </select>
      );
    case 'choices':
      return (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, which cannot be laid out with the others
        <div className="elicitation-choices" role="group" aria-labelledby={shared.id}>
          {field.options.map(({ value, title }, index) => (
            <label key={value} dir="auto">
              <input
                type="checkbox"
                name={shared.name}
                value={index}
                defaultChecked={field.default.includes(value)}
                aria-describedby={shared['aria-describedby']}
              />
              {title}
            </label>
          ))}
        </div>
      );
    default:
      return field satisfies never;
  }
}

const INPUT_TYPES = { text: 'text', email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const;

/** Keeps the server's names of fields and options out of the document. */
function inputName(index: number): string {
  return `field-${index}`;
}

function optionIndex({ options }: Extract<ElicitationField, { type: 'choice' }>, value: string | null): string {
  const index = options.findIndex((option) => option.value === value);
  return index < 0 ? '' : String(index);
}

/** The entered values, without optional fields that were left empty. */
function readFormContent({ fields }: ElicitationForm, entered: FormData): ElicitationContent {
  return Object.fromEntries(
    fields.flatMap((field, index) => {
      const value = enteredValue(field, entered.getAll(inputName(index)).map(String));
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

function enteredValue(field: ElicitationField, entered: readonly string[]): ElicitationContent[string] | undefined {
  const [text = ''] = entered;
  switch (field.type) {
    case 'text':
      if (text === '') return field.isRequired ? '' : undefined;
      return field.format === 'date-time' ? new Date(text).toISOString() : text;
    case 'number':
      return text === '' ? undefined : Number(text);
    case 'boolean':
      return entered.length > 0;
    case 'choice':
      return text === '' ? undefined : field.options[Number(text)]?.value;
    case 'choices': {
      const values = entered.flatMap((each) => field.options[Number(each)]?.value ?? []);
      return values.length === 0 && !field.isRequired ? undefined : values;
    }
    default:
      return field satisfies never;
  }
}

/** Converts a point in time to the format of `datetime-local`, without its time zone. */
function localTime(text: string): string {
  const date = new Date(text);
  if (text === '' || Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
