import { SiteList } from '../../components/endpoints/site-list.tsx';
import { matchPattern, requestHostPermission, withdrawHost } from '../../lib/browser/permissions.ts';
import { t } from '../../lib/i18n/translate.ts';
import { useAllowedHosts } from '../../lib/panel/use-allowed-hosts.ts';
import type { Endpoint } from '../../lib/protocol/endpoint.ts';

/** What Sidenote may reach, and why; all of it can be taken back here. */
export function PermissionsSection({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const sites = useAllowedHosts().map((pattern) => ({
    pattern,
    usedBy: endpoints.filter(({ baseUrl }) => matchPattern(baseUrl) === pattern).map(({ name }) => name),
  }));
  const allow = async (address: string) => {
    const url = /^[a-z]+:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
    if (matchPattern(url) === null) return t('notAnAddress');
    return (await requestHostPermission(url)) ? null : t('browserSaidNo');
  };
  return (
    <section>
      <h2>{t('permissions')}</h2>
      <p className="lead">{t('permissionsLead')}</p>
      <SiteList sites={sites} onWithdraw={(pattern) => void withdrawHost(pattern)} onAllow={allow} />
    </section>
  );
}
