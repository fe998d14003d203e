import type { EndpointDraft } from '../../components/endpoints/endpoint-form.tsx';
import { addressErrorText, apiKeyErrorText } from '../../components/parts/address-text.ts';
import { storageFailureText } from '../../components/parts/storage-text.ts';
import { apiKeyError, type Endpoint, isEndpointAllowed } from '../../lib/contracts/index.ts';
import { browserSession, readPolicy, requestHostPermission } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { parseBaseUrl } from '../../lib/model-api/index.ts';
import {
  KeysLockedError,
  type SidenoteDb,
  saveApiKey,
  saveEndpoint,
  storageFailureOf,
} from '../../lib/storage/index.ts';

/**
 * Saves the form as a new endpoint or over `before`, and requests access to its host. Call it directly in a click handler.
 * Resolves to the endpoint, or to the error.
 */
export async function saveEndpointDraft(
  db: SidenoteDb,
  draft: EndpointDraft,
  before: Endpoint | null,
): Promise<Endpoint | { error: string }> {
  const baseUrl = parseBaseUrl(draft.baseUrl);
  if ('error' in baseUrl) return { error: addressErrorText(baseUrl.error) };
  const apiKey = draft.apiKey.trim();
  if (apiKey !== '' && !baseUrl.takesKey) {
    return { error: t('keyInClearRefused') };
  }
  const keyError = apiKeyError(apiKey);
  if (keyError !== null) return { error: apiKeyErrorText(keyError) };
  // This comes first, since browsers require the click. A refusal is accepted; the endpoint then has a button to allow it later.
  await requestHostPermission(baseUrl.url);
  const { interface: _, ...kept } = before ?? {};
  const address = { endpointId: before?.endpointId ?? '', baseUrl: baseUrl.url };
  if (!isEndpointAllowed(await readPolicy(), address)) return { error: t('hostBlockedByOrganization') };
  const endpoint: Endpoint = {
    // What was set for one server is not sent to another.
    ...(before !== null && URL.parse(before.baseUrl)?.origin === baseUrl.origin ? kept : {}),
    ...(draft.interface === '' ? {} : { interface: draft.interface }),
    endpointId: before?.endpointId ?? crypto.randomUUID(),
    name: draft.name.trim() || new URL(baseUrl.url).host,
    baseUrl: baseUrl.url,
    models: [...new Set(draft.models.split('\n').map((line) => line.trim()))].filter((line) => line !== ''),
    createdAt: before?.createdAt ?? Date.now(),
  };
  try {
    await saveEndpoint(db, endpoint);
    if (apiKey !== '') await saveApiKey(db, endpoint.endpointId, baseUrl.origin, apiKey, browserSession);
    return endpoint;
  } catch (error) {
    if (error instanceof KeysLockedError) return { error: t('keysAreLocked') };
    const failure = storageFailureOf(error);
    if (failure === null) throw error;
    return { error: storageFailureText(failure.code) };
  }
}
