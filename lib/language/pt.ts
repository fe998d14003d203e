import { type Language, type SecretFieldWords, words } from './language.ts';

/** Labels of fields for a password, a code or a payment card. */
export const secretFields: SecretFieldWords = {
  anywhere:
    '(?:^|[^a-zà-ü])senha|palavra-passe|(?:n[úu]mero|n[°º]\\.?) do (?:seu )?cart[ãa]o|num.?cart[ãa]o|c[óo]digo de seguran[çc]a|titular do cart[ãa]o|nome (?:impresso )?no cart[ãa]o',
  whole: 'cart[ãa]o(?: de (?:cr[ée]dito|d[ée]bito))?',
};

export const pt: Language = {
  asksFor: {
    links: [words('ligaç(?:ão|ões)', 'hiperligaç(?:ão|ões)')],
    forms: [words('formulários?')],
    tabs: [words('abas?', 'guias?', 'separadores?')],
    pictures: [words('capturas? de (?:tela|ecrã)', 'imagen?s?', 'imagem', 'fotos?', 'gráficos?')],
    'page-data': [
      words(
        'export\\p{L}*',
        'todos os links',
        '(?:como|em) (?:uma? )?(?:lista|texto|arquivo|ficheiro|tabela)',
        'transcrição (?:completa|inteira)',
      ),
    ],
    'whole-page': [/res[uú]m|(?:do|de) que (?:se )?trata|sobre o que|pontos (?:principais|chave)|visão geral/i],
    'own-chats': [
      words(
        '(?:chats?|conversas?)\\s+(?:anterior(?:es)?|antig[oa]s?|passad[oa]s?)',
        '(?:meus|minhas|noss[oa]s|outr[oa]s?)\\s+(?:\\p{L}+\\s+)?(?:chats?|conversas?)',
        'descobri|descobrimos|perguntei|perguntamos|conversamos',
      ),
    ],
    'own-tabs': [
      words(
        '(?:abas?|guias?|separadores?)\\s+abert[oa]s?',
        '(?:minhas|meus|outr[ao]s?|tod[ao]s\\s+[ao]s(?:\\s+minhas)?|quais|qual\\s+das(?:\\s+minhas)?|em\\s+que)\\s+(?:outras\\s+)?(?:abas?|guias?|separadores)',
      ),
    ],
    'own-bookmarks': [words('(?:meus|nossos)\\s+(?:favoritos|marcadores)')],
    'own-history': [
      words('(?:meu|nosso)\\s+histórico', 'histórico\\s+(?:de\\s+navegação|do\\s+navegador)', 'visitei|visitamos'),
    ],
  },
  announcesCall: [/\b(?:vou|deixe-me|permita-me)\b.*\b(?:ler|buscar|revisar|consultar|verificar|procurar)\b/i],
  consent: [/consentimento/i],
  beforeCall: {
    example: {
      whole:
        'exemplos?|por ex\\.|formato|sintaxe|parece|seria|poderia|documentação|diz|escreve|cita\\w*|esquema|protocolo|significa|nunca',
    },
    intent: { whole: 'vou|preciso|deixe-me' },
    speaker: 'assistente|modelo|ia',
  },
};
