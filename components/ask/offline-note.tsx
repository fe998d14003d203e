import { t } from '../../lib/i18n/index.ts';

/** Says that the chosen model is out there, and the network is not. It stops nothing: browsers may be wrong about that. */
export function OfflineNote({ server }: { server: string }) {
  return (
    <p className="panel-note" role="status">
      {t('offlineNote', { server })}
    </p>
  );
}
