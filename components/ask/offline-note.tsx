import { t } from '../../lib/i18n/index.ts';

/** Notes that the browser is offline and the model is hosted. Sending stays possible, since browsers may be wrong about it. */
export function OfflineNote({ server }: { server: string }) {
  return (
    <p className="panel-note" role="status">
      {t('offlineNote', { server })}
    </p>
  );
}
