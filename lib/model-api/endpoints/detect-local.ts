import * as z from 'zod';
import { isJsonObject, type JsonObject, type LocalServer, parseJson } from '../../contracts/index.ts';
import { refusesOrigin } from '../errors/model-error.ts';
import { LOCAL_PRESETS } from '../presets/preset-rows.ts';

/**
 * Timeout for each of two requests to a server on this machine, in milliseconds. Most ports refuse immediately. A
 * server that is serving another client on a busy machine takes longer.
 */
const TIMEOUT_MS = 1_500;

type Fingerprint = { presetId: string; path: string; isMine: (reply: JsonObject) => boolean };

/** Values of the `Server` header by which servers identify themselves, even where they require a key. */
const SERVER_HEADERS: readonly { presetId: string; says: RegExp }[] = [{ presetId: 'llama-cpp', says: /^llama\.cpp/i }];

/** The owner of the listed models, for servers that identify themselves there. */
const OWNERS: Readonly<Record<string, string>> = {
  llamacpp: 'llama-cpp',
  vllm: 'vllm',
  sglang: 'sglang',
  koboldcpp: 'koboldcpp',
};

/**
 * Requests that only one kind of server answers in this way. LM Studio answers every request with 200, so the content
 * decides.
 */
const FINGERPRINTS: readonly Fingerprint[] = [
  { presetId: 'ollama', path: '/api/version', isMine: (reply) => typeof reply.version === 'string' },
  { presetId: 'lm-studio', path: '/api/v1/models', isMine: (reply) => Array.isArray(reply.models) },
  { presetId: 'lm-studio', path: '/api/v0/models', isMine: (reply) => Array.isArray(reply.data) },
  { presetId: 'llama-cpp', path: '/props', isMine: (reply) => 'default_generation_settings' in reply },
  { presetId: 'localai', path: '/v1/models/capabilities', isMine: (reply) => Array.isArray(reply.data) },
  { presetId: 'vllm', path: '/version', isMine: (reply) => typeof reply.version === 'string' },
  { presetId: 'koboldcpp', path: '/api/extra/version', isMine: (reply) => reply.result === 'KoboldCpp' },
  { presetId: 'sglang', path: '/get_model_info', isMine: (reply) => typeof reply.model_path === 'string' },
  { presetId: 'litellm', path: '/health/readiness', isMine: (reply) => typeof reply.litellm_version === 'string' },
];

/** An address to search, and the servers that usually use it. */
type Place = { origin: string; presetIds: readonly string[] };

/**
 * Searches for model servers on the usual ports of 127.0.0.1, in parallel, in at most 3 s. A server is found if it
 * lists its models (or requires a key for that, or is recognized otherwise) and supports chat. `places` is for tests.
 * Never rejects, since no answer means no server.
 */
export async function detectLocalServers(
  fetch: typeof globalThis.fetch,
  places: readonly Place[] = defaultAddresses(),
): Promise<LocalServer[]> {
  const detectedServers = await Promise.all(places.map((place) => look(fetch, place)));
  return detectedServers.flatMap((server) => (server === null ? [] : [server]));
}

/** The searched addresses, as `scheme://host:port`. */
export function defaultAddresses(): Place[] {
  const ports = [...new Set(LOCAL_PRESETS.map((preset) => preset.port))];
  return ports.map((port) => ({
    origin: `http://127.0.0.1:${port}`,
    presetIds: LOCAL_PRESETS.filter((preset) => preset.port === port).map((preset) => preset.presetId),
  }));
}

async function look(fetch: typeof globalThis.fetch, { origin, presetIds }: Place): Promise<LocalServer | null> {
  const fingerprints = FINGERPRINTS.filter(({ presetId }) => presetIds.includes(presetId));
  const [listing, ...replies] = await Promise.all([
    ask(fetch, `${origin}/v1/models`),
    ...fingerprints.map(({ path }) => ask(fetch, origin + path)),
  ]);
  const mine = fingerprints.find(({ isMine }, index) => {
    const reply = replies[index]?.json;
    return isJsonObject(reply) && isMine(reply);
  });
  const models = Listing.safeParse(listing?.json);
  const needsKey = listing?.status === 401;
  const reportedPreset = listing === null ? null : namedBy(listing, models.data ?? []);
  if (mine === undefined && reportedPreset === null && !models.success && !needsKey) return null;
  const post = await chat(fetch, origin, models.success);
  if (post === null) return null;
  // Jan has no endpoint that identifies it.
  const onlyJan = presetIds.length === 1 && presetIds[0] === 'jan' ? 'jan' : null;
  const presetId = mine?.presetId ?? reportedPreset ?? onlyJan;
  const name = LOCAL_PRESETS.find((preset) => preset.presetId === presetId)?.name ?? null;
  const ids = models.success ? models.data.map(({ id }) => id) : [];
  return { presetId, name, baseUrl: `${origin}/v1`, models: ids, post };
}

/**
 * The preset of a server that identifies itself in its list of models, or in the refusal of the list; otherwise null.
 */
function namedBy({ server }: Reply, models: readonly { owner: string }[]): string | null {
  const owners = new Set(models.map(({ owner }) => OWNERS[owner] ?? null));
  const [owner = null] = owners.size === 1 ? owners : [];
  return SERVER_HEADERS.find(({ says }) => says.test(server))?.presetId ?? owner;
}

const Listing = z
  .object({
    data: z.array(z.object({ id: z.string(), owned_by: z.string().catch('') }).catch({ id: '', owned_by: '' })),
  })
  .transform(({ data }) =>
    data.filter(({ id }) => id !== '').map(({ id, owned_by: owner }) => ({ id, owner: owner.toLowerCase() })),
  );

/**
 * A server's response to a chat request without a model or a message, which every server refuses without loading
 * anything.
 */
async function chat(
  fetch: typeof globalThis.fetch,
  origin: string,
  listsModels: boolean,
): Promise<LocalServer['post'] | null> {
  const reply = await ask(fetch, `${origin}/v1/chat/completions`, { model: '', messages: [], max_tokens: 1 });
  if (reply === null) return 'silent';
  // LiteLLM without a database answers every request without a key with its own error (quirk: key-refused-with-400).
  if (reply.status === 401 || (reply.status === 500 && !listsModels)) return 'needs-key';
  if (reply.status === 403 && refusesOrigin(reply.text)) return 'origin-refused';
  const isNoSuchPage = reply.status === 405 || (reply.status === 404 && !/model/i.test(reply.text));
  return isNoSuchPage ? null : 'answers';
}

/** `server`: the value of the `Server` header, or ''. */
type Reply = { status: number; text: string; json: unknown; server: string };

/** Null if there is no server, no answer in time, or another protocol. */
async function ask(fetch: typeof globalThis.fetch, url: string, body?: object): Promise<Reply | null> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, text, json: parseJson(text), server: response.headers.get('server') ?? '' };
  } catch {
    return null;
  }
}
