import { SiteList } from '../../components/site-list.tsx';
import { matchPattern, requestHostPermission, withdrawHost } from '../../lib/browser/permissions.ts';
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
    if (matchPattern(url) === null) return 'This is not a web address. It should look like https://example.org.';
    return (await requestHostPermission(url)) ? null : 'The browser was not told yes.';
  };
  return (
    <section>
      <h2>Permissions</h2>
      <p className="lead">
        Installing Sidenote gives it no site. A page is read only when you ask about it: share it with the toolbar
        button, or allow its site here. Each server you add is allowed by itself.
      </p>
      <SiteList sites={sites} onWithdraw={(pattern) => void withdrawHost(pattern)} onAllow={allow} />
    </section>
  );
}
