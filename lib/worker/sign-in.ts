import {
  type Command,
  type CommandReply,
  type Endpoint,
  type Failure,
  isEndpointAllowed,
  type SignInWindowError,
} from '../contracts/index.ts';
import {
  codeOfRedirect,
  exchangeCodeForKey,
  PRESETS,
  type Preset,
  type SignIn,
  signInSecrets,
  signInUrl,
} from '../model-api/index.ts';
import { KeysLockedError } from '../storage/index.ts';
import { refuseCommand } from './command-replies.ts';
import { type EndpointWork, refreshModels } from './endpoints.ts';
import type { WorkerHold } from './held-work.ts';

export type SignInWork = EndpointWork & {
  signInWindow: {
    /** An address that the browser intercepts in a sign-in page. */
    redirectUrl(path: string): string;
    /** Opens a sign-in page in a separate window. `redirect`: the final address, unchecked. */
    open(url: string): Promise<{ redirect: string } | { error: SignInWindowError }>;
  };
  keepAlive: WorkerHold;
  newId: () => string;
};

/**
 * Lets the user sign in to a service in a browser window, and stores the resulting key for the command's endpoint. By
 * default, this is the service's endpoint, which is added if there is none. The worker does all of this, so that the
 * panel may be closed in the meantime.
 */
export async function signInToService(
  work: SignInWork,
  { presetId, endpointId }: Extract<Command, { type: 'sign-in' }>,
): Promise<CommandReply> {
  const preset = PRESETS.find((each) => each.presetId === presetId);
  if (preset?.signIn === undefined) return refuseCommand('internal', { type: 'not-understood' });
  const endpoint = await endpointFor(work, preset, endpointId);
  const { name } = endpoint;
  if (!isEndpointAllowed(await work.browser.readPolicy(), endpoint))
    return refuseCommand('not-found', { type: 'endpoint-blocked', name });
  if (!(await work.browser.hasHostPermission(endpoint.baseUrl)))
    return refuseCommand('permission', { type: 'endpoint-not-allowed', name });
  // Checked before the user signs in, since the key could not be stored afterwards.
  if ((await work.storage.keys.lockState(work.browser.session)) === 'locked')
    return refuseCommand('auth', { type: 'keys-locked' });
  const release = work.keepAlive.hold();
  try {
    const result = await requestKey(work, preset.presetId, preset.signIn);
    if ('failure' in result) return { type: 'refused', failure: result.failure };
    await work.storage.endpoints.save(endpoint);
    const { origin } = new URL(endpoint.baseUrl);
    await work.storage.keys.save(endpoint.endpointId, origin, result.apiKey, work.browser.session);
    const listing = await refreshModels(work, endpoint.endpointId);
    const failure = listing.type === 'refused' ? listing.failure : null;
    return { type: 'signed-in', endpointId: endpoint.endpointId, listing: failure };
  } catch (error) {
    if (error instanceof KeysLockedError) return refuseCommand('auth', { type: 'keys-locked' });
    throw error;
  } finally {
    release();
  }
}

/** A key belongs to an origin, so an endpoint elsewhere never gets the service's key. */
async function endpointFor(
  { storage, now, newId }: SignInWork,
  preset: Preset,
  endpointId: string | null,
): Promise<Endpoint> {
  const { origin } = new URL(preset.baseUrl);
  const savedEndpoints = await storage.endpoints.all();
  const isOfService = ({ baseUrl }: Endpoint) => URL.parse(baseUrl)?.origin === origin;
  const match =
    savedEndpoints.find((each) => each.endpointId === endpointId && isOfService(each)) ??
    savedEndpoints.find(isOfService);
  const { name, baseUrl } = preset;
  return match ?? { endpointId: newId(), name, baseUrl, models: [], createdAt: now() };
}

async function requestKey(
  { signInWindow, browser }: SignInWork,
  presetId: string,
  service: SignIn,
): Promise<{ apiKey: string } | { failure: Failure }> {
  const { host } = new URL(service.exchangeUrl);
  const { verifier, challenge, state } = await signInSecrets();
  const callbackUrl = signInWindow.redirectUrl(`${presetId}/${state}`);
  const flow = await signInWindow.open(signInUrl(service, callbackUrl, challenge));
  if ('error' in flow) return { failure: toFailure(flow.error, host) };
  const answer = codeOfRedirect(service, flow.redirect, callbackUrl);
  if ('failure' in answer) return answer;
  return exchangeCodeForKey(service, answer.code, verifier, browser.sendFor('sign-in'));
}

function toFailure(error: SignInWindowError, host: string): Failure {
  switch (error) {
    case 'cancelled':
      return { code: 'auth', reason: { type: 'sign-in-cancelled', host }, retryable: true };
    case 'not-loaded':
      return { code: 'network', reason: { type: 'unreachable', host }, retryable: true };
    default:
      return error satisfies never;
  }
}
