import { useState } from 'react';
import { EMPTY_ENDPOINT, type EndpointDraft } from '../../components/endpoints/endpoint-form.tsx';
import { FirstRun } from '../../components/endpoints/first-run.tsx';
import { LocalServers } from '../../components/endpoints/local-servers.tsx';
import { BUILT_IN_ENDPOINT, type LocalServer, type ModelRef } from '../../lib/contracts/index.ts';
import { browserModel, downloadBuiltIn } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useBuiltIn, useCanRunGguf, useLocalServers } from '../../lib/react/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';
import { AddEndpoint, addLocalServer, draftOf } from '../shared/add-endpoint.tsx';
import { SIGN_IN_PRESET, useSignIn } from '../shared/use-sign-in.ts';

type Props = {
  db: SidenoteDb;
  onModel: (model: ModelRef) => void;
  /** Called after an endpoint was added, to select one of its models; with the reason if it lists none. */
  onChoose: (listingError: string | null) => void;
};

/** The setup in the panel, until a model is configured. */
export function Connect({ db, onModel, onChoose }: Props) {
  const { search, ...found } = useLocalServers();
  const builtIn = useBuiltIn();
  const canRunModels = useCanRunGguf();
  const [draft, setDraft] = useState<EndpointDraft | null>(null);
  const [download, setDownload] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const signIn = useSignIn(onChoose);

  const use = async (server: LocalServer, modelId: string | null) => {
    const added = await addLocalServer(db, [], server);
    if ('error' in added) return setError(added.error);
    if (modelId === null) onChoose(null);
    else onModel({ endpointId: added.endpointId, modelId });
  };
  const takeBrowserModel = async () => {
    const model = browserModel();
    if (model === null) return;
    try {
      if (builtIn !== 'available') {
        setDownload(0);
        await downloadBuiltIn(model, setDownload, new AbortController().signal);
      }
      onModel({ endpointId: BUILT_IN_ENDPOINT.endpointId, modelId: 'built-in' });
    } catch (failure) {
      setError(t('builtInFailed', { reason: String(failure) }));
    }
    setDownload(null);
  };

  if (draft !== null) {
    return (
      <div className="connect-form">
        <AddEndpoint db={db} initial={draft} onAdded={onChoose} onCancel={() => setDraft(null)} />
      </div>
    );
  }
  return (
    <FirstRun
      builtIn={builtIn}
      download={download}
      error={error ?? signIn.error}
      onBuiltIn={() => void takeBrowserModel()}
      onHosted={() => setDraft(EMPTY_ENDPOINT)}
      canRunModels={canRunModels}
      signInName={SIGN_IN_PRESET?.name ?? ''}
      isSigningIn={signIn.isRunning}
      onSignIn={() => void signIn.signIn(SIGN_IN_PRESET?.presetId ?? '', null)}
    >
      <LocalServers
        search={found}
        onSearch={() => void search()}
        onUse={(server, modelId) => void use(server, modelId)}
        onDescribe={(server) => setDraft(draftOf(server))}
      />
    </FirstRun>
  );
}
