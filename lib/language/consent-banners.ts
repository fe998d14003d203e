const VOCABULARY =
  /cookies?\b|\bconsent\b|gdpr|ccpa|personali[sz]ed ads|traceurs|einwilligung|consentimiento|consenso|toestemming|samtycke|cookie-uri|кук[иі]|файлы cookie|クッキー|쿠키|कुकी|ملفات تعريف الارتباط|کوکی|עוגיות|çerez|evästei|คุกกี้/i;
/**
 * Words that only occur in a site's request for consent. The word "consent" itself is not included, because patients
 * and participants also give consent.
 */
const OF_SITES =
  /cookies?\b|gdpr|ccpa|personali[sz]ed ads|traceurs|cookie-uri|кук[иі]|файлы cookie|クッキー|쿠키|कुकी|ملفات تعريف الارتباط|کوکی|עוגיות|çerez|evästei|คุกกี้/i;
/** Purposes of cookies on a site, which a recipe for cookies or the terms of a hotel do not mention. */
const PURPOSE =
  /\bsites?\b|privacy|polic(?:y|ies)|experience|analy[tsz]|traffic|advert|\bads\b|partner|track|browser|personal|websites?|daten|navegador|navigat|privacid|confiden|expérien|expérience|données|politique|terceros|gegevens|ervaring|dane\b|сайт|данны|サイト|网站|網站|プライバシー|개인정보|사이트|dieser (?:web)?seite|werbung|\bsitio|publici[dt]|\bsito\b|stron|reklam|webbplats|annons|nettsted|hjemmeside|sivust|oldal|stránk|στότοπ|האתר|الموقع|موقعنا|إعلان|سایت|साइट|विज्ञापन|เว็บไซต์/i;
const ANSWER =
  /accept|agree|allow|reject|decline|got it|\bok(?:ay)?\b|consent|understand|continue|necessary|essential|refuser|akzeptieren|ablehnen|zustimmen|verstanden|notwendig|aceptar|rechazar|aceitar|rejeitar|accetta|rifiuta|accepteren|weigeren|godkänn|acceptera|zaakceptuj|zgadzam|принять|согласен|同意|許可|동의/i;

/** Whether a text is about cookies or consent, in any language. */
export function speaksOfConsent(text: string): boolean {
  return VOCABULARY.test(text);
}

/** Whether a text mentions something for which only sites request consent. */
export function speaksOfCookies(text: string): boolean {
  return OF_SITES.test(text);
}

/** Whether a text is about the site, its data or its partners. */
export function speaksOfSite(text: string): boolean {
  return PURPOSE.test(text);
}

/** Whether the label of a control answers a request for consent. */
export function answersConsent(label: string): boolean {
  return ANSWER.test(label);
}
