import { useState } from 'react';
import { EMPTY_ENDPOINT, type EndpointDraft, type EndpointProblem } from '../../components/endpoints/endpoint-form.tsx';
import { AskAtOnceBox, FirstRun } from '../../components/endpoints/first-run.tsx';
import { LocalServers } from '../../components/endpoints/local-servers.tsx';
import { QuickConnect } from '../../components/endpoints/quick-connect.tsx';
import { BUILT_IN_ENDPOINT, type EndpointCheck, type LocalServer, type ModelRef } from '../../lib/contracts/index.ts';
import { browserModel, downloadBuiltIn, hasSignInWindows } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { firstModel } from '../../lib/model-api/index.ts';
import { useBuiltIn, useCanRunGguf, useLatest, useLocalServers } from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';
import {
  AddEndpoint,
  addLocalServer,
  draftFrom,
  SIGN_IN_PRESET,
  toEndpointDraft,
  tryDraft,
  useSignIn,
} from '../shared/add-endpoint.tsx';

type Props = {
  storage: Pick<Stores, 'endpoints' | 'keys'>;
  /** Whether there is a page to ask about. */
  hasPage: boolean;
  /** Selects a model, and asks it about the open page immediately if the user wants that. */
  onModel: (model: ModelRef, asksAtOnce: boolean) => void;
  /** Lets the user choose a model of an endpoint, or says why it lists none. */
  onChoose: (endpointId: string, listingError: string | null, asksAtOnce: boolean) => void;
};

/** What follows once a server is there: its first model begins, or the user chooses one. */
function useBeginning({ storage, hasPage, onModel, onChoose }: Props, isWanted: boolean) {
  // The chat may have changed by the time a sign-in or a download ends.
  const latest = useLatest({
    begin: (model: ModelRef) => onModel(model, hasPage && isWanted),
    choose: (endpointId: string, listingError: string | null) =>
      onChoose(endpointId, listingError, hasPage && isWanted),
  });
  const beginAt = async (endpointId: string, listingError: string | null) => {
    const endpoint = await storage.endpoints.get(endpointId);
    const modelId = endpoint === undefined || listingError !== null ? null : firstModel(endpoint);
    if (modelId === null) latest.choose(endpointId, listingError);
    else latest.begin({ endpointId, modelId });
  };
  /** Adds a server of this computer. Resolves to why it could not be added, or null. */
  const use = async (server: LocalServer, modelId: string | null): Promise<string | null> => {
    const newEndpoint = await addLocalServer(storage, [], server);
    if ('error' in newEndpoint) return newEndpoint.error;
    if (modelId === null) latest.choose(newEndpoint.endpointId, null);
    else latest.begin({ endpointId: newEndpoint.endpointId, modelId });
    return null;
  };
  return { latest, beginAt, use };
}

/** The setup in the panel, until a model is configured. Each way is one click to a first answer about the open page. */
export function Connect(props: Props) {
  const { storage, hasPage } = props;
  const { search, ...localServers } = useLocalServers();
  const builtIn = useBuiltIn();
  const canRunModels = useCanRunGguf();
  const [draft, setDraft] = useState<OpenDraft | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isWanted, setIsWanted] = useState(true);
  const askAtOnce = hasPage ? { isOn: isWanted, onToggle: () => setIsWanted(!isWanted) } : null;
  const { latest, beginAt, use } = useBeginning(props, isWanted);
  const signIn = useSignIn((endpointId, listingError) => void beginAt(endpointId, listingError));
  const quick = useQuickConnect(storage, (endpointId) => beginAt(endpointId, null), setDraft);
  const browserSetup = useBrowserModelSetup({
    isReady: builtIn === 'available',
    onModel: latest.begin,
    onError: setError,
  });

  if (draft !== null) {
    return (
      <ConnectForm
        storage={storage}
        draft={draft}
        askAtOnce={askAtOnce}
        onAdded={(endpointId, listingError) => {
          setDraft(null);
          void beginAt(endpointId, listingError);
        }}
        onCancel={() => setDraft(null)}
      />
    );
  }
  return (
    <FirstRun
      builtIn={builtIn}
      download={browserSetup.download}
      error={error ?? signIn.error}
      onBuiltIn={() => void browserSetup.begin()}
      onHosted={() => setDraft({ endpoint: EMPTY_ENDPOINT, problem: null })}
      canRunModels={canRunModels}
      signInName={(hasSignInWindows() && SIGN_IN_PRESET?.name) || null}
      isSigningIn={signIn.isRunning}
      askAtOnce={askAtOnce}
      onSignIn={() => void signIn.signIn(SIGN_IN_PRESET?.presetId ?? '', null)}
    >
      <QuickConnect {...quick} recognize={(text) => draftFrom(text).found} />
      <LocalServers
        search={localServers}
        onSearch={() => void search()}
        onUse={(server, modelId) => void use(server, modelId).then((problem) => problem !== null && setError(problem))}
        onDescribe={(server) => setDraft({ endpoint: toEndpointDraft(server), problem: null })}
      />
    </FirstRun>
  );
}

type ConnectFormProps = {
  storage: Props['storage'];
  draft: OpenDraft;
  /** Whether the model is asked about the page once it is connected, and how to switch that; null without a page. */
  askAtOnce: { isOn: boolean; onToggle: () => void } | null;
  onAdded: (endpointId: string, listingError: string | null) => void;
  onCancel: () => void;
};

/** The form for an endpoint, when one click was not enough. */
function ConnectForm({ storage, draft, askAtOnce, onAdded, onCancel }: ConnectFormProps) {
  return (
    <div className="connect-form">
      {askAtOnce && <AskAtOnceBox {...askAtOnce} />}
      <AddEndpoint
        storage={storage}
        initial={draft.endpoint}
        initialProblem={draft.problem}
        isForKey
        submitLabel={t('connect')}
        onAdded={onAdded}
        onCancel={onCancel}
      />
    </div>
  );
}

/** An endpoint that is being entered, with what went wrong when it was tried. */
type OpenDraft = { endpoint: EndpointDraft; problem: EndpointProblem | null };

/** Connects with pasted text. If more is needed, opens the form and fills in the text. */
function useQuickConnect(
  storage: Props['storage'],
  onConnected: (endpointId: string) => Promise<void>,
  onDraft: (draft: OpenDraft) => void,
) {
  /** The checks that were made so far. Null if nothing is being tried. */
  const [checks, setChecks] = useState<readonly EndpointCheck[] | null>(null);
  const connect = async (text: string) => {
    const { found, draft } = draftFrom(text);
    if (draft.baseUrl === '') {
      if (found.type === 'key') onDraft({ endpoint: draft, problem: null });
      return;
    }
    setChecks([]);
    try {
      const attempt = await tryDraft(storage, draft, (check) => setChecks((before) => [...(before ?? []), check]));
      if ('problem' in attempt) onDraft({ endpoint: draft, problem: attempt.problem });
      else await onConnected(attempt.endpointId);
    } finally {
      setChecks(null);
    }
  };
  return { isBusy: checks !== null, checks: checks ?? [], onConnect: (text: string) => void connect(text) };
}

/** Chooses the browser's own model, after downloading it if necessary. */
function useBrowserModelSetup({ isReady, onModel, onError }: BrowserModelSetup) {
  const [download, setDownload] = useState<number | null>(null);
  const begin = async () => {
    const model = browserModel();
    if (model === null) return;
    try {
      if (!isReady) {
        setDownload(0);
        await downloadBuiltIn(model, setDownload, new AbortController().signal);
      }
      onModel({ endpointId: BUILT_IN_ENDPOINT.endpointId, modelId: 'built-in' });
    } catch (failure) {
      onError(t('builtInFailed', { reason: String(failure) }));
    }
    setDownload(null);
  };
  return { download, begin };
}

type BrowserModelSetup = {
  isReady: boolean;
  onModel: (model: ModelRef) => void;
  onError: (message: string) => void;
};
