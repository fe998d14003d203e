import './form-card.css';
import { Undo2 } from 'lucide-react';
import { useContext, useState } from 'react';
import {
  effectDetails,
  type FieldRefusal,
  type FieldResult,
  type FillOutcome,
  type FormDifference,
  readFillOutcome,
  type ToolCall,
} from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { FormActionsContext, valueText } from './form-card.tsx';

type Props = { call: Extract<ToolCall, { state: 'output-available' }> };

/** The result of filling in a form, field by field, and a button to undo it. Renders nothing for other calls. */
export function FormResult({ call }: Props) {
  const outcome = readFillOutcome(call.output.details);
  const { show, undo } = useContext(FormActionsContext);
  const [undone, setUndone] = useState<FillOutcome | null>(null);
  if (outcome === null) return null;
  const submitLabel = effectDetails(call.granted?.request)?.form?.submitLabel ?? null;
  return (
    <div className="form-result">
      {(undone === null || !isWhole(undone)) && <OutcomeView outcome={outcome} />}
      {outcome.type === 'filled' && (
        <>
          <p>{submitLabel === null ? t('formNotSent') : t('formSentByButton', { button: visibleText(submitLabel) })}</p>
          <div className="permission-buttons">
            {submitLabel !== null && (
              <button type="button" className="button" onClick={() => show(call.toolCallId, 'button')}>
                {t('formShowButton')}
              </button>
            )}
            {undone === null && (
              <button type="button" className="button" onClick={() => void undo(call.toolCallId).then(setUndone)}>
                <Undo2 size={14} aria-hidden /> {t('undo')}
              </button>
            )}
          </div>
          <div role="status">{undone !== null && <Undone outcome={undone} />}</div>
        </>
      )}
    </div>
  );
}

function isWhole(outcome: FillOutcome): boolean {
  return outcome.type === 'filled' && outcome.fields.every(({ status }) => status === 'set');
}

function Undone({ outcome }: { outcome: FillOutcome }) {
  if (isWhole(outcome)) return <p>{t('formUndone')}</p>;
  return (
    <>
      <p>{t('formUndonePartly')}</p>
      <OutcomeView outcome={outcome} />
    </>
  );
}

function OutcomeView({ outcome }: { outcome: FillOutcome }) {
  switch (outcome.type) {
    case 'filled':
      return (
        <>
          <ul>
            {outcome.fields.map((result) => (
              <li key={result.key}>
                <strong dir="auto">{visibleText(result.label) || t('formNoLabel')}</strong>
                <span dir="auto">{resultText(result)}</span>
              </li>
            ))}
          </ul>
          {outcome.hasTriedToSend && <p>{t('formTriedToSend')}</p>}
        </>
      );
    case 'stopped':
      return (
        <>
          <p>{t('formStopped')}</p>
          <ul>
            {outcome.differences.map((difference, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: differences keep their places
              <li key={index}>
                <strong dir="auto">{visibleText(difference.label) || t('formNoLabel')}</strong>
                <span dir="auto">{differenceText(difference)}</span>
              </li>
            ))}
          </ul>
        </>
      );
    case 'late':
      return <p>{t('formLate')}</p>;
    case 'replaced':
      return <p>{t('formReloaded')}</p>;
    default:
      return outcome satisfies never;
  }
}

function resultText(result: FieldResult): string {
  switch (result.status) {
    case 'set':
      return t('formSet', { value: valueText(result.value) });
    case 'changed':
      return t('formChanged', { value: valueText(result.value) });
    case 'refused':
      return [t(REFUSALS[result.reason]), visibleText(result.message === result.label ? '' : result.message)]
        .filter((text) => text !== '')
        .join(' · ');
    case 'gone':
      return t('formGone');
    default:
      return result satisfies never;
  }
}

const REFUSALS: Readonly<Record<FieldRefusal, PlainKey>> = {
  disabled: 'formLocked',
  'read-only': 'formLocked',
  secret: 'formOnlyYou',
  file: 'formOnlyYou',
  'unknown-field': 'formGone',
  differs: 'formFieldChanged',
  'wrong-type': 'formNotAccepted',
  'no-such-option': 'formNoOption',
  'not-seen': 'formCovered',
  invalid: 'formNotAccepted',
  'not-taken': 'formNotTaken',
  timeout: 'formNotTaken',
};

function differenceText({ what, before, now }: FormDifference): string {
  switch (what) {
    case 'state':
      return t(now === 'disabled' || now === 'read-only' ? 'formLocked' : 'formOnlyYou');
    case 'kind':
    case 'gone':
    case 'ambiguous':
      return t('formGone');
    case 'form':
    case 'label':
    case 'options':
      return now === '' ? t('formGone') : t('formDiffers', { before: visibleText(before), now: visibleText(now) });
    default:
      return what satisfies never;
  }
}
