import type { ApprovalDetails } from '../../lib/contracts/index.ts';
import { formatList, language, t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';

/** What an approval would allow: the destination, the exact bytes, and whose text may have influenced them. */
export function ConfirmDetails({ confirm }: { confirm: ApprovalDetails }) {
  const { destination, sources, origin } = confirm;
  const host = destination === null ? null : URL.parse(destination)?.host;
  return (
    <dl className="confirm-details">
      {destination !== null && (
        <>
          <dt>{t('goesTo')}</dt>
          <dd>
            <strong>{host === undefined || host === null || host === '' ? t('unreadableAddress') : host}</strong>
            <pre>{visibleText(destination)}</pre>
          </dd>
        </>
      )}
      <dt>{t('exactlyThis')}</dt>
      <dd>
        <pre>{visibleText(`${confirm.toolName} ${confirm.arguments}`)}</pre>
      </dd>
      {origin !== null && (
        <>
          <dt>{t('besidePage')}</dt>
          <dd>{origin}</dd>
        </>
      )}
      {sources.length > 0 && (
        <>
          <dt>{t('afterReading')}</dt>
          <dd>{formatList(sources.map(sourceName))}</dd>
        </>
      )}
      <dt>{t('until')}</dt>
      <dd>{new Date(confirm.expiresAt).toLocaleTimeString(language())}</dd>
    </dl>
  );
}

/** Sites, files and servers are called by their names. */
function sourceName(source: string): string {
  return source === 'chats' ? t('sourceChats') : source;
}
