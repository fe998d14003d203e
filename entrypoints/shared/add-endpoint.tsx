import { useState } from 'react';
import {
  type AddressValidation,
  EMPTY_ENDPOINT,
  type EndpointChoice,
  type EndpointDraft,
  EndpointForm,
} from '../../components/endpoints/endpoint-form.tsx';
import { localServerName } from '../../components/endpoints/local-servers.tsx';
import { failureMessage } from '../../components/parts/failure-message.ts';
import type { Endpoint, LocalServer } from '../../lib/contracts/index.ts';
import { sendCommand } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import {
  hostedPreset,
  interfaceOf,
  LOCAL_PRESETS,
  PRESETS,
  parseBaseUrl,
  presetOfKey,
} from '../../lib/model-api/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';
import { saveEndpointDraft } from './save-draft.ts';
import { useSignIn } from './use-sign-in.ts';

const CHOICES: readonly EndpointChoice[] = PRESETS.map((preset) => ({
  presetId: preset.presetId,
  name: preset.name,
  baseUrl: preset.baseUrl,
  isLocal: LOCAL_PRESETS.some((local) => local.presetId === preset.presetId),
}));

type Props = {
  db: SidenoteDb;
  initial: EndpointDraft;
  /** Whether the form begins at the key, from which the service is known. */
  isForKey?: boolean;
  /** Called after it was saved and its models were requested, with the reason if it lists none, or null. */
  onAdded: (endpointId: string, listingError: string | null) => void;
  onCancel: (() => void) | null;
};

/** The form for a new endpoint, with the presets. Saves it and requests its models. */
export function AddEndpoint({ db, initial, isForKey = false, onAdded, onCancel }: Props) {
  const [formKey, setFormKey] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const signIn = useSignIn((endpointId, listingError) => {
    setFormKey((key) => key + 1);
    onAdded(endpointId, listingError);
  });
  const add = async (draft: EndpointDraft) => {
    const saved = await saveEndpointDraft(db, draft, null);
    if ('error' in saved) return setError(saved.error);
    setError(null);
    setFormKey((key) => key + 1);
    if (saved.models.length > 0) return onAdded(saved.endpointId, null);
    const reply = await sendCommand({ type: 'list-models', endpointId: saved.endpointId });
    onAdded(saved.endpointId, reply.type === 'refused' ? failureMessage(reply.failure) : null);
  };
  return (
    <EndpointForm
      key={formKey}
      initial={initial}
      choices={CHOICES}
      choiceOfKey={(apiKey) => CHOICES.find(({ presetId }) => presetId === presetOfKey(apiKey)?.presetId) ?? null}
      isForKey={isForKey}
      judge={validateAddress}
      keyWarning={keyWarning}
      lastFour={null}
      submitLabel={t('addEndpoint')}
      error={error ?? signIn.error}
      isSigningIn={signIn.isRunning}
      onSignIn={(presetId) => void signIn.signIn(presetId, null)}
      onSubmit={(draft) => void add(draft)}
      onCancel={onCancel}
    />
  );
}

/** The validation of an address while it is typed. */
export function validateAddress(text: string): AddressValidation | null {
  const address = parseBaseUrl(text);
  if ('error' in address) return null;
  const { warnings, takesKey, url } = address;
  const preset = hostedPreset(new URL(url).hostname) ?? LOCAL_PRESETS.find((local) => local.baseUrl === url) ?? null;
  return {
    warnings,
    takesKey,
    keyUrl: preset?.keyUrl ?? null,
    signIn: preset?.signIn ? { presetId: preset.presetId, name: preset.name } : null,
    note: preset?.note ? t(preset.note) : '',
    interface: interfaceOf(url),
  };
}

/** A service refuses the key of another; which one a key is of is known by its beginning. Other servers may take any. */
export function keyWarning(apiKey: string, baseUrl: string): string | null {
  const address = parseBaseUrl(baseUrl);
  if ('error' in address) return null;
  const { host, hostname } = new URL(address.url);
  const service = presetOfKey(apiKey);
  const own = hostedPreset(hostname);
  if (service === null || own?.keyPrefix === undefined || own.keyPrefix.test(apiKey.trim())) return null;
  return t('keyOfAnother', { service: service.name, host });
}

/** A detected server as a draft for the form. */
export function draftOf(server: LocalServer): EndpointDraft {
  const { baseUrl, models } = server;
  return { ...EMPTY_ENDPOINT, name: localServerName(server), baseUrl, models: models.join('\n') };
}

/**
 * Adds a server detected on this machine, unless it exists already, and requests the capabilities of its models. Call it directly
 * in a click handler.
 */
export async function addLocalServer(
  db: SidenoteDb,
  endpoints: readonly Endpoint[],
  server: LocalServer,
): Promise<Endpoint | { error: string }> {
  const present = endpoints.find((each) => each.baseUrl === server.baseUrl);
  const saved = present ?? (await saveEndpointDraft(db, draftOf(server), null));
  if (!('error' in saved)) void sendCommand({ type: 'list-models', endpointId: saved.endpointId });
  return saved;
}
