import {
  type FactVocabulary,
  type Language,
  list,
  type MemoryRequestWords,
  type SecretFieldWords,
  words,
} from './language.ts';

const DETERMINER = '(?:meine[mnrs]?|unsere[mnrs]?|alle[nr]?|andere[mnrs]?|welche[mnrs]?)';

/** Labels of fields for a password, a code or a payment card. */
export const secretFields: SecretFieldWords = {
  anywhere:
    'passwor[td]|kennwort|passphrase|geheimzahl|kartennummer|karten-?nr|kreditkarten-?n|pr(?:ü|ue)f(?:ziffer|nummer)|sicherheitscode|karten-?inhaber|einmal-?(?:code|kennwort)|kartenpr(?:ü|ue)f|(?:bestätigungs|zugangs|freischalt|verifizierungs|aktivierungs|sms-?|anmelde|authentifizierungs|2fa-|zwei-faktor-|wiederherstellungs)code|sicherheitsfrage|losungswort|(?:^|[^a-z])[mpqe]-? ?tan(?![a-z])|(?:sms|photo|foto|chip|push)[- ]?tan|name (?:auf|laut) (?:der )?karte|karteninhaber|sozialversicherungsn|code aus der app|bankverbindung|ablaufdatum der karte|schlüsselwort',
  whole: '(?:kredit|debit|bank|giro|ec-)?karte|kontonummer|tan',
};

/** How a question asks to remember something. */
export const memoryRequests: MemoryRequestWords = {
  lead: 'außerdem|und(?: auch)?|übrigens|ok(?:ay)?|ab jetzt|ab sofort|künftig|in zukunft|p\\.? ?s\\.?|hallo|hi|danke',
  before:
    '(?:bitte,? )?denk(?:e|en sie)? (?:bitte )?daran,? (?=dass (?:ich|mein\\p{L}*|wir|unser\\p{L}*)(?!\\p{L}))|(?:bitte,? )?(?:merke? (?:dir|euch)|merken sie sich|behalt(?:e|en sie)?(?: (?:bitte|im kopf|im gedächtnis))*|erinner(?:e|n sie) (?:dich|sich) daran|vergiss nicht|vergessen sie nicht)(?:,? bitte)?(?: (?:für später|folgendes|dies))*(?: ?:|,? (?=dass\\b))',
  question: '(?:kannst|könntest|würdest) du dir (?:bitte )?merken,? (?=dass\\b)',
};

export const de: Language = {
  asksFor: {
    links: [words('verlinkungen?', 'hyperlinks?', 'verweise?n?')],
    forms: [words('formular\\p{L}*', 'eingabefeld(?:er)?', 'ausfüll\\p{L}*', 'füll\\p{L}*\\s+(?:\\p{L}+\\s+){0,6}aus')],
    tabs: [words('registerkarten?')],
    pictures: [words('bild(?:er)?', 'screenshots?', 'fotos?', 'bildschirmfotos?', 'diagramme?')],
    'page-data': [
      words(
        'exportier\\p{L}*',
        'als (?:\\p{L}+ )?(?:liste|text|datei|tabelle)',
        'alle (?:links|verweise)',
        'ganzes? transkript',
      ),
    ],
    'whole-page': [/zusammenfass|\bfass\b.*\bzusammen\b|\bworum geht\b|\büberblick\b|\bkernaussage|\bhauptpunkt/i],
    'own-chats': [
      words(
        '(?:meine[mnrs]?|unsere[mnrs]?|alle[nr]?|andere[mnrs]?|frühere[mnrs]?|vorherige[mnrs]?|letzte[mnrs]?|alte[mnrs]?|welche[mnrs]?)\\s+(?:\\p{L}+\\s+)?(?:chats?|gespräche?n?|unterhaltung(?:en)?)',
        '(?:hab(?:e|en)|hatten?)\\s+(?:ich|wir)(?!\\p{L}).*(?:herausgefunden|gefragt|besprochen|gelernt|gesprochen|erfahren)',
      ),
    ],
    'own-tabs': [
      words(
        `(?:${DETERMINER}|offene[mnrs]?|geöffnete[mnrs]?)\\s+(?:(?:meine[mnrs]?|der|offenen|geöffneten|anderen)\\s+){0,2}(?:tabs?|registerkarten?)`,
      ),
    ],
    'own-bookmarks': [
      words(
        '(?:meine[mnrs]?|unsere[mnrs]?|alle[nr]?)\\s+(?:\\p{L}+\\s+)?(?:lesezeichen|favoriten)',
        'als\\s+lesezeichen',
      ),
    ],
    'own-history': [
      words(
        '(?:mein(?:e[mnrs]?)?|unser(?:e[mnrs]?)?)\\s+(?:\\p{L}+\\s+)?(?:verlauf|browserverlauf|chronik|surfverlauf)',
        'browserverlauf',
        '(?:hab(?:e|en)|hatten?)\\s+(?:ich|wir)(?!\\p{L}).*(?:besucht|gelesen|gesehen|angesehen|geöffnet)',
      ),
    ],
  },
  announcesCall: [
    /\b(?:ich werde|lass mich|ich muss zuerst|ich lese|ich schaue)\b.*\b(?:lesen|lese|nachsehen|nachschauen|suchen|prüfen|schaue)\b/i,
  ],
  consent: [/einwilligung|zustimmung/i],
  beforeCall: {
    example: {
      whole:
        'Beispiel\\w*|z\\. ?B\\.|etwa|Format\\w*|Syntax|Aufbau|sieht so aus|so aus|würde|könnte|Dokumentation|steht|schreibt|lautet|heißt|zitier\\w*|Vorlage|Schema|Protokoll\\w*|bedeutet|nie',
    },
    intent: { whole: 'ich (?:werde|suche|lese|schaue|rufe|prüfe|sehe|muss)|lass mich' },
    speaker: 'assistent|modell|ki',
  },
};

/** How facts are written. */
export const facts: FactVocabulary = {
  functionWords: list(
    'der die das den dem des ein eine einer einem einen eines und oder zu zum zur in im an am auf bei beim für von vom mit ist sind war waren wird werden wurde wurden hat haben hatte dass dies diese dieser dieses es sie er ihr ihre sein seine wir nicht kein keine als aber auch nach vor über unter zwischen sich aus durch um bis noch nur so wie wenn dann es gibt damit mehr pro je ohne seit gegen trotz wegen während statt außer neben hinter',
  ),
  numberWords: {
    null: 0,
    eins: 1,
    ein: 1,
    eine: 1,
    einen: 1,
    einer: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
    neun: 9,
    zehn: 10,
    elf: 11,
    zwölf: 12,
    dreizehn: 13,
    vierzehn: 14,
    fünfzehn: 15,
    sechzehn: 16,
    siebzehn: 17,
    achtzehn: 18,
    neunzehn: 19,
    zwanzig: 20,
    dreißig: 30,
    vierzig: 40,
    fünfzig: 50,
    sechzig: 60,
    siebzig: 70,
    achtzig: 80,
    neunzig: 90,
    hundert: 100,
    dutzend: 12,
  },
  magnitudes: {
    tausend: 1e3,
    tsd: 1e3,
    'tsd.': 1e3,
    million: 1e6,
    millionen: 1e6,
    mio: 1e6,
    'mio.': 1e6,
    milliarde: 1e9,
    milliarden: 1e9,
    mrd: 1e9,
    'mrd.': 1e9,
    billion: 1e12,
    billionen: 1e12,
  },
  percent: list('prozent prozentpunkte prozentpunkten prozentpunkt v.h. v._h. vom_hundert'),
  about: list(
    'etwa rund circa ca ca. ungefähr knapp fast gut über mehr_als weniger_als unter mindestens bis_zu nahezu annähernd zirka gegen ab höchstens',
  ),
  units: {
    watt: 'watt',
    volt: 'volt',
    hertz: 'hertz',
    ampere: 'ampere',
    tonne: 'tonne',
    tonnen: 'tonne',
    knoten: 'knot',
    seemeilen: 'nautical-mile',
    kalorien: 'calorie',
    joule: 'joule',
    pascal: 'pascal',
    dezibel: 'decibel',
    pixel: 'pixel',
    quadratmeter: 'square-meter',
    quadratmetern: 'square-meter',
    quadratkilometer: 'square-kilometer',
    quadratkilometern: 'square-kilometer',
    kubikmeter: 'cubic-meter',
    kubikmetern: 'cubic-meter',
    wattstunden: 'watt-hour',
    milligramm: 'milligram',
    gramm: 'gram',
    pfund: 'pound',
    zentner: 'zentner',
    esslöffel: 'tablespoon',
    el: 'tablespoon',
    teelöffel: 'teaspoon',
    tl: 'teaspoon',
    tassen: 'cup',
    tasse: 'cup',
    jahrzehnte: 'decade',
    jahrhundert: 'century',
    jahrhunderte: 'century',
    std: 'hour',
    'std.': 'hour',
    'min.': 'minute',
    minütig: 'minute',
    stündig: 'hour',
    tägig: 'day',
    wöchig: 'week',
    monatig: 'month',
    jährig: 'year',
    jährige: 'year',
    jährigen: 'year',
    jähriger: 'year',
    jahre: 'year',
    jahren: 'year',
    tage: 'day',
    tagen: 'day',
    stunden: 'hour',
    stunde: 'hour',
    wochen: 'week',
    monate: 'month',
    monaten: 'month',
    meter: 'meter',
    metern: 'meter',
    grad: 'degree',
    grad_celsius: 'celsius',
  },
  unitPrefixes: { kilo: 1e3, mega: 1e6, giga: 1e9, tera: 1e12, milli: 1e-3, mikro: 1e-6, hekto: 1e2 },
  currencies: {
    euro: 'EUR',
    euros: 'EUR',
    dollar: '$',
    dollars: '$',
    pfund: 'GBP',
    franken: 'CHF',
    yen: 'JPY',
    yuan: 'CNY',
    kronen: 'kr',
    krone: 'kr',
    rubel: 'RUB',
    cent: 'cent',
    lira: 'TRY',
    zloty: 'PLN',
    rupien: 'INR',
    won: 'KRW',
  },
  per: list('pro je'),
  clock: list('uhr'),
  am: list('morgens vormittags früh'),
  pm: list('nachmittags abends'),
  titles: list(
    'herr herrn frau dr prof professor professorin präsident präsidentin minister ministerin kanzler kanzlerin bundeskanzler bürgermeister bürgermeisterin oberbürgermeister direktor direktorin leiter leiterin chef chefin vorsitzende vorsitzender sprecher sprecherin trainer trainerin kapitän richter richterin könig königin forscher forscherin autor autorin ingenieur ingenieurin geschäftsführer geschäftsführerin ministerpräsident ministerpräsidentin kurator kuratorin pfarrer pfarrerin lehrer lehrerin architekt architektin künstler künstlerin landrat landrätin vorstand',
  ),
  organizations: list(
    'universität hochschule institut bank ministerium amt verband verein gesellschaft stiftung behörde kommission museum schule klinik partei gewerkschaft gericht polizei gmbh ag kg konzern gruppe agentur rat werke',
  ),
  nameJoiners: list('von van der zu für und de la am &'),
  computes: list(
    'insgesamt summe zusammen gesamt differenz unterschied mehr weniger höher niedriger länger kürzer anstieg rückgang stieg sank wuchs durchschnitt mittel verhältnis doppelt ersparnis spart günstiger teurer später früher dauert dauerte zwischen fahrzeit vergangen also entspricht macht mithin ergibt ergeben summieren rabatt reduziert verkürzt gespart übrigen restlichen tageslicht überwindet statt hälfte leichter schwerer',
  ),
  conjunctions: list('und oder aber sowie während als'),
  listNouns: list(
    'punkte punkten gründe gründen schritte schritten möglichkeiten wege tipps beispiele aspekte teile abschnitte kategorien faktoren fragen ideen themen fakten arten bereiche sätze sätzen wörter stichpunkte methoden vorteile merkmale änderungen phasen hauptpunkte kernpunkte optionen',
  ),
  version: list('version release ausgabe'),
  abbreviations: list(
    'dr prof nr ca bzw z.b d.h u.a usw st str mio mrd tsd evtl ggf inkl abs art s vgl hr fr jan feb mär apr jun jul aug sep sept okt nov dez',
  ),
  months: { jänner: 1, feber: 2 },
  surnames: [],
  capitalizedNouns: {
    beforeNouns: list(
      'der die das den dem des ein eine einer einem einen eines kein keine dieser diese dieses zum zur im am beim vom ins ihr ihre sein seine als',
    ),
  },
};
