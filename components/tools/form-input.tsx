import { useState } from 'react';
import type { FieldKind, FieldValue, ProposedField } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleWords } from '../parts/rich-text.tsx';

type Props = {
  id: string;
  /** The id of the note below it. */
  noteId: string;
  proposed: ProposedField;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
};

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
export function FormInput({ id, noteId, proposed: { field, isMultiple }, value, onChange }: Props) {
  const { kind, options } = field;
  const shared = { id, 'aria-describedby': noteId };
  if (kind === 'checkbox') {
    return (
      <select
        {...shared}
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
        {visibleWords(option)}
      </option>
    ));
    return isMultiple ? (
      <select
        {...shared}
        multiple
        value={list}
        onChange={(event) => onChange([...event.currentTarget.selectedOptions].map((option) => option.value))}
      >
        {choices}
      </select>
    ) : (
      <select {...shared} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="" />
        {choices}
      </select>
    );
  }
  if (isMultiple) {
    return <LinesInput {...shared} lines={list} onLines={onChange} />;
  }
  const type = INPUT_TYPES[kind];
  if (type === 'number') {
    const read = (text: string) => (text === '' ? '' : Number(text));
    return (
      <input
        {...shared}
        type="number"
        step="any"
        // As a number, it equals “0.0”, which is being typed and would otherwise be replaced with “0”.
        value={typeof value === 'number' ? value : String(value)}
        onChange={(event) => onChange(read(event.currentTarget.value))}
      />
    );
  }
  if (type !== undefined) {
    return (
      <input {...shared} type={type} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  }
  const isLong = String(value).includes('\n') || String(value).length > MAX_IN_LINE || kind === 'editable';
  return isLong ? (
    <textarea
      {...shared}
      dir="auto"
      rows={3}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <input
      {...shared}
      dir="auto"
      autoComplete="off"
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type LinesProps = {
  id: string;
  'aria-describedby': string;
  lines: readonly string[];
  onLines: (lines: string[]) => void;
};

/** A list with one value per line. A line that was just begun is still empty, and is not a value yet. */
function LinesInput({ lines, onLines, ...shared }: LinesProps) {
  const [text, setText] = useState(() => lines.join('\n'));
  return (
    <textarea
      {...shared}
      dir="auto"
      rows={2}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        onLines(value.split('\n').filter((line) => line.trim() !== ''));
      }}
    />
  );
}

/** In characters. */
const MAX_IN_LINE = 60;
