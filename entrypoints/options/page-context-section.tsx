import { FormField, ManagedField } from '../../components/parts/form-field.tsx';
import { PageContextSelect } from '../../components/parts/page-context-select.tsx';
import { DEFAULT_CONTEXT_TOKENS } from '../../lib/contracts/index.ts';
import {
  checksFacts,
  lightsUpFacts,
  pageContextMode,
  pageContextTokens,
  warmStart,
} from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useIsManaged, useSetting } from '../../lib/react/index.ts';

/** Selectable lengths, in tokens. */
const LENGTHS = [2_000, 6_000, 12_000, DEFAULT_CONTEXT_TOKENS, 48_000, 100_000];

/** When pages are sent to models without a setting of their own, and how much of them. */
export function PageContextSection() {
  const [mode = 'page-first', setMode] = useSetting(pageContextMode);
  const [tokens = DEFAULT_CONTEXT_TOKENS, setTokens] = useSetting(pageContextTokens);
  const [isWarm = true, setWarm] = useSetting(warmStart);
  const [hasChecks = true, setChecks] = useSetting(checksFacts);
  const [isLit = true, setLit] = useSetting(lightsUpFacts);
  return (
    <section>
      <h2 id="pages">{t('pageContext')}</h2>
      <ManagedField isManaged={useIsManaged(pageContextMode)}>
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
      <ManagedField isManaged={useIsManaged(pageContextTokens)}>
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
      <ManagedField isManaged={useIsManaged(warmStart)}>
        <div className="field">
          <label className="toggle">
            <input type="checkbox" checked={isWarm} onChange={(event) => setWarm(event.target.checked)} />
            {t('warmStartLabel')}
          </label>
          <p className="hint">{t('warmStartHint')}</p>
        </div>
      </ManagedField>
      <div className="field">
        <label className="toggle">
          <input type="checkbox" checked={hasChecks} onChange={(event) => setChecks(event.target.checked)} />
          {t('checksFacts')}
        </label>
        <p className="hint">{t('checksFactsHint')}</p>
      </div>
      <div className="field">
        <label className="toggle">
          <input type="checkbox" checked={isLit} onChange={(event) => setLit(event.target.checked)} />
          {t('lightsUpFacts')}
        </label>
        <p className="hint">{t('lightsUpFactsHint')}</p>
      </div>
    </section>
  );
}
