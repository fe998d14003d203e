import { type Language, type SecretFieldWords, words } from './language.ts';

/** Labels of fields for a password, a code or a payment card. */
export const secretFields: SecretFieldWords = {
  anywhere:
    'has[łl]o(?![a-z]| (?:przedmiotowe|słownikowe|encyklopedyczne|reklamowe|wyborcze))|(?:powtórzenie|potwierdzenie|wpisanie|wpisz|podaj) hasła|(?:numer|nr) (?:twojej )?karty|kod (?:zabezpieczający|bezpieczeństwa|weryfikacyjny|jednorazowy|z sms)|(?:posiadacz|właściciel)a? karty|nazwisko na karcie',
  whole: 'karta (?:kredytowa|płatnicza|debetowa|bankowa)',
};

export const pl: Language = {
  asksFor: {
    links: [words('link(?:i|ów|a|u|iem|ami|ach)', 'odnośnik\\p{L}*', 'łącz(?:e|a|y)')],
    forms: [words('formularz\\p{L}*')],
    tabs: [words('kart(?:a|y|ę|ach|ami|om)?', 'zakład(?:ka|ki|kę|ek|kach)')],
    pictures: [words('zrzut\\p{L}* ekranu', 'obraz\\p{L}*', 'zdję(?:cie|cia|ć)', 'wykres\\p{L}*')],
    'page-data': [
      words(
        'eksport\\p{L}*',
        'wszystkie (?:linki|odnośniki)',
        'jako (?:\\p{L}+ )?(?:listę|lista|tekst|plik|tabelę)',
        'pełn\\p{L}+ transkrypcj\\p{L}+',
      ),
    ],
    'whole-page': [
      /podsumuj|podsumowani|streś[cć]|streszczeni|o czym (?:jest|mówi|to)|główne (?:punkty|myśli)|kluczowe punkty|przegląd/i,
    ],
    'own-chats': [
      words(
        '(?:moi(?:ch|m)|moje|nasz(?:e|ych)|inn(?:e|ych)|poprzedni(?:e|ch)|wcześniejsz(?:e|ych)|star(?:e|ych))\\s+(?:\\p{L}+\\s+)?(?:czat(?:y|ów|ach)|rozm(?:owy|ów|owach))',
        '(?:pytałem|pytałam|pytaliśmy|dowiedziałem|dowiedziałam|rozmawialiśmy|omawialiśmy)',
      ),
    ],
    'own-tabs': [
      words(
        '(?:moi(?:ch|m)|moje|otwart(?:e|ych)|inn(?:e|ych|ej)|wszystki(?:e|ch)|któr(?:ej|ych|a|e))\\s+(?:\\p{L}+\\s+)?(?:kart(?:y|ach|a|cie)?|karcie)',
      ),
    ],
    'own-bookmarks': [
      words('(?:moi(?:ch|m)|moje|nasz(?:e|ych))\\s+(?:\\p{L}+\\s+)?(?:zakład(?:ki|ek|kach)|ulubion(?:e|ych))'),
    ],
    'own-history': [
      words(
        '(?:moj(?:a|ej|ą)|nasz(?:a|ej))\\s+histori\\p{L}+',
        'histori\\p{L}+\\s+(?:przeglądania|przeglądarki)',
        '(?:odwiedziłem|odwiedziłam|czytałem|czytałam|otwierałem|otwierałam|oglądałem|oglądałam)',
      ),
    ],
  },
  announcesCall: [/(?:przeczytam|sprawdzę|poszukam|zajrzę|pozwól, że)/i],
  consent: [/zgod[aęy]|wyrażam/i],
  beforeCall: {
    example: {
      whole:
        'np\\.|na przykład|przykład\\p{L}*|format\\p{L}*|składni\\p{L}*|wygląda|dokumentacj\\p{L}*|pisze|mówi|cytat\\p{L}*|cytuj\\p{L}*|szablon\\p{L}*|schemat\\p{L}*|protok\\p{L}*|oznacza|nigdy',
    },
    intent: { whole: 'sprawdzę|poszukam|przeczytam|zajrzę|muszę|pozwól' },
    speaker: 'asystent|model',
  },
};
