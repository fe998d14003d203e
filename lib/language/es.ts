import { type Language, type SecretFieldWords, words } from './language.ts';

/** Labels of fields for a password, a code or a payment card. */
export const secretFields: SecretFieldWords = {
  anywhere:
    'contrase[ñn]a|clave (?:de acceso|secreta|bancaria|[úu]nica)|(?:n[úu]mero|n[°º]\\.?) de (?:la |su |tu )?tarjeta|num.?tarjeta|c[óo]digo de seguridad|titular de la tarjeta',
  whole: '(?:tu |su )?clave|tarjeta(?: de (?:cr[ée]dito|d[ée]bito))?',
};

export const es: Language = {
  asksFor: {
    links: [words('enlaces?', 'vínculos?', 'hipervínculos?')],
    forms: [words('formularios?')],
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
