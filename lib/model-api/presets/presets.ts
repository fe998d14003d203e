import { type HostKind, hostKind, type ModelInterface, type RequestQuirk } from '../../contracts/index.ts';
import { HOSTED_PRESETS, LOCAL_PRESETS, type Preset } from './preset-rows.ts';

export const PRESETS: readonly Preset[] = [...HOSTED_PRESETS, ...LOCAL_PRESETS];

/** The settings of a server without a preset. */
const PLAIN: Pick<Preset, 'keyHeader' | 'listing'> = { keyHeader: 'authorization', listing: { path: '/models' } };

/** The connection settings for a base URL: those of its preset, regardless of the origin of the address. */
export function getConnectionSettings(baseUrl: string): Pick<Preset, 'keyHeader' | 'listing' | 'headers'> {
  const hostname = URL.parse(baseUrl)?.hostname;
  return (hostname === undefined ? null : hostedPreset(hostname)) ?? PLAIN;
}

/**
 * The interface of the server at a base URL, or of one of its models, unless the user chooses another. A service may
 * offer a model in only one of several interfaces.
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
 * Whether PDFs can be sent to a server as files. Local servers with Anthropic's or Gemini's interface silently ignore
 * them (quirk: vanished-pdf). Those with the Responses interface refuse files, which is learned from the refusal. For
 * hosted servers, the counted tokens decide.
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

/** No other known server uses this port. */
const OLLAMA_PORT = String(LOCAL_PRESETS.find(({ presetId }) => presetId === 'ollama')?.port);

/** The quirks of a model that are known from the first request, by the service at a base URL. */
export function fixedQuirks(baseUrl: string, modelId: string): RequestQuirk[] {
  const preset = hostedPreset(URL.parse(baseUrl)?.hostname ?? '');
  return preset?.cacheControl?.test(modelId) ? ['cache-control'] : [];
}

/**
 * The model for a user's first answer, before any was chosen: the endpoint's only model, or the newest of those named
 * in the service's preset. Null if the user has to choose.
 */
export function firstModel({ baseUrl, models }: { baseUrl: string; models: readonly string[] }): string | null {
  if (models.length === 1) return models[0] ?? null;
  const namePattern = hostedPreset(URL.parse(baseUrl)?.hostname ?? '')?.firstModel;
  const newestFirst = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
  return (namePattern && models.filter((id) => namePattern.test(id)).toSorted(newestFirst)[0]) ?? null;
}

/** The service to which a key belongs, by its prefix. Null if it could be any of several. */
export function presetOfKey(apiKey: string): Preset | null {
  return HOSTED_PRESETS.find(({ keyPrefix }) => keyPrefix?.test(apiKey.trim())) ?? null;
}

/**
 * The preset of a hosted service, by a host name as returned by `URL`. If several plans share a host, the first one.
 */
export function hostedPreset(hostname: string): Preset | null {
  return HOSTED_PRESETS.find((preset) => listHosts(preset).some((host) => matches(host, hostname))) ?? null;
}

/** The address of a server that is not a known service, or ''. Known services have valid certificates. */
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
