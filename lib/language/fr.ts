import { type Language, type SecretFieldWords, words } from './language.ts';

/** Labels of fields for a password, a code or a payment card. */
export const secretFields: SecretFieldWords = {
  anywhere:
    'mots? de passe|code secret|code confidentiel|(?:num[ée]ro|n[°º]) de (?:la |votre )?carte|num.?carte|cryptogramme|code de s[ée]curit[ée]|titulaire de la carte|code [àa] usage unique',
  whole: 'carte (?:bancaire|bleue|de cr[ée]dit|de paiement)',
};

export const fr: Language = {
  asksFor: {
    links: [words('liens?', 'hyperliens?')],
    forms: [words('formulaires?')],
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
