import { type FormEvent, useId, useState } from 'react';
import { type BrowserPermission, SitePolicy } from '../../lib/contracts/index.ts';
import { formatList, type PlainKey, t } from '../../lib/i18n/index.ts';
import './site-list.css';

/** A site the user allowed permanently. `usedBy` are the names of its endpoints. */
export type AllowedSite = {
  pattern: string;
  usedBy: string[];
  /** Whether its pages are sent with questions. */
  policy: SitePolicy;
};

type Props = {
  /** Permissions of the browser that were granted for searches. */
  permissions: BrowserPermission[];
  onWithdrawPermission: (permission: BrowserPermission) => void;
  sites: AllowedSite[];
  onWithdraw: (pattern: string) => void;
  onPolicy: (pattern: string, policy: SitePolicy) => void;
  /** Resolves to the error in the address, or null. */
  onAllow: (address: string) => Promise<string | null>;
};

/**
 * The permissions and sites that Sidenote may use without asking, one per line, with their use and a button to withdraw
 * them.
 */
export function SiteList({ permissions, onWithdrawPermission, sites, onWithdraw, onPolicy, onAllow }: Props) {
  return (
    <>
      {sites.length === 0 && <p className="hint">{t('noSites')}</p>}
      <ul className="site-list" aria-label={t('allowedSites')}>
        {permissions.map((permission) => (
          <li key={permission}>
            <span>
              {t(PERMISSIONS[permission])}
              <span className="hint">{t('permissionForSearch')}</span>
            </span>
            <button
              type="button"
              className="button"
              aria-label={t('withdrawSite', { site: t(PERMISSIONS[permission]) })}
              onClick={() => onWithdrawPermission(permission)}
            >
              {t('withdraw')}
            </button>
          </li>
        ))}
        {sites.map(({ pattern, usedBy, policy }) => (
          <li key={pattern}>
            <span>
              <code>{pattern}</code>
              <span className="hint">
                {usedBy.length > 0 ? t('siteForEndpoints', { names: formatList(usedBy) }) : t('siteForReading')}
              </span>
            </span>
            {usedBy.length === 0 && (
              <select
                className="small-select"
                aria-label={t('sitePolicyLabel', { site: pattern })}
                value={policy}
                onChange={(event) => onPolicy(pattern, SitePolicy.parse(event.target.value))}
              >
                {SitePolicy.options.map((each) => (
                  <option key={each} value={each}>
                    {t(POLICIES[each])}
                  </option>
                ))}
              </select>
            )}
            <button
              type="button"
              className="button"
              aria-label={t('withdrawSite', { site: pattern })}
              onClick={() => onWithdraw(pattern)}
            >
              {t('withdraw')}
            </button>
          </li>
        ))}
      </ul>
      <AllowForm onAllow={onAllow} />
    </>
  );
}

const PERMISSIONS: Record<BrowserPermission, PlainKey> = {
  bookmarks: 'permissionBookmarks',
  history: 'permissionHistory',
};

const POLICIES: Record<SitePolicy, PlainKey> = {
  send: 'sitePolicySend',
  ask: 'sitePolicyAsk',
  never: 'sitePolicyNever',
};

function AllowForm({ onAllow }: Pick<Props, 'onAllow'>) {
  const id = useId();
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onAllow(address).then((nextProblem) => {
      setProblem(nextProblem);
      if (nextProblem === null) setAddress('');
    });
  };
  return (
    <form className="field" onSubmit={submit}>
      <label htmlFor={id}>{t('allowSiteLabel')}</label>
      <span className="field-row">
        <input
          id={id}
          value={address}
          spellCheck={false}
          placeholder="https://example.org"
          onChange={(event) => setAddress(event.target.value)}
        />
        <button type="submit" className="button">
          {t('allowSite')}
        </button>
      </span>
      {problem && (
        <p className="hint" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
