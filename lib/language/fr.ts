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
    'mots? de passe|code secret|code confidentiel|(?:num[ée]ro|n[°º]) de (?:la |votre )?carte|num.?carte|cryptogramme|code de s[ée]curit[ée]|titulaire de la carte|code [àa] usage unique|mot.?de.?passe|(?:^|[^a-z])mdp(?![a-z])|code (?:de (?:v[ée]rification|validation|confirmation|connexion)|d.(?:acc[èe]s|authentification|activation)|re[çc]u|pin|[àa] \\d chiffres)|nom (?:figurant )?sur la carte|num[ée]ro (?:de )?carte|(?:phrase|question) secr[èe]te|s[ée]curit[ée] sociale|coordonn[ée]es bancaires|num[ée]ro de compte',
  whole: 'carte (?:bancaire|bleue|de cr[ée]dit|de paiement)',
};

/** How a question asks to remember something. */
export const memoryRequests: MemoryRequestWords = {
  lead: "et(?: aussi)?|aussi|au fait|d['’]ailleurs|ok|bonjour|salut|merci|désormais|à partir de maintenant|p\\.? ?s\\.?",
  before:
    "(?:s['’]il (?:te|vous) pla[iî]t,? )?(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|m[eé]morisez?|n['’]oubliez? pas)(?: bien)?(?: (?:que\\b|qu['’])| ceci ?:| ?:)",
  question:
    "(?:peux-tu|pourrais-tu|pouvez-vous|pourriez-vous) (?:te souvenir|vous souvenir|retenir|m[eé]moriser) (?:que\\b|qu['’])",
  further: ",? et(?: aussi)? (?:que\\b|qu['’])",
  that: "qu(?:e\\b|i\\b|['’])",
};

export const fr: Language = {
  asksFor: {
    links: [words('liens?', 'hyperliens?')],
    forms: [words('formulaires?', 'rempli\\p{L}*')],
    actions: [
      words(
        'outils?',
        'ajout\\p{L}*',
        'réserv\\p{L}*',
        'ach[eè]t\\p{L}*',
        'annul\\p{L}*',
        'command\\p{L}*',
        'modifi\\p{L}*',
        'cré(?:e|er|ez)',
        'supprim\\p{L}*',
        'envo[iy]\\p{L}*',
        'mets',
        'mettre',
      ),
    ],
    tabs: [words('onglets?')],
    pictures: [words("captures? d[’']écran", 'images?', 'photos?', 'graphiques?')],
    'page-data': [
      words(
        'export\\p{L}*',
        '(?:tous|toutes) les liens',
        '(?:en|comme) (?:une? )?(?:liste|texte|fichier|tableau)',
        'transcription (?:complète|entière|intégrale)',
      ),
    ],
    'whole-page': [/résum|de quoi (?:parle|s['’]agit|est-il question)|vue d['’]ensemble|points (?:clés|principaux)/i],
    'own-chats': [
      words(
        '(?:chats?|conversations?|discussions?)\\s+(?:précédente?s?|passée?s?|ancien(?:ne)?s?|antérieure?s?)',
        '(?:mes|nos|autres?|anciennes?)\\s+(?:\\p{L}+\\s+)?(?:chats?|conversations?|discussions?)',
        "(?:qu[’']?(?:est-ce que|ai-je)|avons-nous|ai-je)(?!\\p{L}).*(?:appris|découvert|trouvé|demandé|discuté)",
      ),
    ],
    'own-tabs': [
      words(
        'onglets?\\s+ouverts?',
        '(?:mes|autres?|tous\\s+(?:mes|les)|quels?|(?:lequel|lesquels)\\s+de\\s+mes)\\s+(?:autres\\s+)?onglets?',
      ),
    ],
    'own-bookmarks': [words('(?:mes|nos)\\s+(?:favoris|signets|marque-pages)')],
    'own-history': [
      words(
        '(?:mon|notre)\\s+historique',
        'historique\\s+de\\s+navigation',
        "(?:ai-je|avons-nous|j[’']ai|nous\\s+avons)\\s+(?:\\p{L}+\\s+)?(?:visité|consulté|lu)",
      ),
    ],
  },
  announcesCall: [/\b(?:je vais|laissez-moi|permettez-moi de)\b.*(?:lire|vérifier|chercher|consulter|regarder)/i],
  consent: [/consentement/i],
  beforeCall: {
    example: {
      whole:
        'exemples?|p\\. ?ex\\.|comme suit|syntaxe|ressemble|serait|pourrait|documentation|indique|dit|écrit|cit\\w+|modèle|schéma|protocole|signifie|jamais',
    },
    intent: { whole: 'je vais|je dois|laissez-moi' },
    speaker: 'assistante|modèle|ia',
  },
};

/** How facts are written. */
export const facts: FactVocabulary = {
  functionWords: list(
    'le la les un une des de du et ou à au aux en dans sur sous par pour avec sans est sont était étaient être a ont avait que qui se sa son ses leur leurs ce cette ces il elle ils elles nous vous ne pas plus moins comme mais aussi entre depuis jusque quand où selon chaque très y dont ainsi fait été après avant',
  ),
  numberWords: {
    zéro: 0,
    un: 1,
    une: 1,
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    six: 6,
    sept: 7,
    huit: 8,
    neuf: 9,
    dix: 10,
    onze: 11,
    douze: 12,
    treize: 13,
    quatorze: 14,
    quinze: 15,
    seize: 16,
    vingt: 20,
    trente: 30,
    quarante: 40,
    cinquante: 50,
    soixante: 60,
    'quatre-vingts': 80,
    cent: 100,
    douzaine: 12,
  },
  magnitudes: {
    mille: 1e3,
    milliers: 1e3,
    million: 1e6,
    millions: 1e6,
    milliard: 1e9,
    milliards: 1e9,
    md: 1e9,
    mds: 1e9,
    billion: 1e12,
    billions: 1e12,
  },
  percent: list('pour_cent pourcent points_de_pourcentage'),
  about: list(
    'environ près_de autour_de quelque à_peu_près presque plus_de moins_de env. jusqu’à au_moins approximativement',
  ),
  units: {
    watts: 'watt',
    watt: 'watt',
    volts: 'volt',
    hertz: 'hertz',
    ampères: 'ampere',
    tonne: 'tonne',
    tonnes: 'tonne',
    nœuds: 'knot',
    noeuds: 'knot',
    milles_marins: 'nautical-mile',
    calories: 'calorie',
    joules: 'joule',
    décibels: 'decibel',
    pixels: 'pixel',
    mètres_carrés: 'square-meter',
    kilomètres_carrés: 'square-kilometer',
    mètres_cubes: 'cubic-meter',
    milligrammes: 'milligram',
    wattheures: 'watt-hour',
    wattheure: 'watt-hour',
    cuillères_à_soupe: 'tablespoon',
    cuillère_à_soupe: 'tablespoon',
    cuillères_à_café: 'teaspoon',
    cuillère_à_café: 'teaspoon',
    tasses: 'cup',
    décennies: 'decade',
    siècle: 'century',
    siècles: 'century',
    degrés: 'degree',
    degrés_celsius: 'celsius',
    ans: 'year',
    an: 'year',
    années: 'year',
  },
  unitPrefixes: { kilo: 1e3, méga: 1e6, giga: 1e9, téra: 1e12, milli: 1e-3, micro: 1e-6, hecto: 1e2 },
  currencies: {
    euro: 'EUR',
    euros: 'EUR',
    dollar: '$',
    dollars: '$',
    livres_sterling: 'GBP',
    francs: 'franc',
    yens: 'JPY',
    yuans: 'CNY',
    couronnes: 'kr',
    centimes: 'cent',
    roubles: 'RUB',
    roupies: 'INR',
  },
  per: list('par'),
  clock: list('h heures heure'),
  am: list('du_matin'),
  pm: list('de_l’après-midi du_soir'),
  titles: list(
    'monsieur madame mademoiselle m mme mlle dr docteur professeur professeure président présidente ministre maire directeur directrice roi reine capitaine juge général chercheur chercheuse gouverneur sénateur porte-parole pr',
  ),
  organizations: list(
    'université institut banque ministère département conseil association société groupe fondation agence commission musée collège école hôpital parti syndicat tribunal police mairie compagnie',
  ),
  nameJoiners: list('de du des la le les et d’ &'),
  computes: list(
    'total somme ensemble différence plus moins supérieur inférieur hausse baisse augmenté augmentation diminué moyenne rapport double fois économie économise cher après avant dure durée entre trajet tout soit donc durent gain gagne réduction remise écart totalise léger lourd',
  ),
  conjunctions: list('et ou mais tandis que'),
  listNouns: list(
    'façons étapes points raisons choses options conseils exemples aspects parties sections catégories facteurs questions idées thèmes faits types domaines phrases mots méthodes avantages caractéristiques changements phases',
  ),
  version: list('version'),
  abbreviations: list('m mm mme dr env art p etc cf n° av apr j.-c janv févr juil sept oct nov déc'),
  months: {},
  surnames: [],
  capitalizedNouns: null,
};
