import './check-list.css';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EndpointCheck } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';

type Result = EndpointCheck['result'];
type Props = { checks: readonly { name: string; result: Result; text: ReactNode }[] };

/** The results of a connection test so far, one line for each check. Renders nothing before the first. */
export function CheckList({ checks }: Props) {
  if (checks.length === 0) return null;
  return (
    <ul className="checks" aria-label={t('connectionTest')}>
      {checks.map(({ name, result, text }) => (
        <li key={name} data-result={result}>
          <ResultIcon result={result} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function ResultIcon({ result }: { result: Result }) {
  switch (result) {
    case 'ok':
      return <CircleCheck size={15} aria-label={t('checkWorks')} />;
    case 'note':
      return <Info size={15} aria-label={t('checkNote')} />;
    case 'failed':
      return <CircleAlert size={15} aria-label={t('failed')} />;
    default:
      return result satisfies never;
  }
}
