import { FormField, ManagedField } from '../../components/parts/form-field.tsx';
import { PageContextSelect } from '../../components/parts/page-context-select.tsx';
import { DEFAULT_CONTEXT_TOKENS } from '../../lib/contracts/index.ts';
import { settings } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useIsManaged, useSetting } from '../../lib/react/index.ts';
import { SettingSwitches } from './setting-switches.tsx';

/** Selectable lengths, in tokens. */
const LENGTHS = [2_000, 6_000, 12_000, DEFAULT_CONTEXT_TOKENS, 48_000, 100_000];

/** When pages are sent to models without their own setting, and how much of them. */
export function PageContextSection() {
  const [mode = settings.pageContextMode.fallback, setMode] = useSetting(settings.pageContextMode);
  const [tokens = settings.pageContextTokens.fallback, setTokens] = useSetting(settings.pageContextTokens);
  return (
    <section>
      <h2 id="pages">{t('pageContext')}</h2>
      <ManagedField isManaged={useIsManaged('pageContextMode')}>
        <FormField label={t('pageContextLabel')} hint={t('pageContextHint')}>
          {(control) => (
            <PageContextSelect
              {...control}
              value={mode}
              hasDefault={false}
              onChange={(newMode) => newMode !== null && setMode(newMode)}
            />
          )}
        </FormField>
      </ManagedField>
      <ManagedField isManaged={useIsManaged('pageContextTokens')}>
        <FormField label={t('pageContextTokens')} hint={t('pageContextTokensHint')}>
          {(control) => (
            <select {...control} value={tokens} onChange={(event) => setTokens(Number(event.target.value))}>
              {[...new Set([...LENGTHS, tokens])]
                .sort((a, b) => a - b)
                .map((length) => (
                  <option key={length} value={length}>
                    {length.toLocaleString(t('language'))}
                  </option>
                ))}
            </select>
          )}
        </FormField>
      </ManagedField>
      <SettingSwitches section="pages" />
    </section>
  );
}
