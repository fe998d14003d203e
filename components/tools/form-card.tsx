import './form-card.css';
import { createContext, type ReactNode, useContext, useId, useState } from 'react';
import type {
  FieldValue,
  FieldValues,
  FillOutcome,
  FormProposal,
  ProposedField,
  ShownPart,
} from '../../lib/contracts/index.ts';
import { formatList, t } from '../../lib/i18n/index.ts';
import { hasRequiredArguments, needsTick } from '../../lib/security/index.ts';
import { ApproveButton } from '../parts/buttons.tsx';
import { ReadMark, ReadScope, ReadText, UnreadHint } from '../parts/read-text.tsx';
import { visibleWords } from '../parts/rich-text.tsx';
import { sourceName } from './approval-texts.ts';
import { FormInput } from './form-input.tsx';
import type { OnRespond } from './permission-card.tsx';

/** The actions on the page for the form of a call. `undo` resolves to null if the worker refused. */
export type FormActions = {
  show: (toolCallId: string, part: ShownPart) => void;
  undo: (toolCallId: string) => Promise<FillOutcome | null>;
};
export const FormActionsContext = createContext<FormActions>({ show: () => undefined, undo: async () => null });

type Props = { toolCallId: string; proposal: FormProposal; onRespond: OnRespond };

/**
 * Shows what would be written into which field of a form, where the value comes from, and the current value. All values
 * can be changed. Values that the user did not write are listed separately, and filled in only if ticked. All texts
 * come from the page or the model. The arguments of a page's tool are shown in the same way.
 */
export function FormCard({ toolCallId, proposal, onRespond }: Props) {
  const { fields, leftToUser, submitLabel, tool } = proposal;
  const words = tool === undefined ? FORM_WORDS : TOOL_WORDS;
  const { show } = useContext(FormActionsContext);
  const heading = useId();
  const [values, setValues] = useState(() => startValues(fields));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const own = fields.filter((each) => each.value !== null && !needsTick(each));
  const apart = fields.filter(needsTick);
  const missing = fields.filter(({ value }) => value === null);
  const answer = chosenValues(proposal, values, ticked);
  const isWhole =
    tool === undefined ? Object.keys(answer.values).length > 0 : hasRequiredArguments(fields, answer.values);
  const row = (proposed: ProposedField, tick: boolean) => (
    <Field
      key={proposed.field.key}
      proposed={proposed}
      isArgument={tool !== undefined}
      value={values[proposed.field.key] ?? ''}
      onChange={(value) => {
        setValues({ ...values, [proposed.field.key]: value });
        // A value that the user changes is ticked.
        if (tick) setTicked(new Set([...ticked, proposed.field.key]));
      }}
      isTicked={tick ? ticked.has(proposed.field.key) : null}
      onTick={(isTicked) =>
        setTicked(
          new Set([...ticked].filter((key) => key !== proposed.field.key).concat(isTicked ? proposed.field.key : [])),
        )
      }
    />
  );
  return (
    <ReadScope>
      {(isRead, showUnread) => (
        <section className="form-card" aria-labelledby={heading}>
          <p id={heading} className="form-card-title">
            <ReadMark />
            {titleText(proposal)}
          </p>
          <fieldset>{own.map((each) => row(each, false))}</fieldset>
          {apart.length > 0 && (
            <fieldset className="form-card-apart">
              <legend>{t(words.apart)}</legend>
              {apart.map((each) => row(each, true))}
            </fieldset>
          )}
          {missing.length > 0 && (
            <fieldset className="form-card-missing">
              <legend>{t('formMissing')}</legend>
              {missing.map((each) => row(each, false))}
            </fieldset>
          )}
          {leftToUser.length > 0 && (
            <p>{t('formLeftToYou', { fields: formatList(leftToUser.map((field) => visibleWords(field))) })}</p>
          )}
          <p className="form-card-submit">
            {submitLabel === null ? t(words.foot) : t('formSentByButton', { button: visibleWords(submitLabel) })}
            <ReadMark />
          </p>
          {!isRead && <UnreadHint onShow={showUnread} />}
          <div className="permission-buttons">
            {tool === undefined && (
              <button type="button" className="button" onClick={() => show(toolCallId, 'fields')}>
                {t('formShowFields')}
              </button>
            )}
            {submitLabel !== null && (
              <button type="button" className="button" onClick={() => show(toolCallId, 'button')}>
                {t('formShowButton')}
              </button>
            )}
            <button type="button" className="button" onClick={() => void onRespond(false)}>
              {t('deny')}
            </button>
            <ApproveButton
              label={t(words.approve)}
              isReadable={isRead && isWhole}
              onApprove={() => void onRespond(true, { form: answer })}
            />
          </div>
        </section>
      )}
    </ReadScope>
  );
}

/** What the card says of a form, and of the call of a page's tool, which sends what was approved. */
const FORM_WORDS = { apart: 'formApart', foot: 'formNotSent', approve: 'formFillIn' } as const;
const TOOL_WORDS = { apart: 'pageToolApart', foot: 'pageToolNote', approve: 'pageToolCall' } as const;

function titleText({ title, url, tool }: FormProposal): string {
  const host = URL.parse(url)?.host || t('unreadableAddress');
  if (tool !== undefined) return t('pageToolAsk', { tool: visibleWords(tool.name), host });
  const form = visibleWords(title);
  return form === '' ? t('formAskUnnamed', { host }) : t('formAsk', { form, host });
}

function startValues(fields: readonly ProposedField[]): FieldValues {
  return Object.fromEntries(fields.map(({ field, value, isMultiple }) => [field.key, value ?? (isMultiple ? [] : '')]));
}

/**
 * Returns the values to fill in: the user's own, those that are ticked, and missing ones that were entered. An argument
 * of a tool that the user emptied is left out.
 */
function chosenValues({ fields, tool }: FormProposal, values: FieldValues, ticked: ReadonlySet<string>) {
  const fieldsToFill = fields.filter((proposed) => {
    const { key } = proposed.field;
    const isEmptied = tool !== undefined && isEmpty(values[key]) && !isEmpty(proposed.value ?? '');
    if (isEmptied) return false;
    if (proposed.value === null) return !isEmpty(values[key]);
    return !needsTick(proposed) || ticked.has(key);
  });
  const keys = fieldsToFill.map(({ field }) => field.key);
  return {
    values: Object.fromEntries(keys.map((key): [string, FieldValue] => [key, values[key] ?? ''])),
    ticked: keys.filter((key) => ticked.has(key)),
  };
}

function isEmpty(value: FieldValue | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

type FieldProps = {
  proposed: ProposedField;
  /** Whether it is an argument of a tool, which holds nothing now. */
  isArgument: boolean;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  /** Null if the value needs no tick. */
  isTicked: boolean | null;
  onTick: (isTicked: boolean) => void;
};

function Field({ proposed, isArgument, value, onChange, isTicked, onTick }: FieldProps) {
  const id = useId();
  const { field } = proposed;
  const name =
    visibleWords([...field.groups, field.label].filter((text) => text !== '').join(' › ')) || t('formNoLabel');
  return (
    <div className="form-card-field">
      <label htmlFor={id} dir="auto">
        {name}
        {field.isRequired && ` (${t('formRequired')})`}
      </label>
      {isTicked !== null && <ProposedText proposed={proposed} />}
      <FormInput id={id} noteId={`${id}-note`} proposed={proposed} value={value} onChange={onChange} />
      <p id={`${id}-note`} className="form-card-note" dir="auto">
        {isArgument ? proposed.value !== null && originText(proposed) : noteText(proposed)}
        <ReadMark id={field.key} />
      </p>
      {isTicked !== null && (
        <label className="form-card-tick">
          <input type="checkbox" checked={isTicked} onChange={(event) => onTick(event.currentTarget.checked)} />
          {t(isArgument ? 'pageToolTick' : 'formTick', { field: name })}
        </label>
      )}
    </div>
  );
}

/** The full text of a value that the user did not write, because a field truncates long values. */
function ProposedText({ proposed: { value } }: { proposed: ProposedField }): ReactNode {
  return typeof value === 'string' && value.length > LONG_VALUE ? <ReadText text={value} /> : null;
}

/** The number of characters that a field of the card shows at once. */
const LONG_VALUE = 30;

function noteText(proposed: ProposedField): string {
  const { field, value } = proposed;
  const before =
    field.value === null || isEmpty(field.value) ? t('formEmptyNow') : t('formNow', { value: valueText(field.value) });
  return value === null ? before : `${originText(proposed)} · ${before}`;
}

function originText({ origin }: ProposedField): string {
  switch (origin.type) {
    case 'user':
      return t('formFromYou');
    case 'page':
      return t('formFromPage');
    case 'source':
      return t('formFromSource', { source: sourceName(origin.name) });
    case 'unknown':
      return t('formFromModel');
    default:
      return origin satisfies never;
  }
}

/** Returns a value in a readable form. */
export function valueText(value: FieldValue): string {
  if (typeof value === 'boolean') return t(value ? 'formOn' : 'formOff');
  return visibleWords(Array.isArray(value) ? formatList([...value]) : String(value));
}
