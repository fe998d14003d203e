import { addressErrorText, apiKeyErrorText } from '../../components/endpoints/address-text.ts';
import type { EndpointDraft } from '../../components/endpoints/endpoint-form.tsx';
import { storageFailureText } from '../../components/storage/storage-text.ts';
import { apiKeyError, type Endpoint } from '../../lib/contracts/index.ts';
import { browserSession, requestHostPermission } from '../../lib/extension/index.ts';
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
 * Saves what was typed, as a new endpoint or over `before`, and asks the browser for access to its host. To be called
 * directly in the click. Resolves to the endpoint, or to what is wrong.
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
  const keyTrouble = apiKeyError(apiKey);
  if (keyTrouble !== null) return { error: apiKeyErrorText(keyTrouble) };
  // First of all: browsers want to see the click. A no is fine; the endpoint then shows a button to allow it later.
  await requestHostPermission(baseUrl.url);
  const endpoint: Endpoint = {
    // What was set for one server is not sent to another.
    ...(before !== null && URL.parse(before.baseUrl)?.origin === baseUrl.origin ? before : {}),
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
