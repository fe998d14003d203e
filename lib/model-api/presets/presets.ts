import { type HostKind, hostKind, type ModelInterface, type RequestQuirk } from '../../contracts/index.ts';
import { HOSTED_PRESETS, LOCAL_PRESETS, type Preset } from './preset-rows.ts';

export const PRESETS: readonly Preset[] = [...HOSTED_PRESETS, ...LOCAL_PRESETS];

/** The settings of a server without preset. */
const PLAIN: Pick<Preset, 'keyHeader' | 'listing'> = { keyHeader: 'authorization', listing: { path: '/models' } };

/** The connection settings for a base URL: those of its preset, wherever the address came from. */
export function getConnectionSettings(baseUrl: string): Pick<Preset, 'keyHeader' | 'listing' | 'headers'> {
  const hostname = URL.parse(baseUrl)?.hostname;
  return (hostname === undefined ? null : hostedPreset(hostname)) ?? PLAIN;
}

/**
 * The interface of the server at a base URL, or of one of its models, unless the user sets another. A service may have a model
 * over one of several alone.
 */
export function inferModelInterface(baseUrl: string, modelId: string | null = null): ModelInterface {
  const url = URL.parse(baseUrl);
  if (url === null) return 'chat-completions';
  const isOllama = url.port === OLLAMA_PORT && hostKind(url.hostname) !== 'public';
  if (isOllama) return 'ollama';
  const preset = hostedPreset(url.hostname);
  const own = modelId === null ? undefined : preset?.modelInterfaces?.find(({ models }) => models.test(modelId));
  return own?.interface ?? preset?.interface ?? 'chat-completions';
}

/**
 * Whether PDFs can be sent as files to a server. Local servers with Anthropic's or Gemini's interface answer as if there were
 * none (quirk: vanished-pdf); over Responses they refuse files, which is learned. Of hosted ones the counted tokens decide.
 */
export function takesPdfs(modelInterface: ModelInterface, baseUrl: string): boolean {
  switch (modelInterface) {
    case 'openai-responses':
      return true;
    case 'anthropic-messages':
    case 'gemini':
      return hostKind(URL.parse(baseUrl)?.hostname ?? '') === 'public';
    case 'chat-completions':
    case 'ollama':
      return false;
    default:
      return modelInterface satisfies never;
  }
}

/** Nothing else is known to listen there. */
const OLLAMA_PORT = String(LOCAL_PRESETS.find(({ presetId }) => presetId === 'ollama')?.port);

/** What requests to a model of the service at a base URL do differently from the first on. */
export function fixedQuirks(baseUrl: string, modelId: string): RequestQuirk[] {
  const preset = hostedPreset(URL.parse(baseUrl)?.hostname ?? '');
  return preset?.cacheControl?.test(modelId) ? ['cache-control'] : [];
}

/**
 * The model of an endpoint for a user's first answer, before any was chosen: the only one there is, or the newest of those that
 * its service's preset names. Null if the user has to choose.
 */
export function firstModel({ baseUrl, models }: { baseUrl: string; models: readonly string[] }): string | null {
  if (models.length === 1) return models[0] ?? null;
  const namePattern = hostedPreset(URL.parse(baseUrl)?.hostname ?? '')?.firstModel;
  const newestFirst = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
  return (namePattern && models.filter((id) => namePattern.test(id)).toSorted(newestFirst)[0]) ?? null;
}

/** The service that a key is of by its beginning; null if it could be of several. */
export function presetOfKey(apiKey: string): Preset | null {
  return HOSTED_PRESETS.find(({ keyPrefix }) => keyPrefix?.test(apiKey.trim())) ?? null;
}

/** The preset of a hosted service, by a host name as `URL` returns it; the first of several plans that share a host. */
export function hostedPreset(hostname: string): Preset | null {
  return HOSTED_PRESETS.find((preset) => listHosts(preset).some((host) => matches(host, hostname))) ?? null;
}

/** An address, unless it is that of a known service, whose certificates are in order; then ''. */
export function ownAddress(baseUrl: string): string {
  return hostedPreset(URL.parse(baseUrl)?.hostname ?? '') === null ? baseUrl : '';
}

type Server = { baseUrl: string; hostKind: HostKind; apiKey: string | null };

/** The server and model that a request goes to, as failures name them. */
export function serverTarget({ baseUrl, hostKind: kind, apiKey }: Server, modelId: string) {
  const { host } = new URL(baseUrl);
  return { host, ownAddress: ownAddress(baseUrl), hostKind: kind, hasKey: apiKey !== null, modelId };
}

function listHosts({ baseUrl, otherHosts = [] }: Preset): string[] {
  return [new URL(baseUrl).hostname, ...otherHosts];
}

/** `resource.openai.azure.com` matches every resource. */
function matches(host: string, hostname: string): boolean {
  return host.startsWith('resource.') ? hostname.endsWith(host.slice('resource'.length)) : host === hostname;
}
