import {
  type FactVocabulary,
  type Language,
  list,
  type MemoryRequestWords,
  type SecretFieldWords,
  words,
} from './language.ts';

/** Labels of fields for a password, a code or a payment card. */
export const secretFields: SecretFieldWords = {
  anywhere:
    '(?:numero|n[°º]\\.?) (?:di |della (?:tua |sua )?)?carta(?! d)|num.?carta|codice (?:di sicurezza|segreto|di verifica|monouso|usa e getta)|titolare della carta|intestatario della carta|nome sulla carta|parola (?:chiave d.accesso|d.ordine|di accesso)|chiave di accesso|codice (?:di (?:conferma|accesso|autenticazione|attivazione)|otp|sms|pin|temporaneo|ricevuto|a \\d cifre)|(?:^|[^a-z])n\\. ?(?:della )?carta(?! d)|scadenza (?:della )?carta|(?:frase|domanda) (?:segreta|di sicurezza)|coordinate bancarie',
  whole: 'carta (?:di credito|di debito|di pagamento|prepagata)|bancomat',
};

/** How a question asks to remember something. */
export const memoryRequests: MemoryRequestWords = {
  lead: "inoltre|e(?: anche)?|anche|a proposito|ok|ciao|grazie|d['’]ora in poi|p\\.? ?s\\.?",
  before:
    '(?:per favore,? )?(?:ricorda(?:ti|tevi|te)?|si ricordi|memorizza|tieni a mente|non dimenticare)(?: (?:per favore )?che\\b| questo ?:| ?:)',
  question: '(?:puoi|potresti|può|potrebbe) ricordar(?:e|ti|si) che\\b',
  further: ',? e(?: anche| inoltre)? che\\b',
  that: 'che\\b',
};

export const it: Language = {
  asksFor: {
    links: [words('collegament[oi]')],
    forms: [words('modul[oi]', 'compila(?:re|mi|lo)?')],
    actions: [
      words(
        'strument[oi]',
        'aggiung\\p{L}*',
        'prenot\\p{L}*',
        'compra(?:re)?',
        'annull\\p{L}*',
        'ordina(?:re)?',
        'cambia(?:re)?',
        'crea(?:re)?',
        'elimin\\p{L}*',
        'invia(?:re)?',
        'metti',
      ),
    ],
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

/** How facts are written. */
export const facts: FactVocabulary = {
  functionWords: list(
    'il lo la i gli le un uno una di del dello della dei degli delle e ed o a al allo alla ai agli alle in nel nella nei nelle con per da dal dalla dai su sul sulla sono è era erano essere ha hanno aveva che si suo sua suoi sue non più meno come ma anche questo questa questi queste tra fra fino quando dove secondo ogni molto dopo prima viene stato stata',
  ),
  numberWords: {
    zero: 0,
    uno: 1,
    una: 1,
    un: 1,
    due: 2,
    tre: 3,
    quattro: 4,
    cinque: 5,
    sei: 6,
    sette: 7,
    otto: 8,
    nove: 9,
    dieci: 10,
    undici: 11,
    dodici: 12,
    tredici: 13,
    quattordici: 14,
    quindici: 15,
    sedici: 16,
    diciassette: 17,
    diciotto: 18,
    diciannove: 19,
    venti: 20,
    trenta: 30,
    quaranta: 40,
    cinquanta: 50,
    sessanta: 60,
    settanta: 70,
    ottanta: 80,
    novanta: 90,
    cento: 100,
    dozzina: 12,
  },
  magnitudes: {
    mila: 1e3,
    mille: 1e3,
    milione: 1e6,
    milioni: 1e6,
    mln: 1e6,
    miliardo: 1e9,
    miliardi: 1e9,
    mld: 1e9,
    bilione: 1e12,
    bilioni: 1e12,
  },
  percent: list('per_cento percento punti_percentuali'),
  about: list('circa quasi intorno_a più_di meno_di oltre almeno fino_a approssimativamente all’incirca'),
  units: {
    watt: 'watt',
    volt: 'volt',
    hertz: 'hertz',
    ampere: 'ampere',
    tonnellata: 'tonne',
    tonnellate: 'tonne',
    nodi: 'knot',
    miglia_nautiche: 'nautical-mile',
    calorie: 'calorie',
    joule: 'joule',
    decibel: 'decibel',
    pixel: 'pixel',
    metri_quadrati: 'square-meter',
    metri_quadri: 'square-meter',
    chilometri_quadrati: 'square-kilometer',
    metri_cubi: 'cubic-meter',
    milligrammi: 'milligram',
    wattora: 'watt-hour',
    cucchiai: 'tablespoon',
    cucchiaio: 'tablespoon',
    cucchiaini: 'teaspoon',
    cucchiaino: 'teaspoon',
    tazze: 'cup',
    decenni: 'decade',
    secolo: 'century',
    secoli: 'century',
    gradi: 'degree',
    gradi_celsius: 'celsius',
    anni: 'year',
    etti: 'etto',
  },
  unitPrefixes: { chilo: 1e3, kilo: 1e3, mega: 1e6, giga: 1e9, tera: 1e12, milli: 1e-3, micro: 1e-6, etto: 1e2 },
  currencies: {
    euro: 'EUR',
    dollaro: '$',
    dollari: '$',
    sterline: 'GBP',
    franchi: 'franc',
    yen: 'JPY',
    yuan: 'CNY',
    corone: 'kr',
    centesimi: 'cent',
    rubli: 'RUB',
    rupie: 'INR',
    lire: 'TRY',
  },
  per: list('al alla all’ per'),
  clock: list('ore'),
  am: list('del_mattino di_mattina'),
  pm: list('del_pomeriggio di_sera di_pomeriggio'),
  titles: list(
    'signor signora sig dott dottor dottoressa prof professor professoressa presidente ministro ministra sindaco sindaca direttore direttrice re regina capitano giudice generale ricercatore ricercatrice governatore senatore portavoce ing avv',
  ),
  organizations: list(
    'università istituto banca ministero dipartimento consiglio associazione società gruppo fondazione agenzia commissione museo collegio scuola ospedale partito sindacato tribunale polizia comune compagnia',
  ),
  nameJoiners: list('di del della dei delle de e la da d’ &'),
  computes: list(
    'totale somma complessivamente insieme differenza più meno maggiore minore aumento calo aumentato sceso cresciuto media rapporto doppio volte risparmio risparmia dopo prima dura durata tra tragitto tutto tutti cioè ossia ovvero sconto riduzione sommano sopra sotto',
  ),
  conjunctions: list('e ed o ma mentre'),
  listNouns: list(
    'modi passaggi punti ragioni motivi cose opzioni consigli esempi aspetti parti sezioni categorie fattori domande idee temi fatti tipi aree frasi parole metodi vantaggi caratteristiche cambiamenti fasi',
  ),
  version: list('versione'),
  abbreviations: list(
    'sig dott prof art pag ecc es ca n ing avv a.c d.c gen feb mar apr mag giu lug ago set ott nov dic',
  ),
  months: {},
  surnames: [],
  capitalizedNouns: null,
};
