import { Square, Volume2 } from 'lucide-react';
import { createContext, useContext } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { IconButton } from '../parts/icon-button.tsx';

/** The answer that is read aloud, and a function to start or stop. Null if the browser has no voice. */
export type ReadAloudControl = { speaking: string | null; toggle: (messageId: string) => void };
export const ReadAloud = createContext<ReadAloudControl | null>(null);

/** Starts and stops reading one answer aloud. */
export function ReadAloudButton({ messageId }: { messageId: string }) {
  const control = useContext(ReadAloud);
  if (control === null) return null;
  const isSpeaking = control.speaking === messageId;
  return (
    <IconButton label={t(isSpeaking ? 'stopReading' : 'readAloud')} onClick={() => control.toggle(messageId)}>
      {isSpeaking ? <Square size={12} fill="currentColor" aria-hidden /> : <Volume2 size={14} aria-hidden />}
    </IconButton>
  );
}
