import './options.css';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { EMPTY_ENDPOINT, type EndpointDraft } from '../../components/endpoints/endpoint-form.tsx';
import { LocalServers } from '../../components/endpoints/local-servers.tsx';
import { SiteList } from '../../components/endpoints/site-list.tsx';
import { FormField, ManagedField } from '../../components/parts/form-field.tsx';
import { SettingsNav } from '../../components/parts/settings-nav.tsx';
import {
  keyFragment,
  SETTINGS_PAGES,
  type SettingsPage,
  settingsPageAt,
} from '../../components/parts/settings-sections.ts';
import { ToolList } from '../../components/tools/tool-list.tsx';
import { type Endpoint, MAX_INSTRUCTIONS } from '../../lib/contracts/index.ts';
import {
  isPrivateWindow,
  matchPattern,
  requestHostPermission,
  settings,
  withdrawBrowserPermission,
  withdrawHost,
} from '../../lib/extension/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import {
  useAllowedHosts,
  useBrowserPermissions,
  useEndpoints,
  useIsManaged,
  useLocalServers,
  useMcpServers,
  usePolicy,
  useSetting,
} from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';
import { AddEndpoint, addLocalServer, lacksModels, toEndpointDraft } from '../shared/add-endpoint.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { BackupScheduleSection, BackupSection } from './backup-section.tsx';
import { DataSection } from './data-section.tsx';
import { EndpointSection } from './endpoint-section.tsx';
import { GgufSection } from './gguf-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { McpSection } from './mcp-section.tsx';
import { MemorySection } from './memory-section.tsx';
import { PageContextSection } from './page-context-section.tsx';
import { ProjectsSection } from './projects-section.tsx';
import { PromptsSection } from './prompts-section.tsx';
import { ReceiptSection } from './receipt-section.tsx';
import { SettingsFileSection } from './settings-file-section.tsx';
import { ShortcutsPage } from './shortcuts-section.tsx';
import { StoredSection } from './stored-section.tsx';
import { TasksSection } from './tasks-section.tsx';
import { UsagePage } from './usage-page.tsx';
import { WebSection } from './web-section.tsx';

const PAGES: Record<SettingsPage, (props: { storage: Stores; hash: string }) => ReactNode> = {
  models: ModelsPage,
  answers: AnswersPage,
  'web-tools': WebAndToolsPage,
  privacy: PrivacyPage,
  appearance: AppearancePage,
  data: DataPage,
};

/** The settings: one page at a time, and the navigation. */
export function App({ storage }: { storage: Stores }) {
  const hash = useHash();
  const page = settingsPageAt(hash);
  const Page = PAGES[page];
  useEffect(() => {
    // The heading is rendered after the browser looked for it.
    if (SETTINGS_PAGES.every((each) => each.hash !== hash)) document.getElementById(hash)?.scrollIntoView();
    else scrollTo(0, 0);
  }, [hash]);
  return (
    <main className="options">
      <h1>{t('settingsTitle')}</h1>
      <SettingsNav current={page} />
      <div className="options-page">
        <Page storage={storage} hash={hash} />
      </div>
      <footer className="options-foot">
        {t('diagnosticsLead')} <a href="/diagnostics.html">{t('diagnostics')}</a>
      </footer>
    </main>
  );
}

function ModelsPage({ storage, hash }: { storage: Pick<Stores, 'capabilities' | 'endpoints' | 'keys'>; hash: string }) {
  const endpoints = useEndpoints(storage);
  return (
    <>
      <section>
        <h2 id="endpoints">{t('endpoints')}</h2>
        <p className="lead">{t('endpointsLead')}</p>
        {endpoints.map((endpoint) => (
          <EndpointSection
            key={endpoint.endpointId}
            storage={storage}
            endpoint={endpoint}
            isForKey={hash === keyFragment(endpoint.endpointId)}
          />
        ))}
      </section>
      <AddSection storage={storage} />
      <GgufSection />
      <TimeoutSection />
    </>
  );
}

function AnswersPage({
  storage,
}: {
  storage: Pick<Stores, 'database' | 'endpoints' | 'mcpServers' | 'memories' | 'projects' | 'threads'>;
}) {
  return (
    <>
      <InstructionsSection />
      <MemorySection storage={storage} />
      <PageContextSection />
      <PromptsSection />
      <TasksSection endpoints={useEndpoints(storage)} />
      <ProjectsSection storage={storage} />
    </>
  );
}

function WebAndToolsPage({ storage }: { storage: Pick<Stores, 'keys' | 'mcpServers'> }) {
  return (
    <>
      <WebSection storage={storage} />
      <McpSection storage={storage} />
      <ToolsSection />
    </>
  );
}

function PrivacyPage({
  storage,
}: {
  storage: Pick<Stores, 'contents' | 'endpoints' | 'keys' | 'mcpServers' | 'threads'>;
}) {
  return (
    <>
      <PermissionsSection storage={storage} endpoints={useEndpoints(storage)} />
      <KeysSection storage={storage} />
      <StoredSection storage={storage} />
    </>
  );
}

function AppearancePage() {
  return (
    <>
      <AppearanceSection />
      <ShortcutsPage />
    </>
  );
}

function DataPage({ storage }: { storage: Stores }) {
  return (
    <>
      <BackupSection storage={storage} />
      {!isPrivateWindow && <BackupScheduleSection storage={storage} />}
      <DataSection storage={storage} />
      <ReceiptSection storage={storage} />
      <SettingsFileSection storage={storage} />
      <UsagePage storage={storage} />
    </>
  );
}

/** The user's instructions for all models. */
function InstructionsSection() {
  const [text, setText] = useSetting(settings.customInstructions);
  return (
    <section>
      <h2 id="instructions">{t('customInstructions')}</h2>
      <FormField label={t('customInstructionsLabel')} hint={t('customInstructionsHint')}>
        {(control) => (
          <textarea
            {...control}
            key={String(text === undefined)}
            dir="auto"
            rows={4}
            maxLength={MAX_INSTRUCTIONS}
            defaultValue={text ?? ''}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
    </section>
  );
}

/** Adds an endpoint: a detected local server, or one entered by the user. */
function AddSection({ storage }: { storage: Pick<Stores, 'endpoints' | 'keys'> }) {
  const endpoints = useEndpoints(storage);
  const { search, ...found } = useLocalServers();
  const [draft, setDraft] = useState<EndpointDraft>(EMPTY_ENDPOINT);
  const [unlisted, setUnlisted] = useState<{ endpointId: string; text: string } | null>(null);
  if (usePolicy().disabledFeatures.includes('own-endpoints')) {
    return (
      <section>
        <h2>{t('addEndpointTitle')}</h2>
        <p className="lead">{t('ownEndpointsOff')}</p>
      </section>
    );
  }
  return (
    <section>
      <h2>{t('addEndpointTitle')}</h2>
      <LocalServers
        search={found}
        onSearch={() => void search()}
        onUse={(server) => void addLocalServer(storage, endpoints, server)}
        onDescribe={(server) => setDraft(toEndpointDraft(server))}
      />
      <AddEndpoint
        key={draft.baseUrl}
        storage={storage}
        initial={draft}
        submitLabel={t('addEndpoint')}
        onAdded={(endpointId, failure) => {
          setDraft(EMPTY_ENDPOINT);
          setUnlisted(failure === null ? null : { endpointId, text: failure });
        }}
        onCancel={null}
      />
      {unlisted && lacksModels(endpoints, unlisted.endpointId) && (
        <p className="form-error" role="alert">
          {unlisted.text}
        </p>
      )}
    </section>
  );
}

/** Returns the fragment of the address, live. */
function useHash(): string {
  const [hash, setHash] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const look = () => setHash(location.hash.slice(1));
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return hash;
}

const CHOICES = [1, 5, 10, 30, 60, 120];

/** The timeout for a silent server. */
function TimeoutSection() {
  const id = useId();
  const [minutes, setMinutes] = useSetting(settings.patienceMinutes);
  return (
    <section>
      <h2 id="waiting">{t('waiting')}</h2>
      <ManagedField isManaged={useIsManaged('patienceMinutes')}>
        <div className="field">
          <label htmlFor={id}>{t('timeoutLabel')}</label>
          <select id={id} value={minutes ?? ''} onChange={(event) => setMinutes(Number(event.target.value) || null)}>
            <option value="">{t('automatic')}</option>
            {CHOICES.map((choice) => (
              <option key={choice} value={choice}>
                {plural('minutes', choice)}
              </option>
            ))}
          </select>
          <p className="hint">{t('timeoutHint')}</p>
        </div>
      </ManagedField>
    </section>
  );
}

/** What Sidenote may access, and why. All of it can be revoked here. */
function PermissionsSection({
  storage,
  endpoints,
}: {
  storage: Pick<Stores, 'mcpServers'>;
  endpoints: readonly Endpoint[];
}) {
  const permissionUses = [
    ...endpoints.map(({ name, baseUrl }) => ({ name, pattern: matchPattern(baseUrl) })),
    ...useMcpServers(storage).map(({ name, url }) => ({ name, pattern: matchPattern(url) })),
  ];
  const [policies = {}, setPolicies] = useSetting(settings.sitePolicies);
  const sites = useAllowedHosts().map((pattern) => ({
    pattern,
    policy: policies[toSite(pattern)] ?? 'send',
    usedBy: permissionUses.filter((each) => each.pattern === pattern).map(({ name }) => name),
  }));
  const allow = async (address: string) => {
    const url = /^[a-z]+:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
    if (matchPattern(url) === null) return t('notAnAddress');
    return (await requestHostPermission(url)) ? null : t('browserSaidNo');
  };
  return (
    <section>
      <h2 id="permissions">{t('permissions')}</h2>
      <p className="lead">{t('permissionsLead')}</p>
      <SiteList
        permissions={useBrowserPermissions()}
        onWithdrawPermission={(permission) => void withdrawBrowserPermission(permission)}
        sites={sites}
        onWithdraw={(pattern) => void withdrawHost(pattern)}
        onPolicy={(pattern, policy) => setPolicies({ ...policies, [toSite(pattern)]: policy })}
        onAllow={allow}
      />
    </section>
  );
}

/** Returns the site of one of Sidenote's match patterns, which always contains one host. */
function toSite(pattern: string): string {
  return pattern.replace(/\/\*$/, '');
}

/** Which tools models may use. */
function ToolsSection() {
  const [switchedOff = [], setSwitchedOff] = useSetting(settings.switchedOffTools);
  return (
    <section aria-labelledby="tools">
      <h2 id="tools">{t('tools')}</h2>
      <p className="lead">{t('toolsLead')}</p>
      <ToolList
        switchedOff={switchedOff}
        onSwitch={(toolName, isOn) => {
          const others = switchedOff.filter((name) => name !== toolName);
          setSwitchedOff(isOn ? others : [...others, toolName]);
        }}
      />
    </section>
  );
}
