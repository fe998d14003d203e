import { LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import type { EndpointCheck } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { TextField } from '../parts/form-field.tsx';
import { EndpointChecks } from './endpoint-checks.tsx';

type Props = {
  /** Recognizes pasted text: a key of a known service, the address of a server, or a key of an unknown service. */
  recognize: (text: string) => Recognized;
  /** Whether the server is being tried. */
  isBusy: boolean;
  /** The results of trying it so far. */
  checks: readonly EndpointCheck[];
  onConnect: (text: string) => void;
};

export type Recognized = { type: 'nothing' } | { type: 'key'; service: string | null } | { type: 'address' };

/** One field for either the key of a service or the address of a server. */
export function QuickConnect({ recognize, isBusy, checks, onConnect }: Props) {
  const [text, setText] = useState('');
  const recognition = recognize(text);
  return (
    <form
      className="quick-connect"
      onSubmit={(event) => {
        event.preventDefault();
        if (recognition.type !== 'nothing') onConnect(text.trim());
      }}
    >
      <TextField
        label={t('keyOrAddress')}
        hint={pickHint(recognition, text.trim() !== '')}
        // Hides a key from others who see the screen.
        type={recognition.type === 'key' ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        placeholder="sk-… / http://…"
        value={text}
        onText={setText}
      />
      <button type="submit" className="button" disabled={isBusy || recognition.type === 'nothing'}>
        {isBusy && <LoaderCircle size={15} className="spin" aria-hidden />}
        {t('connect')}
      </button>
      <EndpointChecks checks={checks} />
    </form>
  );
}

function pickHint(recognition: Recognized, hasText: boolean): string {
  switch (recognition.type) {
    case 'nothing':
      return t(hasText ? 'keyOrAddressUnknown' : 'keyOrAddressHint');
    case 'address':
      return t('addressRecognized');
    case 'key':
      return recognition.service === null ? t('keyUnrecognized') : t('keyRecognized', { service: recognition.service });
    default:
      return recognition satisfies never;
  }
}
