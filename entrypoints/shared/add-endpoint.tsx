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
import { hostedPreset, LOCAL_PRESETS, PRESETS, parseBaseUrl } from '../../lib/model-api/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';
import { saveEndpointDraft } from './save-draft.ts';

const CHOICES: readonly EndpointChoice[] = PRESETS.map((preset) => ({
  presetId: preset.presetId,
  name: preset.name,
  baseUrl: preset.baseUrl,
  isLocal: LOCAL_PRESETS.some((local) => local.presetId === preset.presetId),
}));

type Props = {
  db: SidenoteDb;
  initial: EndpointDraft;
  /** After it was saved and asked for its models; takes why it lists none, or null. */
  onAdded: (listTrouble: string | null) => void;
  onCancel: (() => void) | null;
};

/** The form for a new endpoint, with what is known of services; saves it, and asks it for its models. */
export function AddEndpoint({ db, initial, onAdded, onCancel }: Props) {
  const [formKey, setFormKey] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const add = async (draft: EndpointDraft) => {
    const saved = await saveEndpointDraft(db, draft, null);
    if ('error' in saved) return setError(saved.error);
    setError(null);
    setFormKey((key) => key + 1);
    if (saved.models.length > 0) return onAdded(null);
    const reply = await sendCommand({ type: 'list-models', endpointId: saved.endpointId });
    onAdded(reply.type === 'refused' ? failureMessage(reply.failure) : null);
  };
  return (
    <EndpointForm
      key={formKey}
      initial={initial}
      choices={CHOICES}
      judge={validateAddress}
      lastFour={null}
      submitLabel={t('addEndpoint')}
      error={error}
      onSubmit={(draft) => void add(draft)}
      onCancel={onCancel}
    />
  );
}

/** What the form says of an address while it is typed. */
export function validateAddress(text: string): AddressValidation | null {
  const address = parseBaseUrl(text);
  if ('error' in address) return null;
  const { warnings, takesKey, url } = address;
  const preset = hostedPreset(new URL(url).hostname) ?? LOCAL_PRESETS.find((local) => local.baseUrl === url) ?? null;
  return { warnings, takesKey, keyUrl: preset?.keyUrl ?? null, note: preset?.note ? t(preset.note) : '' };
}

/** A server that was found, as it is filled into the form. */
export function draftOf(server: LocalServer): EndpointDraft {
  const { baseUrl, models } = server;
  return { ...EMPTY_ENDPOINT, name: localServerName(server), baseUrl, models: models.join('\n') };
}

/**
 * Adds a server that was found on this machine, unless it is there already, and asks it what its models can do. To be
 * called directly in the click.
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
