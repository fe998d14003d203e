import { type Language, parts, type SecretFieldWords, words } from './language.ts';

/** Labels of fields for a password, a code or a payment card. `i` without regard to case is no dotless one. */
export const secretFields: SecretFieldWords = {
  anywhere:
    '[şs][iıİ]fre(?!l)|(?:yeni|mevcut|eski) parola|parola(?:n[iıİ]z|y[iıİ](?![a-z]))|kart (?:numaras[iıİ]|no(?![a-z]))|güvenl[iıİ]k (?:kodu|numaras[iıİ])|doğrulama kodu|onay kodu|tek kullan[iıİ]ml[iıİ]k|kart sah[iıİ]b[iıİ]|kart(?:[iıİ]n)? üzer[iıİ]ndek[iıİ] (?:[iıİ]s[iıİ]m|ad)',
  whole: '(?:kred[iıİ]|banka|ön ödemel[iıİ]) kart[iıİ]',
};

export const tr: Language = {
  asksFor: {
    links: [words('link(?:ler\\p{L}*|i|e)', 'bağlantı\\p{L}*')],
    forms: [words('form(?:u|lar\\p{L}*|un)')],
    tabs: [words('sekme\\p{L}*')],
    pictures: [
      words('ekran görüntü\\p{L}*', 'resim\\p{L}*', 'resmi', 'görsel\\p{L}*', 'fotoğraf\\p{L}*', 'grafik\\p{L}*'),
    ],
    'page-data': [
      words(
        'dışa aktar\\p{L}*',
        'tüm (?:bağlantılar\\p{L}*|linkler\\p{L}*)',
        '(?:liste|metin|dosya|tablo) olarak',
        'tam (?:döküm|transkript)\\p{L}*',
      ),
    ],
    'whole-page': [parts('özet', 'ne hakkında', 'ne anlat', 'ana (?:fikir|nokta)', 'genel bakış')],
    'own-chats': [
      words(
        '(?:önceki|geçmiş|eski|diğer|başka|benim|bizim)\\s+(?:\\p{L}+\\s+)?(?:sohbet|konuşma)\\p{L}*',
        '(?:sohbet|konuşma)(?:lar)?(?:ım|ımız)\\p{L}*',
        '(?:sormuştum|sormuştuk|konuşmuştuk|öğrenmiştim)',
      ),
    ],
    'own-tabs': [
      words('(?:açık|diğer|başka|tüm|bütün|hangi|benim)\\s+(?:\\p{L}+\\s+)?sekme\\p{L}*', 'sekmelerim\\p{L}*'),
    ],
    'own-bookmarks': [words('(?:yer\\s+imlerim|sık\\s+kullanılanlarım|favorilerim)\\p{L}*')],
    'own-history': [
      words(
        '(?:tarayıcı|gezinme|tarama)\\s+geçmiş\\p{L}*',
        '(?:benim\\s+)?geçmişim\\p{L}*',
        '(?:ziyaret\\s+ettiğim|okuduğum|açtığım|baktığım|gördüğüm)',
      ),
    ],
  },
  announcesCall: [parts('(?:okuyayım|okuyacağım|bakayım|bakacağım|kontrol ed(?:eyim|eceğim)|arayacağım|arayayım)')],
  consent: [parts('çerez', 'onay', 'rıza')],
  beforeCall: {
    example: {
      whole:
        'örne[kğ]\\p{L}*|mesela|biçim\\p{L}*|söz ?dizimi|belge\\p{L}*|yazıyor|diyor|alıntı\\p{L}*|şablon\\p{L}*|şema\\p{L}*|protokol\\p{L}*|asla',
    },
    intent: { whole: 'bakayım|bakacağım|arayayım|arayacağım|okuyayım|okuyacağım|kontrol ed(?:eyim|eceğim)' },
    speaker: 'asistan|model',
  },
};
