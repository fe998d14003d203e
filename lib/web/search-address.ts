/**
 * Parses the address of a search server as users type or paste it: without a scheme, with the path of its search page,
 * or with a placeholder for the query (`https://host/search?q=<query>`). Null if it is invalid.
 */
export function parseSearchAddress(text: string): string | null {
  const addressText = text.trim();
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(addressText)
    ? addressText
    : `${isNear(addressText) ? 'http' : 'https'}://${addressText}`;
  const url = URL.parse(withScheme);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  if (!url.hostname.includes('.') && !isNear(url.host)) return null;
  const path = url.pathname.replace(/\/(?:search\/?|index\.html)?$/, '').replace(/\/+$/, '');
  return `${url.origin}${path}`;
}

/** Whether a server may lack a certificate, because it is on this computer or in the local network. */
function isNear(address: string): boolean {
  return /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]|[^./:]+\.(?:local|lan|home|internal)\b|[^./:]+:\d)/i.test(
    address,
  );
}
