import './site-access.css';
import { createContext, useContext, useEffect, useState } from 'react';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

/** Which sites and servers the browser lets Sidenote reach, and how to ask for more. */
export type SiteAccess = {
  /** Whether the user always allows the site of this address. */
  isAllowed: (url: string) => boolean;
  /** Returns how many times the toolbar button shared a page of this site since the browser started. */
  shareCount: (url: string) => number;
  /** How many times it shared any page. */
  shareTotal: number;
  /** Returns the site that a tab showed when it was last shared, or null. */
  findLastSite: (tabId: number) => string | null;
  /** Returns the tabs from whose links a tab was opened, the nearest first. */
  findOpeners: (tabId: number) => Promise<readonly number[]>;
  /** Returns the address of an endpoint. Null if it has none. */
  findEndpointAddress: (endpointId: string) => string | null;
  /** Asks the browser for the host of an address. Call it directly in a click handler. */
  allow: (url: string) => Promise<boolean>;
  /** Like `allow`, for all sites. */
  allowAllSites: () => Promise<boolean>;
  /** Asks the browser for the permissions to open pages on the web. Call it directly in a click handler. */
  allowOpeningPages: () => Promise<boolean>;
  /** Whether the browser hides what a tab shows, because no permission covers its page. */
  isTabHidden: (tabId: number) => Promise<boolean>;
  /** Where the panel is: beside the page, or in another tab; `only-tab`: the browser has no toolbar for its button. */
  panelPlace: 'beside-page' | 'other-tab' | 'only-tab';
  /** Calls back with whether a tab shows Reader View, now and after changes. Returns the unsubscribe function. */
  watchReaderView: (tabId: number, onAnswer: (isShown: boolean) => void) => () => void;
  /** Leaves Reader View. Once the page has loaded, it resolves to whether its site is always allowed. */
  leaveReaderView: (tabId: number) => Promise<boolean>;
};

export const SiteAccess = createContext<SiteAccess | null>(null);

/**
 * Offers to always allow the site of an address. Renders nothing if it is allowed, or no permission covers it.
 * `onAllowed` is called with the site when the user allows it.
 */
export function AlwaysAllowSite({ url, onAllowed }: { url: string | null; onAllowed?: (site: string) => void }) {
  const access = useContext(SiteAccess);
  const site = URL.parse(url ?? '');
  if (access === null || site === null || !/^https?:$/.test(site.protocol) || access.isAllowed(site.href)) return null;
  const ask = async () => {
    const isGranted = await access.allow(site.href);
    if (isGranted) onAllowed?.(site.hostname);
    return isGranted;
  };
  return <AskBrowser label={t('alwaysAllowSite', { site: site.hostname })} onAsk={ask} />;
}

/**
 * Like `AlwaysAllowSite`, for the site that a tab showed when it was last shared, or that of the tab from whose link it
 * was opened. The tab may show another site by now, for example another subdomain, which the browser only reveals by
 * continuing to hide it.
 */
export function AlwaysAllowLastSite({ tabId }: { tabId: number }) {
  const access = useContext(SiteAccess);
  const [otherThan, setOtherThan] = useState<string | null>(null);
  const [openers, setOpeners] = useState<readonly number[]>([]);
  useEffect(() => {
    let isOver = false;
    void access?.findOpeners(tabId).then((tabIds) => isOver || setOpeners(tabIds));
    return () => {
      isOver = true;
    };
  }, [access, tabId]);
  if (access === null) return null;
  if (otherThan !== null)
    return (
      <small className="ask-browser-denied" role="status">
        {t('allowedButElsewhere', { site: otherThan })}
      </small>
    );
  const look = async (site: string) => {
    if (await access.isTabHidden(tabId)) setOtherThan(site);
  };
  const lastSites = [tabId, ...openers].map(access.findLastSite);
  const site = lastSites.find((each) => each !== null) ?? null;
  return <AlwaysAllowSite url={site} onAllowed={(allowed) => void look(allowed)} />;
}

/** After this many shared pages, a site counts as one that the user reads with Sidenote. */
const MIN_SHARES_FOR_SITE = 2;

/** Like `AlwaysAllowSite`, for a site whose pages were shared individually. */
export function AlwaysAllowSharedSite({ url }: { url: string }) {
  const access = useContext(SiteAccess);
  return access !== null && access.shareCount(url) >= MIN_SHARES_FOR_SITE ? <AlwaysAllowSite url={url} /> : null;
}

/**
 * A button to allow the server of an endpoint. The user may have revoked its access in the browser. `onAllowed` is
 * called when it is allowed.
 */
export function AllowEndpoint({ endpointId, onAllowed }: { endpointId: string; onAllowed: () => void }) {
  const access = useContext(SiteAccess);
  const url = URL.parse(access?.findEndpointAddress(endpointId) ?? '');
  if (access === null || url === null || access.isAllowed(url.href)) return null;
  const ask = async () => {
    const isGranted = await access.allow(url.href);
    if (isGranted) onAllowed();
    return isGranted;
  };
  return <AskBrowser label={t('allowNamedSite', { site: url.host })} onAsk={ask} />;
}

/** Allows opening pages on the web. */
export function AllowOpeningPages() {
  const access = useContext(SiteAccess);
  return access && <AskBrowser label={t('webAllowPages')} onAsk={access.allowOpeningPages} />;
}

/** After this many shared pages, the user is offered to allow all sites. */
const MIN_SHARES_FOR_ALL_SITES = 3;

const HOW_TO_SHARE = {
  'beside-page': 'howToShare',
  'other-tab': 'howToShareFromTab',
  'only-tab': 'howToShareByMenu',
} as const satisfies Record<SiteAccess['panelPlace'], PlainKey>;

/**
 * Says how to share a tab. If the user has shared many, it also offers to allow all sites. A tab in Reader View has to
 * leave it first, which is offered. `onReadable` is called if its page can be read then. The browser reveals Reader
 * View only after a click on the toolbar button.
 */
export function HowToShare({ tabId, onReadable }: { tabId: number; onReadable: () => void }) {
  const access = useContext(SiteAccess);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => access?.watchReaderView(tabId, setIsShown), [access, tabId]);
  if (access === null || !isShown)
    return (
      <p className="permission-scope">
        {t(HOW_TO_SHARE[access?.panelPlace ?? 'beside-page'])}{' '}
        {access && access.shareTotal >= MIN_SHARES_FOR_ALL_SITES && (
          <AskBrowser label={t('alwaysAllowAllSites')} onAsk={access.allowAllSites} />
        )}
      </p>
    );
  const leave = async () => {
    setIsShown(false);
    if (await access.leaveReaderView(tabId)) onReadable();
  };
  return (
    <p className="permission-scope">
      {t('pageReaderView')}{' '}
      <button type="button" className="button small ask-browser" onClick={() => void leave()}>
        {t('leaveReaderView')}
      </button>
    </p>
  );
}

/** A button that makes the browser ask the user, with a message if the user declines. */
function AskBrowser({ label, onAsk }: { label: string; onAsk: () => Promise<boolean> }) {
  const [isDenied, setIsDenied] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button small ask-browser"
        onClick={() => void onAsk().then((isGranted) => setIsDenied(!isGranted))}
      >
        {label}
      </button>
      {isDenied && <BrowserSaidNo />}
    </>
  );
}

/** Says that the browser did not give a permission, below the button that asked for it. */
export function BrowserSaidNo() {
  return (
    <small className="ask-browser-denied" role="alert">
      {t('browserSaidNo')}
    </small>
  );
}
