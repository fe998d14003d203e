/**
 * Names that home and company networks use internally (RFC 6761, 6762, 8375; ICANN's `internal`), and nonexistent
 * top-level domains used by routers.
 */
export const PRIVATE_NAME =
  /^(?:[^.]+|.*\.(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|router|gateway|setup|station|cpe|domain|host|workgroup|homenet|intra|dmz|wifi|hole|repeater|powerline|bbrouter|svc|k8s|docker|consul|belkin|easybox|jetpack|home\.arpa)|home\.arpa|[^.]+\.box)$/;

/** Public names under which devices on the local network can be reached, according to their manufacturers' manuals. */
export const DEVICE_NAMES: readonly string[] = [
  'asusrouter.com',
  'router.asus.com',
  'repeater.asus.com',
  'findasus.local',
  'zenwifi.net',
  'tplinkwifi.net',
  'tplinkap.net',
  'tplinklogin.net',
  'tplinkmodem.net',
  'tplinkrepeater.net',
  'tplinkeap.net',
  'tplinkdeco.net',
  'tplinkplclogin.net',
  'tp-link.net',
  'mwlogin.net',
  'falogin.cn',
  'melogin.cn',
  'tendawifi.com',
  'routerlogin.com',
  'routerlogin.net',
  'mywifiext.com',
  'mywifiext.net',
  'aplogin.com',
  'aplogin.net',
  'orbilogin.com',
  'orbilogin.net',
  'readyshare.routerlogin.net',
  'linksyssmartwifi.com',
  'myrouter.info',
  'extender.linksys.com',
  'miwifi.com',
  'myhuawei.net',
  'hiwifi.com',
  'leike.cc',
  'p.to',
  'phicomm.me',
  'wifi.cmcc',
  'tozed.net',
  'speedport.ip',
  'fritz.box',
  'fritz.nas',
  'myfritz.box',
  'giga.cube',
  'o2.spot',
  'mafreebox.freebox.fr',
  'mabbox.bytel.fr',
  'router.synology.com',
  'setup.ui.com',
  'router.unifi',
  'amplifi.lan',
  'my.meraki.com',
  'ap.meraki.com',
  'wired.meraki.com',
  'switch.meraki.com',
  'setup.meraki.com',
  'instant.arubanetworks.com',
  'setmeup.arubanetworks.com',
  'aterm.me',
  'web.setup',
  'ntt.setup',
  'buffalo.setup',
  'ampedwireless.com',
  'wavlogin.link',
  'iptime.com',
  'dlinkrouter.com',
  'samsung.wifi',
  'brother.printer',
  'epson.setup',
  'localrouter.net',
  'mobile.hotspot',
  'm.home',
  'hi.link',
  'mw40.home',
  'myfiosgateway.com',
  'mynetworksettings.com',
  'attlocal.net',
  'my.keenetic.net',
  'mshome.net',
];

/** Public names that resolve to this computer, including all subdomains. */
export const LOOPBACK_NAMES: readonly string[] = [
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'lacolhost.com',
  'yoogle.com',
  'localho.st',
  'local.gd',
  'lcl.host',
  'fuf.me',
  '127-0-0-1.org.uk',
  'domaincontrol.localhost.direct',
  'localhost.direct',
  'localhost.run',
  'smackaho.st',
  'loopback.world',
];

/** Public names that resolve to a different address each time, to direct a browser into the local network. */
export const REBINDING_NAMES: readonly string[] = ['rbndr.us', '1u.ms', 'rebind.network', 'rebind.it'];

/**
 * Public zones whose names resolve to addresses in the private network of their owner: a Tailscale network, a virtual
 * network of Azure.
 */
export const PRIVATE_ZONES: readonly string[] = ['ts.net', 'beta.tailscale.net', 'internal.cloudapp.net'];

/** Public zones whose names resolve to the IP address that they contain. */
export const NUMBERED_ZONES: readonly string[] = [
  'nip.io',
  'sslip.io',
  'xip.io',
  'traefik.me',
  'plex.direct',
  'ip6.name',
  'local-ip.co',
  'local-ip.sh',
  'local-ip.medicmobile.org',
  'backname.io',
];
