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
    'contrase[ñn]a|clave (?:de acceso|secreta|bancaria|[úu]nica)|(?:n[úu]mero|n[°º]\\.?) de (?:la |su |tu )?tarjeta|num.?tarjeta|c[óo]digo de seguridad|titular de la tarjeta|c[óo]digo (?:de (?:verificaci[óo]n|confirmaci[óo]n|acceso|autenticaci[óo]n|un solo uso|activaci[óo]n)|[úu]nico|sms|pin)|clave (?:din[áa]mica|sms|actual|nueva|de internet|de seguridad|de firma)|(?:tu|su) clave|n[úu]mero (?:de )?tarjeta|(?:^|[^a-z])n[o°º]\\.? (?:de )?tarjeta|nombre en la tarjeta|palabra de paso|(?:frase|pregunta) secreta|n[úu]mero de cuenta|(?:^|[^a-z])(?:nip|clabe)(?![a-z])',
  whole: '(?:tu |su )?clave|tarjeta(?: de (?:cr[ée]dito|d[ée]bito))?',
};

/** How a question asks to remember something. */
export const memoryRequests: MemoryRequestWords = {
  lead: 'además|y(?: también)?|también|por cierto|ok|vale|hola|gracias|a partir de ahora|p\\.? ?d\\.?',
  before:
    '(?:por favor,? )?(?:recuerda|recuerde|acu[eé]rdate|acu[eé]rdese|no olvides|no olvide|memoriza)(?:,? por favor,?)?(?: (?:de )?que\\b| esto ?:| ?:)',
  question: '(?:puedes|podr[ií]as|puede|podr[ií]a) (?:recordar|acordarte|acordarse)(?: de)? que\\b',
  further: ',? y(?: también| además)?(?: de)? que\\b',
  that: 'que\\b',
};

export const es: Language = {
  asksFor: {
    links: [words('enlaces?', 'vínculos?', 'hipervínculos?')],
    forms: [words('formularios?', 'rellen\\p{L}*')],
    actions: [
      words(
        'herramientas?',
        'añad\\p{L}*',
        'agreg\\p{L}*',
        'reserv\\p{L}*',
        'compra(?:r|me|lo)?',
        'cancel\\p{L}*',
        'pide',
        'pedir',
        'cambia\\p{L}*',
        'crear?',
        'elimin\\p{L}*',
        'envía\\p{L}*',
        'enviar',
        'pon(?:er|me|lo)?',
      ),
    ],
    tabs: [words('pestañas?')],
    pictures: [words('capturas? de pantalla', 'imagen', 'imágenes', 'fotos?', 'gráficos?')],
    'page-data': [
      words(
        'export\\p{L}*',
        'todos los enlaces',
        '(?:como|en) (?:una? )?(?:lista|texto|archivo|tabla)',
        'transcripción (?:completa|entera)',
      ),
    ],
    'whole-page': [/res[uú]m|de qu[eé] (?:trata|va|habla)|puntos (?:clave|principales)|ideas principales/i],
    'own-chats': [
      words(
        '(?:chats?|conversaci(?:ón|ones))\\s+(?:anterior(?:es)?|antigu[oa]s?|pasad[oa]s?)',
        '(?:mis|nuestr[oa]s|otr[oa]s?)\\s+(?:\\p{L}+\\s+)?(?:chats?|conversaciones)',
        'averigüé|averiguamos|pregunté|preguntamos|hablamos|descubrí|descubrimos|conversamos',
      ),
    ],
    'own-tabs': [
      words(
        'pestañas?\\s+abiertas?',
        '(?:mis|otras?|todas\\s+(?:mis|las)|qué|cuál(?:es)?\\s+de\\s+(?:mis|las))\\s+(?:otras\\s+)?pestañas?',
      ),
    ],
    'own-bookmarks': [words('(?:mis|nuestros)\\s+(?:marcadores|favoritos)')],
    'own-history': [
      words(
        '(?:mi|nuestro)\\s+historial',
        'historial\\s+(?:de\\s+navegación|del\\s+navegador)',
        'visité|visitamos|leí|leímos',
      ),
    ],
  },
  announcesCall: [
    /\b(?:voy a|déjame|permíteme|permítame)\b.*\b(?:leer|buscar|revisar|consultar|verificar|comprobar)\b/i,
  ],
  consent: [/consentimiento/i],
  beforeCall: {
    example: {
      whole:
        'ejemplos?|p\\. ?ej\\.|formato|sintaxis|parece|sería|podría|documentaci[oó]n|dice|escribe|cita\\w*|plantilla|esquema|protocolo|significa|nunca',
    },
    intent: { whole: 'voy a|déjame|dejame|tengo que|debo' },
    speaker: 'asistente|modelo|ia',
  },
};

/** How facts are written. */
export const facts: FactVocabulary = {
  functionWords: list(
    'el la los las un una unos unas de del y e o u a al en con por para sin sobre es son fue fueron era eran ser ha han había que se su sus lo le les no más menos como pero también este esta estos estas ese esa entre desde hasta cuando donde según cada muy ya tras ante está están hay',
  ),
  numberWords: {
    cero: 0,
    uno: 1,
    una: 1,
    un: 1,
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
    seis: 6,
    siete: 7,
    ocho: 8,
    nueve: 9,
    diez: 10,
    once: 11,
    doce: 12,
    trece: 13,
    catorce: 14,
    quince: 15,
    dieciséis: 16,
    diecisiete: 17,
    dieciocho: 18,
    diecinueve: 19,
    veinte: 20,
    treinta: 30,
    cuarenta: 40,
    cincuenta: 50,
    sesenta: 60,
    setenta: 70,
    ochenta: 80,
    noventa: 90,
    cien: 100,
    ciento: 100,
    docena: 12,
  },
  magnitudes: {
    mil: 1e3,
    millón: 1e6,
    millones: 1e6,
    mill: 1e6,
    mil_millones: 1e9,
    millardos: 1e9,
    billón: 1e12,
    billones: 1e12,
  },
  percent: list('por_ciento porciento puntos_porcentuales'),
  about: list(
    'unos unas aproximadamente cerca_de alrededor_de casi más_de menos_de aprox. aprox en_torno_a hasta al_menos poco_más_de',
  ),
  units: {
    vatios: 'watt',
    vatio: 'watt',
    voltios: 'volt',
    hercios: 'hertz',
    amperios: 'ampere',
    tonelada: 'tonne',
    toneladas: 'tonne',
    nudos: 'knot',
    millas_náuticas: 'nautical-mile',
    calorías: 'calorie',
    julios: 'joule',
    decibelios: 'decibel',
    píxeles: 'pixel',
    metros_cuadrados: 'square-meter',
    kilómetros_cuadrados: 'square-kilometer',
    metros_cúbicos: 'cubic-meter',
    miligramos: 'milligram',
    cucharadas: 'tablespoon',
    cucharada: 'tablespoon',
    cucharaditas: 'teaspoon',
    cucharadita: 'teaspoon',
    tazas: 'cup',
    taza: 'cup',
    décadas: 'decade',
    siglos: 'century',
    siglo: 'century',
    grados: 'degree',
    grados_centígrados: 'celsius',
    años: 'year',
  },
  unitPrefixes: { kilo: 1e3, mega: 1e6, giga: 1e9, tera: 1e12, mili: 1e-3, micro: 1e-6, hecto: 1e2 },
  currencies: {
    euro: 'EUR',
    euros: 'EUR',
    dólar: '$',
    dólares: '$',
    libras_esterlinas: 'GBP',
    peso: 'peso',
    pesos: 'peso',
    yenes: 'JPY',
    yuanes: 'CNY',
    coronas: 'kr',
    francos: 'franc',
    céntimos: 'cent',
    centavos: 'cent',
    rublos: 'RUB',
    rupias: 'INR',
    reales: 'BRL',
    soles: 'PEN',
  },
  per: list('por al a_la'),
  clock: list('h horas'),
  am: list('a.m. a._m. am de_la_mañana'),
  pm: list('p.m. p._m. pm de_la_tarde de_la_noche'),
  titles: list(
    'señor señora sr sra don doña dr dra doctor doctora profesor profesora presidente presidenta ministro ministra alcalde alcaldesa director directora rey reina capitán juez jueza general investigador investigadora gobernador gobernadora senador portavoz',
  ),
  organizations: list(
    'universidad instituto banco ministerio departamento consejo asociación compañía grupo fundación agencia comisión sociedad museo colegio escuela hospital partido sindicato tribunal policía ayuntamiento',
  ),
  nameJoiners: list('de del la las los y el da &'),
  computes: list(
    'total suma conjunto diferencia más menos mayor menor aumento subida descenso aumentó subió bajó creció promedio media proporción doble veces ahorro ahorra barato caro después antes dura duró entre trayecto decir suman sumando reduce reducción descuento ahorran juntos juntas ligero pesado',
  ),
  conjunctions: list('y e o u mientras pero que'),
  listNouns: list(
    'formas maneras pasos puntos razones motivos cosas opciones consejos ejemplos aspectos partes secciones categorías factores preguntas ideas temas datos tipos áreas frases palabras métodos ventajas características cambios fases',
  ),
  version: list('versión'),
  abbreviations: list('sr sra dr dra núm art pág aprox etc ee.uu ud uds a.c d.c p.ej'),
  months: { setiembre: 9, sep: 9 },
  surnames: [],
  capitalizedNouns: null,
};
