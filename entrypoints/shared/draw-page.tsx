import { Component, Fragment, type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ignoreKeysHeldElsewhere, keepFocusNearby } from '../../components/parts/keyboard.ts';
import { StorageFailureView } from '../../components/storage/storage-failure.tsx';
import { followAppearance, isStoreEmptied, watchFallbackDatabase } from '../../lib/extension/index.ts';
import { catalogueLanguage, t } from '../../lib/i18n/index.ts';
import { downloadAll, downloadNewer, useSetting, useStore } from '../../lib/react/index.ts';
import { createStorageFailure, findStorageFailure, type Stores } from '../../lib/storage/index.ts';

import '../../components/theme.css';

/** Renders an extension page once the location of the database is known, and again when it changes. */
export function drawPage(storage: Pick<Stores, 'database'>, page: ReactNode): void {
  const element = document.getElementById('root');
  if (element === null) return;
  document.documentElement.lang = catalogueLanguage();
  followAppearance();
  ignoreKeysHeldElsewhere(window);
  keepFocusNearby(document);
  const root = createRoot(element);
  let draws = 0;
  watchFallbackDatabase((fallback) => {
    storage.database.switchTo(fallback);
    root.render(
      <ErrorBoundary key={draws++}>
        <StoreGate storage={storage}>{page}</StoreGate>
      </ErrorBoundary>,
    );
  }).catch((error: unknown) => root.render(<ErrorView error={error} onRetry={() => location.reload()} />));
}

/**
 * Shows an error thrown while the page was rendered, such as that of a database query, and renders the page again on
 * request.
 */
class ErrorBoundary extends Component<{ children: ReactNode }, { thrown: { error: unknown } | null }> {
  override state: { thrown: { error: unknown } | null } = { thrown: null };

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } };
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (thrown === null) return this.props.children;
    return <ErrorView error={thrown.error} onRetry={() => this.setState({ thrown: null })} />;
  }
}

function ErrorView({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = findStorageFailure(error) ?? createStorageFailure('broken', String(error));
  return <StorageFailureView {...failure} onRetry={onRetry} />;
}

/** An extension page, with messages about its database. If that does not open, it shows what to do about it. */
function StoreGate({ storage, children }: { storage: Pick<Stores, 'database'>; children: ReactNode }) {
  const { failure, generation, retry, reset } = useStore(storage);
  const [exportError, setExportError] = useState('');
  const [isEmptied, setEmptied] = useSetting(isStoreEmptied);
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
      {storage.database.isFallback() && (
        <StorageFailureView
          {...createStorageFailure('temporary', exportError)}
          onExport={() => saving(downloadAll(storage, new Date()))}
          onReset={reset}
        />
      )}
      {isEmptied && <StorageFailureView {...createStorageFailure('emptied')} onDismiss={() => setEmptied(false)} />}
      <Fragment key={generation}>{children}</Fragment>
    </>
  );
}
