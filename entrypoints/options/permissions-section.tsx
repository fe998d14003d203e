import { SiteList } from '../../components/endpoints/site-list.tsx';
import type { Endpoint } from '../../lib/contracts/endpoint.ts';
import { matchPattern, requestHostPermission, withdrawHost } from '../../lib/extension/permissions.ts';
import { sitePolicies } from '../../lib/extension/settings.ts';
import { t } from '../../lib/i18n/translate.ts';
import { useAllowedHosts } from '../../lib/react/use-allowed-hosts.ts';
import { useSetting } from '../../lib/react/use-setting.ts';

/** What Sidenote may reach, and why; all of it can be taken back here. */
export function PermissionsSection({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const [policies = {}, setPolicies] = useSetting(sitePolicies);
  const sites = useAllowedHosts().map((pattern) => ({
    pattern,
    policy: policies[siteOf(pattern)] ?? 'send',
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
      <SiteList
        sites={sites}
        onWithdraw={(pattern) => void withdrawHost(pattern)}
        onPolicy={(pattern, policy) => setPolicies({ ...policies, [siteOf(pattern)]: policy })}
        onAllow={allow}
      />
    </section>
  );
}

/** The site of a match pattern of ours, which always names one host: without the path. */
function siteOf(pattern: string): string {
  return pattern.replace(/\/\*$/, '');
}
