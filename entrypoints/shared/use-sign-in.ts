import { useState } from 'react';
import { failureMessage } from '../../components/parts/failure-message.ts';
import { requestHostPermissions, sendCommand } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { PRESETS } from '../../lib/model-api/index.ts';

/** The service that can be signed in to where no other was chosen. */
export const SIGN_IN_PRESET = PRESETS.find(({ signIn }) => signIn !== undefined);

export type SignInState = { isRunning: boolean; error: string | null };

/**
 * Signing in to a service instead of entering its key. `signIn` has to be called directly in a click handler; `endpointId`: the
 * endpoint that gets the key, null for the service's. `onDone`: called after the key was stored, with the endpoint, and the reason
 * if no models are listed, or null.
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
