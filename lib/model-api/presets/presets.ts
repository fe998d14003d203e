import { hostKind, type ModelInterface, type RequestQuirk } from '../../contracts/index.ts';
import { HOSTED_PRESETS } from './hosted-presets.ts';
import { LOCAL_PRESETS } from './local-presets.ts';
import type { Preset } from './preset.ts';

export const PRESETS: readonly Preset[] = [...HOSTED_PRESETS, ...LOCAL_PRESETS];

/** The settings of a server without preset. */
const PLAIN: Pick<Preset, 'keyHeader' | 'listing'> = { keyHeader: 'authorization', listing: { path: '/models' } };

/** The connection settings for a base URL: those of its preset, wherever the address came from. */
export function connectionOf(baseUrl: string): Pick<Preset, 'keyHeader' | 'listing' | 'headers'> {
  const hostname = URL.parse(baseUrl)?.hostname;
  return (hostname === undefined ? null : hostedPreset(hostname)) ?? PLAIN;
}

/** How the server at a base URL is spoken to, unless the user says otherwise. */
export function interfaceOf(baseUrl: string): ModelInterface {
  const url = URL.parse(baseUrl);
  if (url === null) return 'chat-completions';
  const isOllama = url.port === OLLAMA_PORT && hostKind(url.hostname) !== 'public';
  return isOllama ? 'ollama' : (hostedPreset(url.hostname)?.interface ?? 'chat-completions');
}

/** Nothing else is known to listen there. */
const OLLAMA_PORT = String(LOCAL_PRESETS.find(({ presetId }) => presetId === 'ollama')?.port);

/** What requests to a model of the service at a base URL do differently from the first on. */
export function fixedQuirks(baseUrl: string, modelId: string): RequestQuirk[] {
  const preset = hostedPreset(URL.parse(baseUrl)?.hostname ?? '');
  return preset?.cacheControl?.test(modelId) ? ['cache-control'] : [];
}

/** The preset of a hosted service, by a host name as `URL` returns it. */
export function hostedPreset(hostname: string): Preset | null {
  return HOSTED_PRESETS.find((preset) => hostsOf(preset).some((host) => matches(host, hostname))) ?? null;
}

function hostsOf({ baseUrl, otherHosts = [] }: Preset): string[] {
  return [new URL(baseUrl).hostname, ...otherHosts];
}

/** `resource.openai.azure.com` matches every resource. */
function matches(host: string, hostname: string): boolean {
  return host.startsWith('resource.') ? hostname.endsWith(host.slice('resource'.length)) : host === hostname;
}
