import { Fragment, type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { StorageFailureView } from '../../components/storage/storage-failure.tsx';
import { followAppearance, watchFallbackDatabase } from '../../lib/extension/index.ts';
import { catalogueLanguage, t } from '../../lib/i18n/index.ts';
import { downloadAll, downloadNewer, useStore, useStoreEmptied } from '../../lib/react/index.ts';
import { createStorageFailure, type SidenoteDb, switchDatabase } from '../../lib/storage/index.ts';

import '../../components/theme.css';

/** Renders an extension page once the location of the database is known, and again when it changes. */
export function drawPage(db: SidenoteDb, page: ReactNode): void {
  const element = document.getElementById('root');
  if (element === null) return;
  document.documentElement.lang = catalogueLanguage();
  followAppearance();
  const root = createRoot(element);
  let draws = 0;
  void watchFallbackDatabase((fallback) => {
    switchDatabase(db, fallback);
    root.render(
      <Fragment key={draws++}>
        <StoreGate db={db}>{page}</StoreGate>
      </Fragment>,
    );
  });
}

/** An extension page, with messages about its database; or, if that does not open, what to do about it. */
function StoreGate({ db, children }: { db: SidenoteDb; children: ReactNode }) {
  const { failure, retry, reset } = useStore(db);
  const [exportError, setExportError] = useState('');
  const [isEmptied, dismiss] = useStoreEmptied();
  const saving = (work: Promise<unknown>) => {
    work.then(
      () => setExportError(''),
      (error: unknown) => setExportError(t('exportFailed', { reason: String(error) })),
    );
  };
  if (failure) {
    const onExport = failure.code === 'newer' ? () => saving(downloadNewer(new Date())) : null;
    const onReset = failure.code === 'broken' ? reset : null;
    const detail = exportError || failure.detail;
    return <StorageFailureView {...failure} detail={detail} onRetry={retry} onExport={onExport} onReset={onReset} />;
  }
  return (
    <>
      {db.place.isFallback() && (
        <StorageFailureView
          {...createStorageFailure('temporary', exportError)}
          onExport={() => saving(downloadAll(db, new Date()))}
          onReset={reset}
        />
      )}
      {isEmptied && <StorageFailureView {...createStorageFailure('emptied')} onDismiss={dismiss} />}
      {children}
    </>
  );
}
