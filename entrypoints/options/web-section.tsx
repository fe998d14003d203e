import { type FormEvent, useState } from 'react';
import { apiKeyErrorText } from '../../components/parts/address-text.ts';
import { failureMessage } from '../../components/parts/failure-message.ts';
import { FormField, TextField } from '../../components/parts/form-field.tsx';
import { testFailureText } from '../../components/parts/tool-failure-text.ts';
import { apiKeyError, type CommandReply, SearchEngineId, type SearchSettings } from '../../lib/contracts/index.ts';
import {
  browserSession,
  requestHostPermission,
  requestOpeningPages,
  sendCommand,
  settings,
} from '../../lib/extension/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { readPastedKey } from '../../lib/model-api/index.ts';
import { useOpeningPages, useSetting, useStored } from '../../lib/react/index.ts';
import { KeysLockedError, type Stores } from '../../lib/storage/index.ts';
import {
  parseSearchAddress,
  type SearchEngine,
  searchEngine,
  searchEngines,
  searchKeyId,
} from '../../lib/web/index.ts';

/** The search engine that models may use if the user turned the web on, and whether pages may be opened. */
export function WebSection({ storage }: { storage: Storage }) {
  const [search] = useSetting(settings.searchSettings);
  const mayOpen = useOpeningPages();
  const [isRefused, setIsRefused] = useState(false);
  return (
    <section aria-labelledby="web">
      <h2 id="web">{t('webSearch')}</h2>
      <p className="lead">{t('webSearchLead')}</p>
      {search && <EngineForm key={search.engine ?? ''} storage={storage} search={search} />}
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
type Storage = Pick<Stores, 'keys'>;

function EngineForm({ storage, search }: { storage: Storage; search: SearchSettings }) {
  const { engineId, engine, isBusy, outcome, selectEngine, saveOrReport, test, ...fields } = useEngineDraft(
    storage,
    search,
  );
  const isInUse = engineId !== null && engineId === search.engine;
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
            onChange={({ target }) => selectEngine(SearchEngineId.safeParse(target.value).data ?? null)}
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
      {engine && <EngineFields engine={engine} storage={storage} {...fields} />}
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

type EngineDraft = { address: string; searchId: string; apiKey: string };

type EngineFieldsProps = {
  engine: SearchEngine;
  storage: Storage;
  draft: EngineDraft;
  change: (fields: Partial<EngineDraft>) => void;
};

/** The fields that the selected engine needs besides its name. */
function EngineFields({ engine, storage, draft, change }: EngineFieldsProps) {
  const storedKey = useStored(() => storage.keys.lastFour(searchKeyId(engine.id)), [engine.id]);
  return (
    <>
      {engine.address === null && (
        <TextField
          label={t('webServer')}
          required
          spellCheck={false}
          placeholder="https://searx.example.org"
          value={draft.address}
          onText={(value) => change({ address: value })}
        />
      )}
      {engine.needsSearchId && (
        <TextField
          label={t('webSearchId')}
          required
          spellCheck={false}
          value={draft.searchId}
          onText={(value) => change({ searchId: value })}
        />
      )}
      {engine.needsKey && (
        <TextField
          label={t('apiKey')}
          hint={t('apiKeyHint')}
          type="password"
          autoComplete="off"
          placeholder={storedKey == null ? t('noKeyStored') : t('keyStored', { characters: storedKey })}
          value={draft.apiKey}
          onText={(value) => change({ apiKey: value })}
        />
      )}
    </>
  );
}

function useEngineDraft(storage: Storage, search: SearchSettings) {
  const [engineId, setEngineId] = useState(search.engine);
  const [draft, setDraft] = useState<EngineDraft>({
    address: search.address,
    searchId: search.searchId,
    apiKey: '',
  });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const engine = engineId === null ? null : searchEngine(engineId);
  const change = (fields: Partial<EngineDraft>) => setDraft((before) => ({ ...before, ...fields }));

  async function save(): Promise<string | null> {
    const base = engine === null ? '' : (engine.address ?? parseSearchAddress(draft.address));
    if (base === null) return t('notAnAddress');
    const origin = URL.parse(base)?.origin;
    const key = readPastedKey(draft.apiKey);
    const keyError = apiKeyError(key);
    if (keyError !== null) return apiKeyErrorText(keyError);
    // This comes first, because browsers require the click.
    if (engine !== null && !(await requestHostPermission(base))) return t('browserSaidNo');
    if (engine !== null && key !== '' && origin !== undefined)
      await storage.keys.save(searchKeyId(engine.id), origin, key, browserSession);
    await settings.searchSettings.setValue({
      engine: engineId,
      address: engine?.address === null ? base : '',
      searchId: draft.searchId.trim(),
    });
    change({ apiKey: '', ...(engine?.address === null ? { address: base } : {}) });
    return null;
  }

  /** Resolves to whether the form was saved. If not, the reason is shown. */
  async function saveOrReport(): Promise<boolean> {
    const error = await save().catch((failure: unknown) => {
      if (failure instanceof KeysLockedError) return t('keysAreLocked');
      throw failure;
    });
    setOutcome(error === null ? null : { isError: true, text: error });
    return error === null;
  }

  /** Saves the form, and tests the engine that is stored as a result. */
  async function test(): Promise<void> {
    if (!(await saveOrReport())) return;
    setIsBusy(true);
    const reply = await sendCommand({ type: 'test-search' });
    setIsBusy(false);
    setOutcome(testOutcome(reply, search.address));
  }

  return { engineId, engine, draft, outcome, isBusy, selectEngine: setEngineId, change, saveOrReport, test };
}

function testOutcome(reply: CommandReply, address: string): Outcome | null {
  if (reply.type === 'refused') return { isError: true, text: failureMessage(reply.failure) };
  if (reply.type !== 'search-tested') return null;
  const { error, results } = reply;
  return error === null
    ? { isError: false, text: plural('webTestOk', results) }
    : { isError: true, text: testFailureText(error, address) };
}
