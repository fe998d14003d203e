import { type FormEvent, useState } from 'react';
import { apiKeyErrorText } from '../../components/parts/address-text.ts';
import { failureMessage } from '../../components/parts/failure-message.ts';
import { FormField } from '../../components/parts/form-field.tsx';
import { testFailureText } from '../../components/parts/tool-failure-text.ts';
import { apiKeyError, SearchEngineId, type SearchSettings } from '../../lib/contracts/index.ts';
import {
  browserSession,
  requestHostPermission,
  requestOpeningPages,
  searchSettings,
  sendCommand,
} from '../../lib/extension/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { useOpeningPages, useSetting, useStored } from '../../lib/react/index.ts';
import { KeysLockedError, type Stores } from '../../lib/storage/index.ts';
import { parseSearchAddress, searchEngine, searchEngines, searchKeyId } from '../../lib/web/index.ts';

/** The search engine models may ask if the user switched the web on, and whether pages may be opened. */
export function WebSection({ storage }: { storage: Pick<Stores, 'keys'> }) {
  const [settings] = useSetting(searchSettings);
  const mayOpen = useOpeningPages();
  const [isRefused, setIsRefused] = useState(false);
  return (
    <section aria-labelledby="web">
      <h2 id="web">{t('webSearch')}</h2>
      <p className="lead">{t('webSearchLead')}</p>
      {settings && <EngineForm key={settings.engine ?? ''} storage={storage} settings={settings} />}
      <h3>{t('webPages')}</h3>
      <p className="lead">{mayOpen ? t('webPagesAllowed') : t('webPagesHint')}</p>
      {!mayOpen && (
        <div className="form-buttons">
          <button
            type="button"
            className="button"
            onClick={() => void requestOpeningPages().then((isAllowed) => setIsRefused(!isAllowed))}
          >
            {t('webAllowPages')}
          </button>
        </div>
      )}
      {isRefused && !mayOpen && (
        <p className="form-error" role="alert">
          {t('browserSaidNo')}
        </p>
      )}
    </section>
  );
}

type Outcome = { isError: boolean; text: string };

function EngineForm({ storage, settings }: { storage: Pick<Stores, 'keys'>; settings: SearchSettings }) {
  const [engineId, setEngineId] = useState(settings.engine);
  const [address, setAddress] = useState(settings.address);
  const [searchId, setSearchId] = useState(settings.searchId);
  const [apiKey, setApiKey] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const engine = engineId === null ? null : searchEngine(engineId);
  const storedKey = useStored(async () => (engineId ? storage.keys.lastFour(searchKeyId(engineId)) : null), [engineId]);
  const isInUse = engineId !== null && engineId === settings.engine;

  async function save(): Promise<string | null> {
    const base = engine === null ? '' : (engine.address ?? parseSearchAddress(address));
    if (base === null) return t('notAnAddress');
    const origin = URL.parse(base)?.origin;
    const key = apiKey.trim();
    const keyError = apiKeyError(key);
    if (keyError !== null) return apiKeyErrorText(keyError);
    // First of all: browsers want to see the click.
    if (engine !== null && !(await requestHostPermission(base))) return t('browserSaidNo');
    if (engine !== null && key !== '' && origin !== undefined)
      await storage.keys.save(searchKeyId(engine.id), origin, key, browserSession);
    await searchSettings.setValue({
      engine: engineId,
      address: engine?.address === null ? base : '',
      searchId: searchId.trim(),
    });
    setApiKey('');
    if (engine?.address === null) setAddress(base);
    return null;
  }

  /** Whether the form was saved; otherwise the reason is shown. */
  async function saveOrReport(): Promise<boolean> {
    const error = await save().catch((failure: unknown) => {
      if (failure instanceof KeysLockedError) return t('keysAreLocked');
      throw failure;
    });
    setOutcome(error === null ? null : { isError: true, text: error });
    return error === null;
  }

  /** Tests what the form says, which is stored first. */
  async function test(): Promise<void> {
    if (await saveOrReport()) await testStored();
  }

  async function testStored(): Promise<void> {
    setIsBusy(true);
    const reply = await sendCommand({ type: 'test-search' });
    setIsBusy(false);
    if (reply.type === 'refused') return setOutcome({ isError: true, text: failureMessage(reply.failure) });
    if (reply.type !== 'search-tested') return;
    const { error, results } = reply;
    setOutcome(
      error === null
        ? { isError: false, text: plural('webTestOk', results) }
        : { isError: true, text: testFailureText(error, settings.address) },
    );
  }

  return (
    <form
      className="endpoint-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void saveOrReport();
      }}
    >
      <FormField label={t('webEngine')} hint={engineId === null ? t('scopeBrowserSearch') : ''}>
        {(control) => (
          <select
            {...control}
            value={engineId ?? ''}
            onChange={({ target }) => setEngineId(SearchEngineId.safeParse(target.value).data ?? null)}
          >
            <option value="">{t('webEngineNone')}</option>
            {searchEngines.map(({ id: each, name }) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FormField>
      {engine?.address === null && (
        <FormField label={t('webServer')} hint="">
          {(control) => (
            <input
              {...control}
              required
              spellCheck={false}
              placeholder="https://searx.example.org"
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </FormField>
      )}
      {engine?.needsSearchId && (
        <FormField label={t('webSearchId')} hint="">
          {(control) => (
            <input
              {...control}
              required
              spellCheck={false}
              value={searchId}
              onChange={({ target }) => setSearchId(target.value)}
            />
          )}
        </FormField>
      )}
      {engine?.needsKey && (
        <FormField label={t('apiKey')} hint={t('apiKeyHint')}>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="off"
              placeholder={storedKey == null ? t('noKeyStored') : t('keyStored', { characters: storedKey })}
              value={apiKey}
              onChange={({ target }) => setApiKey(target.value)}
            />
          )}
        </FormField>
      )}
      {outcome && (
        <p className={outcome.isError ? 'form-error' : 'hint'} role={outcome.isError ? 'alert' : 'status'}>
          {outcome.text}
        </p>
      )}
      <div className="form-buttons">
        {isInUse && (
          <button type="button" className="button" disabled={isBusy} onClick={() => void test()}>
            {t('webTest')}
          </button>
        )}
        <button type="submit" className="button primary">
          {engineId === null ? t('save') : t('webUseEngine')}
        </button>
      </div>
    </form>
  );
}
