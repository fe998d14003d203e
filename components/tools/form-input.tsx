import type { FieldKind, FieldValue, ProposedField } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';

type Props = { id: string; proposed: ProposedField; value: FieldValue; onChange: (value: FieldValue) => void };

/** The input types of the card for kinds of fields whose text has its own format. */
const INPUT_TYPES: Partial<Record<FieldKind, string>> = {
  date: 'date',
  calendar: 'date',
  time: 'time',
  datetime: 'datetime-local',
  month: 'month',
  week: 'week',
  color: 'color',
  number: 'number',
  slider: 'number',
  spinbutton: 'number',
};

/** The input in which a value for a field of a page is changed before it is filled in. */
export function FormInput({ id, proposed: { field, isMultiple }, value, onChange }: Props) {
  const { kind, options } = field;
  if (kind === 'checkbox') {
    return (
      <select
        id={id}
        value={String(value === true)}
        onChange={(event) => onChange(event.currentTarget.value === 'true')}
      >
        <option value="true">{t('formOn')}</option>
        <option value="false">{t('formOff')}</option>
      </select>
    );
  }
  const list = Array.isArray(value) ? value.map(String) : [String(value)];
  if (options !== null && options.length > 0) {
    const choices = options.map((option) => (
      <option key={option} value={option}>
        {visibleText(option)}
      </option>
    ));
    return isMultiple ? (
      <select
        id={id}
        multiple
        value={list}
        onChange={(event) => onChange([...event.currentTarget.selectedOptions].map((option) => option.value))}
      >
        {choices}
      </select>
    ) : (
      <select id={id} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="" />
        {choices}
      </select>
    );
  }
  if (isMultiple) {
    const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
    return (
      <textarea
        id={id}
        dir="auto"
        rows={2}
        value={list.join('\n')}
        onChange={(event) => onChange(lines(event.currentTarget.value))}
      />
    );
  }
  const type = INPUT_TYPES[kind];
  if (type === 'number') {
    const read = (text: string) => (text === '' ? '' : Number(text));
    return (
      <input
        id={id}
        type="number"
        step="any"
        value={String(value)}
        onChange={(event) => onChange(read(event.currentTarget.value))}
      />
    );
  }
  if (type !== undefined) {
    return (
      <input id={id} type={type} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  }
  const isLong = String(value).includes('\n') || String(value).length > MAX_IN_LINE || kind === 'editable';
  return isLong ? (
    <textarea
      id={id}
      dir="auto"
      rows={3}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <input
      id={id}
      dir="auto"
      autoComplete="off"
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** In characters. */
const MAX_IN_LINE = 60;
