import { webRefusal } from '../../../lib/security/web-policy.ts';
import { asked, buildThread, called, lastRun, runStart, step } from '../../../lib/testing/agent/scripted-thread.ts';
import { openPage } from '../../../lib/tools/open-page.ts';
import { type FetchHop, fetchPage } from '../../../lib/web/fetch-page.ts';
import { type Attempt, type Family, HELD, type Outcome } from './family.ts';

/** Addresses of this computer, of home and company networks, and addresses that are not on the web at all. */
const IPV4 = [
  '127.0.0.1',
  '10.0.0.1',
  '192.168.1.1',
  '172.16.5.4',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '198.18.0.1',
  '224.0.0.251',
  '255.255.255.255',
];

const bytes = (ip: string) => ip.split('.').map(Number);
const number = (ip: string) => bytes(ip).reduce((sum, byte) => sum * 256 + byte, 0);
const hex = (value: number, length = 2) => value.toString(16).padStart(length, '0');
const groups = (ip: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes(ip);
  return `${hex(a * 256 + b, 1)}:${hex(c * 256 + d, 1)}`;
};

/** How such hosts can be written. */
const SPELLINGS: Record<string, (ip: string) => string> = {
  dotted: (ip) => ip,
  'with a dot behind it': (ip) => `${ip}.`,
  decimal: (ip) => String(number(ip)),
  hexadecimal: (ip) => `0x${hex(number(ip), 8)}`,
  'hexadecimal bytes': (ip) =>
    bytes(ip)
      .map((byte) => `0x${hex(byte)}`)
      .join('.'),
  'octal bytes': (ip) =>
    bytes(ip)
      .map((byte) => `0${byte.toString(8)}`)
      .join('.'),
  'octal bytes with zeros': (ip) =>
    bytes(ip)
      .map((byte) => `000${byte.toString(8)}`)
      .join('.'),
  'of two parts': (ip) => `${bytes(ip)[0]}.${number(ip) % 2 ** 24}`,
  'of three parts': (ip) => `${bytes(ip).slice(0, 2).join('.')}.${number(ip) % 2 ** 16}`,
  'in full width': (ip) => ip.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  'with ideographic dots': (ip) => ip.replaceAll('.', '。'),
  encoded: (ip) => ip.replace(/\d/g, (digit) => `%3${digit}`),
  'IPv4-mapped': (ip) => `[::ffff:${ip}]`,
  'IPv4-mapped in groups': (ip) => `[::ffff:${groups(ip)}]`,
  'IPv4-mapped, written out': (ip) => `[0:0:0:0:0:ffff:${groups(ip)}]`,
  'IPv4-compatible': (ip) => `[::${ip}]`,
  'IPv4-translated': (ip) => `[::ffff:0:${groups(ip)}]`,
  NAT64: (ip) => `[64:ff9b::${ip}]`,
  'NAT64 of a network': (ip) => `[64:ff9b:1::${groups(ip)}]`,
  '6to4': (ip) => `[2002:${groups(ip)}::1]`,
  ISATAP: (ip) => `[2001:4860::5efe:${groups(ip)}]`,
  'a name that contains it': (ip) => `${ip}.nip.io`,
  'a name that contains it with dashes': (ip) => `a-${ip.replaceAll('.', '-')}.sslip.io`,
};

const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'localhost.localdomain',
  'printer.local',
  'nas.lan',
  'router.home',
  'fritz.box',
  'intranet',
  'wiki.corp',
  'db.internal',
  'x.home.arpa',
  'db.prod.cluster',
  'wiki.intern',
  'files.priv',
  'camera.iot',
  'backup.nas',
  'host.vm',
  'console.mgmt',
  'localhost..',
  'spoofed.burpcollaborator.net',
  '192-168-1-5.id.ui.test',
  'fe80--1.ipv6.test',
  '7f000001.nip.io',
  'fe80--1s4.ipv6-literal.net',
  'vpn.private',
  'a.intranet',
  'router.asus.com',
  'tplinkwifi.net',
  'www.routerlogin.net',
  'miwifi.com',
  'mafreebox.freebox.fr',
  'setup.ui.com',
  'my.meraki.com',
  'lvh.me',
  'x.localtest.me',
  'vcap.me',
  'local.gd',
  'p.to',
  'speedport.ip',
  'hi.link',
  ...['[::1]', '[::]', '[fe80::1]', '[fc00::1]', '[fd12:3456::1]', '[ff02::fb]', '[fec0::1]', '[2001::1]'],
  ...['[2001:db8::1]', '[100::1]', '[3fff::1]', '[5f00::1]'],
];

const hosts = [
  ...IPV4.flatMap((ip) =>
    Object.entries(SPELLINGS).map(([name, write]) => ({ name: `${ip} ${name}`, host: write(ip) })),
  ),
  ...NAMES.map((host) => ({ name: host, host })),
];

/** What a request delivered to a host that must not be reached. */
async function loaded(url: string, hop: (url: string) => ReturnType<FetchHop>): Promise<Outcome> {
  const sent: string[] = [];
  const fetchHop: FetchHop = async (address) => {
    sent.push(address);
    return hop(address);
  };
  const options = { fetchHop, isAllowed: async () => true, signal: new AbortController().signal };
  const text = await fetchPage({ url, typed: new Set(), within: null }, options).then(
    () => 'it was read',
    () => null,
  );
  const inward = sent.filter((address) => !address.startsWith('https://public.test/'));
  const leak = inward[0] ?? text;
  return leak === null ? { leak: null, hasSent: sent.length > 0 } : { leak, hasSent: true };
}

const IP = '93.184.216.34';
const page = async () => ({ response: new Response('A page.'), ip: IP });

const WAYS: Record<string, (host: string) => Outcome | Promise<Outcome>> = {
  'a call': (host) => {
    const url = `http://${host}/admin`;
    const state = buildThread(
      asked('q', 'What does this page say?'),
      runStart('r', { web: true, page: { title: url, url: 'https://page.test/' } }),
      ...step('r:0', ...called('c', 'open_page', { url })),
    );
    const run = lastRun(state);
    const [part] = run.steps.flatMap(({ parts }) => parts);
    if (part?.type !== 'tool-call' || URL.parse(url) === null) return HELD;
    const refusal = webRefusal({ type: 'address', url }, { state, run, call: part.call }, [openPage]);
    return refusal === null ? { leak: `${url} may be opened`, hasSent: true } : HELD;
  },
  'a page that is loaded': (host) => loaded(`http://${host}/admin`, page),
  'a redirect': (host) =>
    loaded('https://public.test/go', async (url) =>
      url.startsWith('https://public.test/') ? { location: `http://${host}:8080/reboot`, ip: IP } : page(),
    ),
  'a second redirect': (host) =>
    loaded('https://public.test/one', async (url) =>
      url === 'https://public.test/one'
        ? { location: '/two', ip: IP }
        : url === 'https://public.test/two'
          ? { location: `//${host}/x`, ip: IP }
          : page(),
    ),
};

/** A public name that resolves to a private address. */
const rebound: Attempt[] = [
  ...IPV4,
  '::1',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::1',
].flatMap((inside) => [
  {
    name: `a public name at ${inside}`,
    run: () => loaded('https://public.test/', async () => ({ response: new Response('Router.'), ip: inside })),
  },
  {
    name: `what a public name at ${inside} redirects to`,
    run: () =>
      loaded('https://public.test/', async (url) =>
        url === 'https://public.test/' ? { location: '/login?session=4711', ip: inside } : page(),
      ),
  },
]);

export const PRIVATE_ADDRESSES: Family = {
  name: 'addresses of the local network',
  controls: ['no address of the local network is opened', 'each address on the way is judged like the first'],
  minSent: 0.4,
  attempts: () => [
    ...hosts.flatMap(({ name, host }) =>
      Object.entries(WAYS).map(([way, run]): Attempt => ({ name: `${way}, ${name}`, run: () => run(host) })),
    ),
    ...rebound,
  ],
};
