import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/index.ts';
import './managed-field.css';

/** Fields that cannot be changed while an organization sets them, and that say so. */
export function ManagedField({ isManaged, children }: { isManaged: boolean; children: ReactNode }) {
  if (!isManaged) return children;
  return (
    <fieldset className="managed" disabled>
      {children}
      <ManagedNote />
    </fieldset>
  );
}

export function ManagedNote() {
  return (
    <p className="managed-note">
      <Building2 aria-hidden="true" />
      {t('setByOrganization')}
    </p>
  );
}
