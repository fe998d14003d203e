import { Fragment, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { followAppearance, watchFallbackDatabase } from '../../lib/extension/index.ts';
import { catalogueLanguage } from '../../lib/i18n/index.ts';
import { type SidenoteDb, switchDatabase } from '../../lib/storage/index.ts';
import { StoreGate } from './store-gate.tsx';
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
