import { useState } from 'react';
import { checkMessage, withDetail } from '../../components/endpoints/check-message.ts';
import {
  type AddressValidation,
  EMPTY_ENDPOINT,
  type EndpointChoice,
  type EndpointDraft,
  EndpointForm,
  type EndpointProblem,
} from '../../components/endpoints/endpoint-form.tsx';
import { localServerName } from '../../components/endpoints/local-servers.tsx';
import type { Recognized } from '../../components/endpoints/quick-connect.tsx';
import { addressErrorText, apiKeyErrorText } from '../../components/parts/address-text.ts';
import { failureMessage } from '../../components/parts/failure-message.ts';
import { storageFailureText } from '../../components/parts/storage-text.ts';
import {
  apiKeyError,
  type Endpoint,
  type EndpointCheck,
  type Failure,
  isEndpointAllowed,
  type LocalServer,
  type ModelRef,
} from '../../lib/contracts/index.ts';
import {
  browserSession,
  hasSignInWindows,
  readPolicy,
  requestHostPermission,
  requestHostPermissions,
  runConnectionTest,
  sendCommand,
} from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import {
  hostedPreset,
  inferModelInterface,
  LOCAL_PRESETS,
  PRESETS,
  parseBaseUrl,
  presetOfKey,
  readPastedCommand,
  readPastedKey,
} from '../../lib/model-api/index.ts';
import { findStorageFailure, KeysLockedError, type Stores } from '../../lib/storage/index.ts';

const CHOICES: readonly EndpointChoice[] = PRESETS.map((preset) => ({
  presetId: preset.presetId,
  name: preset.name,
  baseUrl: preset.baseUrl,
  isLocal: LOCAL_PRESETS.some((local) => local.presetId === preset.presetId),
}));

type Props = {
  storage: Pick<Stores, 'endpoints' | 'keys'>;
  initial: EndpointDraft;
  /** Why the values that were entered before the form was opened could not be used. */
  initialProblem?: EndpointProblem | null;
  /** Whether the form begins at the key, because the key determines the service. */
  isForKey?: boolean;
  submitLabel: string;
  /**
   * Called with the endpoint once it works. If the user saves it untested, it is called with the reason why it lists no
   * models.
   */
  onAdded: (endpointId: string, listingError: string | null) => void;
  onCancel: (() => void) | null;
};

/**
 * The form for a new endpoint, with the presets. It stays open with its values until the server lists its models, or a
 * model was named and the key is not refused. An endpoint that does not work is only kept if the user wants it.
 */
export function AddEndpoint(props: Props) {
  const { storage, initial, initialProblem = null, isForKey = false, submitLabel, onAdded, onCancel } = props;
  const [formKey, setFormKey] = useState(0);
  const [problem, setProblem] = useState(initialProblem);
  const [isBusy, setIsBusy] = useState(false);
  const [checks, setChecks] = useState<readonly EndpointCheck[]>([]);
  const finish = (endpointId: string, listingError: string | null) => {
    setProblem(null);
    setFormKey((key) => key + 1);
    onAdded(endpointId, listingError);
  };
  const signIn = useSignIn(finish);
  const add = async (draft: EndpointDraft) => {
    setIsBusy(true);
    try {
      const attempt = await tryDraft(storage, draft, (check) => setChecks((before) => [...before, check]));
      if ('problem' in attempt) setProblem(attempt.problem);
      else finish(attempt.endpointId, null);
    } finally {
      setIsBusy(false);
      setChecks([]);
    }
  };
  const saveUntested = async (draft: EndpointDraft) => {
    const savedEndpoint = await saveEndpointDraft(storage, draft, null);
    if ('error' in savedEndpoint) setProblem({ field: 'form', text: savedEndpoint.error });
    else finish(savedEndpoint.endpointId, savedEndpoint.models.length > 0 ? null : (problem?.text ?? null));
  };
  return (
    <EndpointForm
      key={formKey}
      initial={initial}
      choices={CHOICES}
      choiceOfKey={(apiKey) =>
        CHOICES.find(({ presetId }) => presetId === presetOfKey(readPastedKey(apiKey))?.presetId) ?? null
      }
      isForKey={isForKey}
      validate={validateAddress}
      keyWarning={keyWarning}
      lastFour={null}
      submitLabel={submitLabel}
      problem={problem ?? (signIn.error === null ? null : { field: 'form', text: signIn.error })}
      isBusy={isBusy}
      checks={checks}
      isSigningIn={signIn.isRunning}
      onSignIn={(presetId) => void signIn.signIn(presetId, null)}
      onSubmit={(draft) => void add(draft)}
      onSaveAnyway={(draft) => void saveUntested(draft)}
      onCancel={onCancel}
    />
  );
}

/** Saves a new endpoint and tries it. If it does not work, it is deleted again. `onCheck` receives each result. */
export async function tryDraft(
  storage: Pick<Stores, 'endpoints' | 'keys'>,
  draft: EndpointDraft,
  onCheck: OnCheck,
): Promise<{ endpointId: string } | { problem: EndpointProblem }> {
  // Without its models, because the panel assumes that an endpoint with models works.
  const savedEndpoint = await saveEndpointDraft(storage, { ...draft, models: '' }, null);
  if ('error' in savedEndpoint) return { problem: { field: 'form', text: savedEndpoint.error } };
  const problem = await tryEndpoint(storage, savedEndpoint, namesIn(draft.models), onCheck);
  if (problem === null) return savedEndpoint;
  await storage.endpoints.delete(savedEndpoint.endpointId);
  return { problem };
}

type OnCheck = (check: EndpointCheck) => void;

/**
 * Requests the models of a stored endpoint. Resolves to why it cannot be used, or null. `modelNames` are models to
 * store in place of the server's. Not every server lists models. One that does not has to answer a question to the
 * first of `modelNames`.
 */
export async function tryEndpoint(
  storage: Pick<Stores, 'endpoints'>,
  { endpointId, baseUrl }: Endpoint,
  modelNames: readonly string[],
  onCheck: OnCheck,
): Promise<EndpointProblem | null> {
  const { host } = new URL(baseUrl);
  const reply = await sendCommand({ type: 'list-models', endpointId });
  const count = reply.type === 'models' ? reply.models.length : 0;
  if (reply.type !== 'refused') {
    onCheck({ check: 'permission', result: 'ok', finding: { type: 'may-connect', host } });
    if (count > 0) onCheck({ check: 'reachable', result: 'ok', finding: { type: 'lists-models', host, count } });
  }
  const failure = reply.type === 'refused' ? reply.failure : count === 0 ? emptyList(host) : null;
  const [modelId] = modelNames;
  if (failure !== null && (modelId === undefined || failure.code === 'auth')) return toEndpointProblem(failure);
  if (modelNames.length > 0) await storage.endpoints.saveListedModels(endpointId, [...modelNames]);
  return failure === null || modelId === undefined ? null : tryModel({ endpointId, modelId }, onCheck);
}

/** Tests a model until its first answer, which brings all further results of a connection test. */
async function tryModel(model: ModelRef, onCheck: OnCheck): Promise<EndpointProblem | null> {
  const answerController = new AbortController();
  let problem: EndpointProblem | null = null;
  const look = (check: EndpointCheck) => {
    onCheck(check);
    if (check.result === 'failed') {
      const { finding } = check;
      problem =
        finding.type === 'failure'
          ? toEndpointProblem(finding.failure)
          : { field: 'form', text: checkMessage(finding) };
    }
    if (check.check === 'stream') answerController.abort();
  };
  await runConnectionTest(model, look, answerController.signal);
  return problem;
}

function emptyList(host: string): Failure {
  return {
    code: 'bad-response',
    reason: { type: 'models-not-listed', host, problem: { type: 'empty' } },
    retryable: false,
  };
}

function toEndpointProblem(failure: Failure): EndpointProblem {
  const reason = 'reason' in failure ? failure.reason : null;
  if (reason?.type === 'key-refused' || reason?.type === 'key-needed') {
    const { detail: _, ...withoutDetail } = failure;
    return { field: 'key', text: withDetail(withoutDetail) };
  }
  const namesHelp = reason?.type === 'models-not-listed' && reason.problem.type !== 'redirect';
  return { field: namesHelp ? 'models' : 'form', text: withDetail(failure) };
}

/** Returns the names of models, one per line. */
export function namesIn(lines: string): string[] {
  return [...new Set(lines.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

/** Validates an address while it is typed. */
export function validateAddress(text: string): AddressValidation | null {
  const address = parseBaseUrl(text);
  if ('error' in address) return null;
  const { warnings, takesKey, url } = address;
  const preset = hostedPreset(new URL(url).hostname) ?? LOCAL_PRESETS.find((local) => local.baseUrl === url) ?? null;
  return {
    warnings,
    takesKey,
    keyUrl: preset?.keyUrl ?? null,
    signIn: preset?.signIn && hasSignInWindows() ? { presetId: preset.presetId, name: preset.name } : null,
    note: preset?.note ? t(preset.note) : '',
    interface: inferModelInterface(url),
  };
}

/**
 * Returns a warning that a service refuses another service's key, or null. The service of a key is recognized by the
 * beginning of the key. Other servers may accept any key.
 */
export function keyWarning(apiKey: string, baseUrl: string): string | null {
  const address = parseBaseUrl(baseUrl);
  if ('error' in address) return null;
  const { host, hostname } = new URL(address.url);
  const service = presetOfKey(readPastedKey(apiKey));
  const own = hostedPreset(hostname);
  if (service === null || own?.keyPrefix === undefined || own.keyPrefix.test(readPastedKey(apiKey))) return null;
  return t('keyOfAnother', { service: service.name, host });
}

/** Converts pasted text to a draft for the form. `found` is what it was recognized as. */
export function draftFrom(text: string): { found: Recognized; draft: EndpointDraft } {
  const entered = readPastedKey(text);
  const service = presetOfKey(entered);
  if (service !== null) {
    const { name, baseUrl } = service;
    return { found: { type: 'key', service: name }, draft: { ...EMPTY_ENDPOINT, name, baseUrl, apiKey: entered } };
  }
  const command = readPastedCommand(text);
  if (command !== null) return readCommandDraft(command);
  if (isAddress(entered)) {
    return { found: { type: 'address' }, draft: { ...EMPTY_ENDPOINT, baseUrl: entered } };
  }
  const isKey = entered.length >= SHORTEST_KEY && apiKeyError(entered) === null;
  if (!isKey) return { found: { type: 'nothing' }, draft: EMPTY_ENDPOINT };
  return { found: { type: 'key', service: null }, draft: { ...EMPTY_ENDPOINT, apiKey: entered } };
}

function readCommandDraft({ address, apiKey }: { address: string; apiKey: string }) {
  const draft = { ...EMPTY_ENDPOINT, baseUrl: address, apiKey };
  const url = URL.parse(address);
  if (apiKey === '' || url === null) return { found: { type: 'address' } as const, draft };
  return { found: { type: 'key', service: hostedPreset(url.hostname)?.name ?? url.host } as const, draft };
}

/** The minimum length of a service's key, in characters. */
const SHORTEST_KEY = 16;

/**
 * Whether a text is an address. A text with a scheme is treated as one, even if it cannot be used. Keys can also
 * contain dots, but do not end like a host.
 */
function isAddress(text: string): boolean {
  if (/^(?:https?:\/\/|localhost\b)/i.test(text)) return true;
  const host = text.slice(0, 300).replace(/\/.*/s, '');
  return /^[\w.-]+(?::\d+|\.(?:[a-z]{2,24}|\d{1,3}))$/i.test(host) && !('error' in parseBaseUrl(text));
}

/** Converts a detected server to a draft for the form. */
export function toEndpointDraft(server: LocalServer): EndpointDraft {
  const { baseUrl, models } = server;
  return { ...EMPTY_ENDPOINT, name: localServerName(server), baseUrl, models: models.join('\n') };
}

/**
 * Adds a server detected on this machine, unless it already exists, and requests the capabilities of its models. Call
 * it directly in a click handler.
 */
export async function addLocalServer(
  storage: Pick<Stores, 'endpoints' | 'keys'>,
  endpoints: readonly Endpoint[],
  server: LocalServer,
): Promise<Endpoint | { error: string }> {
  const present = endpoints.find((each) => each.baseUrl === server.baseUrl);
  const savedEndpoint = present ?? (await saveEndpointDraft(storage, toEndpointDraft(server), null));
  if (!('error' in savedEndpoint)) void sendCommand({ type: 'list-models', endpointId: savedEndpoint.endpointId });
  return savedEndpoint;
}

/**
 * Saves the form as a new endpoint or over `before`, and requests access to its host. Call it directly in a click
 * handler. Resolves to the endpoint, or to the error.
 */
export async function saveEndpointDraft(
  storage: Pick<Stores, 'endpoints' | 'keys'>,
  draft: EndpointDraft,
  before: Endpoint | null,
): Promise<Endpoint | { error: string }> {
  const baseUrl = parseBaseUrl(draft.baseUrl);
  if ('error' in baseUrl) return { error: addressErrorText(baseUrl.error) };
  const apiKey = readPastedKey(draft.apiKey);
  if (apiKey !== '' && !baseUrl.takesKey) {
    return { error: t('keyInClearRefused') };
  }
  const keyError = apiKeyError(apiKey);
  if (keyError !== null) return { error: apiKeyErrorText(keyError) };
  // This comes first, because browsers require the click. If the user refuses, the endpoint has a button to allow it
  // later.
  await requestHostPermission(baseUrl.url);
  const { interface: _, ...kept } = before ?? {};
  const address = { endpointId: before?.endpointId ?? '', baseUrl: baseUrl.stored };
  if (!isEndpointAllowed(await readPolicy(), address)) return { error: t('hostBlockedByOrganization') };
  // Before anything is stored, so that submitting the form again does not create a second endpoint.
  if (apiKey !== '' && (await storage.keys.lockState(browserSession)) === 'locked')
    return { error: t('keysAreLocked') };
  const endpoint: Endpoint = {
    // Settings for one server are not sent to another.
    ...(before !== null && URL.parse(before.baseUrl)?.origin === baseUrl.origin ? kept : {}),
    ...(draft.interface === '' ? {} : { interface: draft.interface }),
    endpointId: before?.endpointId ?? crypto.randomUUID(),
    name: draft.name.trim() || new URL(baseUrl.url).host,
    baseUrl: baseUrl.stored,
    models: namesIn(draft.models),
    createdAt: before?.createdAt ?? Date.now(),
  };
  try {
    await storage.endpoints.save(endpoint);
    if (apiKey !== '') await storage.keys.save(endpoint.endpointId, baseUrl.origin, apiKey, browserSession);
    return endpoint;
  } catch (error) {
    if (error instanceof KeysLockedError) return { error: t('keysAreLocked') };
    const failure = findStorageFailure(error);
    if (failure === null) throw error;
    return { error: storageFailureText(failure.code) };
  }
}

/** The service that can be signed in to if no other one was chosen. */
export const SIGN_IN_PRESET = PRESETS.find(({ signIn }) => signIn !== undefined);

type SignInState = { isRunning: boolean; error: string | null };

/**
 * Signs in to a service, as an alternative to entering its key. `signIn` has to be called directly in a click handler.
 * `endpointId` is the endpoint that receives the key, or null for the service's. `onDone` is called after the key was
 * stored, with the endpoint, and the reason if no models are listed, or null.
 */
export function useSignIn(onDone: (endpointId: string, listingError: string | null) => void) {
  const [state, setState] = useState<SignInState>({ isRunning: false, error: null });
  const signIn = async (presetId: string, endpointId: string | null) => {
    const preset = PRESETS.find((each) => each.presetId === presetId);
    setState({ isRunning: true, error: null });
    const isAllowed = await requestHostPermissions(preset === undefined ? [] : [preset.baseUrl]);
    if (!isAllowed) return setState({ isRunning: false, error: t('browserSaidNo') });
    const reply = await sendCommand({ type: 'sign-in', presetId, endpointId });
    setState({ isRunning: false, error: reply.type === 'refused' ? failureMessage(reply.failure) : null });
    if (reply.type !== 'signed-in') return;
    onDone(reply.endpointId, reply.listing === null ? null : failureMessage(reply.listing));
  };
  return { ...state, signIn };
}

/** Whether an endpoint still has no models, so that its problem is not solved yet. */
export function lacksModels(endpoints: readonly Endpoint[], endpointId: string): boolean {
  return endpoints.some((each) => each.endpointId === endpointId && each.models.length === 0);
}
