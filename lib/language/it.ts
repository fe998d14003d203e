import { type Language, type SecretFieldWords, words } from './language.ts';

/** Labels of fields for a password, a code or a payment card. */
export const secretFields: SecretFieldWords = {
  anywhere:
    '(?:numero|n[°º]\\.?) (?:di |della (?:tua |sua )?)?carta(?! d)|num.?carta|codice (?:di sicurezza|segreto|di verifica|monouso|usa e getta)|titolare della carta|intestatario della carta|nome sulla carta',
  whole: 'carta (?:di credito|di debito|di pagamento|prepagata)|bancomat',
};

export const it: Language = {
  asksFor: {
    links: [words('collegament[oi]')],
    forms: [words('modul[oi]')],
    tabs: [words('sched[ae]')],
    pictures: [words('schermat[ae]', 'immagin[ei]', 'foto(?:grafi[ae])?', 'grafic[oi]')],
    'page-data': [
      words(
        'esport\\p{L}*',
        'tutti i (?:link|collegamenti)',
        '(?:come|in) (?:una? )?(?:lista|elenco|testo|file|tabella)',
        'trascrizione (?:completa|intera)',
      ),
    ],
    'whole-page': [
      /riassu|riepilog|sintesi|di (?:che|cosa) (?:cosa )?(?:parla|tratta)|punti (?:chiave|principali)|panoramica/i,
    ],
    'own-chats': [
      words(
        '(?:chat|conversazion[ei])\\s+(?:precedent[ei]|vecchi[ae]?|passat[ei])',
        '(?:mi[ea]i?|nostr[ei]|altr[ei])\\s+(?:\\p{L}+\\s+)?(?:chat|conversazioni)',
        '(?:ho|abbiamo)\\s+(?:\\p{L}+\\s+)?(?:chiesto|scoperto|discusso|parlato|imparato)',
      ),
    ],
    'own-tabs': [
      words('schede\\s+aperte', '(?:mie|altr[ae]|tutte\\s+le|quali|in\\s+quale)\\s+(?:\\p{L}+\\s+)?sched[ae]'),
    ],
    'own-bookmarks': [
      words('(?:miei|nostri)\\s+(?:segnalibri|preferiti)', '(?:nei|tra\\s+i)\\s+(?:segnalibri|preferiti)'),
    ],
    'own-history': [
      words(
        '(?:mia|nostra)\\s+cronologia',
        'cronologia\\s+(?:di\\s+navigazione|del\\s+browser)',
        '(?:ho|abbiamo)\\s+(?:\\p{L}+\\s+)?(?:visitato|letto|aperto)',
      ),
    ],
  },
  announcesCall: [/\b(?:vado a|lasciami|fammi|leggerò|controllerò|cercherò|ora (?:leggo|controllo|cerco))\b/i],
  consent: [/consenso/i],
  beforeCall: {
    example: {
      whole:
        'esempi?o?|ad esempio|p\\. ?es\\.|formato|sintassi|sarebbe|potrebbe|documentazione|dice|scrive|cita\\w*|modello|schema|protocollo|significa|mai',
    },
    intent: { whole: 'vado a|lasciami|fammi|devo|leggerò|cercherò|controllerò' },
    speaker: 'assistente|modello|ia',
  },
};
