import { useMemo } from 'react';
import type { Secret, SecretKind } from '../../lib/contracts/index.ts';
import { formatList, type PlainKey, t } from '../../lib/i18n/index.ts';
import { maskSecrets } from '../../lib/security/index.ts';
import { ConfirmButton } from '../parts/buttons.tsx';

type Props = {
  /** The tool's output. */
  content: string;
  /** The secrets of the whole page. `content` may only contain some of them. */
  secrets?: readonly Secret[] | undefined;
  /** Whether the user revealed it to the model. */
  isRevealed: boolean;
  onReveal: () => void;
};

/** Shows what is masked in a result, and offers to send it unmasked. Renders nothing if nothing is masked. */
export function MaskNote({ content, secrets, isRevealed, onReveal }: Props) {
  const masked = useMemo(() => maskSecrets(content, secrets).masked, [content, secrets]);
  if (masked.length === 0) return null;
  const what = formatList(masked.map(({ kind, count }) => formatKindCount(t(KINDS[kind]), count)));
  if (isRevealed) return <p className="mask-note">{t('wasRevealed', { what })}</p>;
  return (
    <p className="mask-note" role="note">
      {t('hiddenFromModel', { what })}{' '}
      <ConfirmButton
        className="button quiet small"
        label={t('reveal')}
        question={t('reallyReveal')}
        onConfirm={onReveal}
      >
        {t('reveal')}
      </ConfirmButton>
    </p>
  );
}

const KINDS: Record<SecretKind, PlainKey> = {
  'private key': 'secretPrivateKey',
  key: 'secretKey',
  password: 'secretPassword',
  'card number': 'secretCard',
  IBAN: 'secretIban',
  code: 'secretCode',
  'recovery phrase': 'secretPhrase',
};

function formatKindCount(kind: string, count: number): string {
  return count === 1 ? kind : t('secretTimes', { kind, count });
}
