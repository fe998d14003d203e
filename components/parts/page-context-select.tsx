import { PageContextMode } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import type { FieldControl } from './form-field.tsx';

/** The names of the modes. */
export const PAGE_CONTEXT_NAMES: Record<PageContextMode, PlainKey> = {
  'page-first': 'pageContextFirst',
  'on-demand': 'pageContextOnDemand',
  never: 'pageContextNever',
};

type Props = FieldControl & {
  value: PageContextMode | null;
  /** Null uses the default. Only with `hasDefault`. */
  onChange: (mode: PageContextMode | null) => void;
  hasDefault?: boolean;
  /** The default mode, if known. */
  byDefault?: PageContextMode | null;
};

/** Selects when the page is sent to a model. */
export function PageContextSelect({ value, onChange, hasDefault = true, byDefault = null, ...control }: Props) {
  const name = t('pageContextDefault');
  return (
    <select
      {...control}
      value={value ?? ''}
      onChange={(event) => onChange(PageContextMode.safeParse(event.target.value).data ?? null)}
    >
      {hasDefault && (
        <option value="">
          {byDefault === null ? name : t('withDetail', { message: name, detail: t(PAGE_CONTEXT_NAMES[byDefault]) })}
        </option>
      )}
      {PageContextMode.options.map((mode) => (
        <option key={mode} value={mode}>
          {t(PAGE_CONTEXT_NAMES[mode])}
        </option>
      ))}
    </select>
  );
}
