import { type Language, type SecretFieldWords, words } from './language.ts';

const DETERMINER = '(?:meine[mnrs]?|unsere[mnrs]?|alle[nr]?|andere[mnrs]?|welche[mnrs]?)';

/** Labels of fields for a password, a code or a payment card. */
export const secretFields: SecretFieldWords = {
  anywhere:
    'passwor[td]|kennwort|passphrase|geheimzahl|kartennummer|karten-?nr|kreditkarten-?n|pr(?:ü|ue)f(?:ziffer|nummer)|sicherheitscode|karten-?inhaber|einmal-?(?:code|kennwort)|kartenpr(?:ü|ue)f',
  whole: '(?:kredit|debit|bank|giro|ec-)?karte|kontonummer|tan',
};

export const de: Language = {
  asksFor: {
    links: [words('verlinkungen?', 'hyperlinks?', 'verweise?n?')],
    forms: [words('formular\\p{L}*', 'eingabefeld(?:er)?')],
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
