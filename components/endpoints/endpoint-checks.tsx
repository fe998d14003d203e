import type { CheckName, EndpointCheck } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import { CheckList } from '../parts/check-list.tsx';
import { RichText } from '../parts/rich-text.tsx';
import { checkMessage } from './check-message.ts';

const CHECK_LABELS: Record<CheckName, PlainKey> = {
  permission: 'checkPermission',
  reachable: 'checkReachable',
  origin: 'checkOrigin',
  key: 'checkKey',
  model: 'model',
  stream: 'checkStream',
  tools: 'tools',
  vision: 'checkVision',
  context: 'context',
};

/** The results of a connection test so far. */
export function EndpointChecks({ checks }: { checks: readonly EndpointCheck[] }) {
  return (
    <CheckList
      checks={checks.map(({ check, result, finding }) => ({
        name: check,
        result,
        text: (
          <RichText
            message="checkLine"
            with={{ check: <b>{t(CHECK_LABELS[check])}</b>, message: checkMessage(finding) }}
          />
        ),
      }))}
    />
  );
}
