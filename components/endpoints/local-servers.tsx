import { LoaderCircle, Radar } from 'lucide-react';
import type { Failure, LocalServer } from '../../lib/contracts/index.ts';
import { formatChoices, t } from '../../lib/i18n/index.ts';
import { failureMessage } from '../parts/failure-message.ts';
import './local-servers.css';

/** `found` is null before the search. `failure` is why the search failed, or null. */
export type LocalSearch = {
  isSearching: boolean;
  found: readonly LocalServer[] | null;
  failure: Failure | 'permission-needed' | null;
};

type Props = {
  search: LocalSearch;
  onSearch: () => void;
  /** Adds a server with one of its models, or null for no particular one. */
  onUse: (server: LocalServer, modelId: string | null) => void;
  /** Opens the form for a server that needs more than an address. */
  onDescribe: (server: LocalServer) => void;
};

const SERVERS = ['Ollama', 'LM Studio', 'llama.cpp', 'vLLM', 'Jan', 'LocalAI', 'KoboldCpp', 'SGLang'];

/** The maximum number of models offered per server. The others are in the list of models. */
const MAX_MODELS = 5;

/** Searches for model servers on this machine on request, and offers those found. */
export function LocalServers({ search, onSearch, onUse, onDescribe }: Props) {
  const { isSearching, found, failure } = search;
  return (
    <div className="local-servers">
      <button type="button" className="button primary" disabled={isSearching} onClick={onSearch}>
        {isSearching ? <LoaderCircle size={15} className="spin" aria-hidden /> : <Radar size={15} aria-hidden />}
        {t(found === null ? 'findLocal' : 'lookAgain')}
      </button>
      <div role="status">
        {failure !== null && <p className="local-note">{searchMessage(failure)}</p>}
        {found?.length === 0 && <p className="local-note">{t('noLocal', { servers: formatChoices(SERVERS) })}</p>}
      </div>
      {found?.map((server) => (
        <section key={server.baseUrl} className="local-server" aria-label={localServerName(server)}>
          <h3>
            {localServerName(server)} <code>{new URL(server.baseUrl).host}</code>
          </h3>
          <ServerOffer server={server} onUse={onUse} onDescribe={onDescribe} />
        </section>
      ))}
    </div>
  );
}

/** An unknown server is named by its port. */
export function localServerName({ name, baseUrl }: LocalServer): string {
  return name ?? t('serverOnPort', { port: new URL(baseUrl).port });
}

function searchMessage(failure: Failure | 'permission-needed'): string {
  return failure === 'permission-needed' ? t('searchNeedsPermission') : failureMessage(failure);
}

type OfferProps = Pick<Props, 'onUse' | 'onDescribe'> & { server: LocalServer };

function ServerOffer({ server, onUse, onDescribe }: OfferProps) {
  switch (server.post) {
    case 'needs-key':
      return (
        <>
          <p>{t('wantsKey')}</p>
          <button type="button" className="button" onClick={() => onDescribe(server)}>
            {t('enterKey')}
          </button>
        </>
      );
    case 'origin-refused':
      return <p>{t('refusesExtensions', { setting: 'OLLAMA_ORIGINS=*' })}</p>;
    case 'answers':
    case 'silent':
      return <ModelButtons server={server} onUse={onUse} />;
    default:
      return server.post satisfies never;
  }
}

function ModelButtons({ server, onUse }: Omit<OfferProps, 'onDescribe'>) {
  const { models, post } = server;
  const others = models.length - MAX_MODELS;
  return (
    <>
      {post === 'silent' && <p>{t('takesLong')}</p>}
      {models.length === 0 && <p>{t('hasNoModels')}</p>}
      <div className="local-models">
        {models.slice(0, MAX_MODELS).map((modelId) => (
          <button key={modelId} type="button" className="button" onClick={() => onUse(server, modelId)}>
            <span>{modelId}</span>
          </button>
        ))}
        {others > 0 && (
          <button type="button" className="button quiet" onClick={() => onUse(server, null)}>
            {t('moreModels', { number: others })}
          </button>
        )}
      </div>
    </>
  );
}
