import {
  type FactVocabulary,
  type Language,
  list,
  type MemoryRequestWords,
  parts,
  type SecretFieldWords,
  words,
} from './language.ts';

/** Labels of fields for a password, a code or a payment card. A case-insensitive `i` does not match a dotless one. */
export const secretFields: SecretFieldWords = {
  anywhere:
    '[şs][iıİ]fre(?!l)|(?:yeni|mevcut|eski) parola|parola(?:n[iıİ]z|y[iıİ](?![a-z]))|kart (?:numaras[iıİ]|no(?![a-z]))|güvenl[iıİ]k (?:kodu|numaras[iıİ])|doğrulama kodu|onay kodu|tek kullan[iıİ]ml[iıİ]k|kart sah[iıİ]b[iıİ]|kart(?:[iıİ]n)? üzer[iıİ]ndek[iıİ] (?:[iıİ]s[iıİ]m|ad)|kart (?:numaran[iıİ]z|son kullanma)|(?:sms|giriş|aktivasyon|onay) kodu|g[iıİ]zl[iıİ] (?:soru|kelime)|parola(?:m|n[iıİ]z)(?![a-z])|parola tekrar|hesap numaras[iıİ]',
  whole: 'parola|(?:kred[iıİ]|banka|ön ödemel[iıİ]) kart[iıİ]',
};

/** How a question asks to remember something. */
export const memoryRequests: MemoryRequestWords = {
  lead: 'ayrıca|ve|bu arada|tamam|merhaba|selam|teşekkürler|bundan sonra|artık',
  before: '(?:lütfen )?(?:şunu )?(?:hatırla(?:yın)?|aklında tut|aklınızda tutun|unutma(?:yın)?)(?: ki\\b|,? ?:|,)',
  after: '(?:hatırla(?:yın)?|aklında tut|aklınızda tutun)(?: lütfen)?',
  further: '(?<=ğ[ıiuü]m(?:[ıiuü]z)?[ıiuü]) ve(?= .{0,200}ğ[ıiuü]m(?:[ıiuü]z)?[ıiuü]$)',
};

export const tr: Language = {
  asksFor: {
    links: [words('link(?:ler\\p{L}*|i|e)', 'bağlantı\\p{L}*')],
    forms: [words('form(?:u|lar\\p{L}*|un)', 'doldur\\p{L}*')],
    actions: [
      words(
        'araç\\p{L}*',
        'ekle\\p{L}*',
        'rezerv\\p{L}*',
        'satın al\\p{L}*',
        'iptal\\p{L}*',
        'sipariş\\p{L}*',
        'değiştir\\p{L}*',
        'oluştur\\p{L}*',
        'sil(?:in|iniz)?',
        'gönder\\p{L}*',
      ),
    ],
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

/** How facts are written. */
export const facts: FactVocabulary = {
  functionWords: list(
    've veya ile bir bu şu o da de ki için gibi kadar daha en çok az ancak ama olarak olan oldu olduğu değil var yok ne her göre sonra önce arasında üzere ise tarafından hem ya mi mı ayrıca yer aldı edildi',
  ),
  numberWords: {
    sıfır: 0,
    iki: 2,
    üç: 3,
    dört: 4,
    beş: 5,
    altı: 6,
    yedi: 7,
    sekiz: 8,
    dokuz: 9,
    on: 10,
    yirmi: 20,
    otuz: 30,
    kırk: 40,
    elli: 50,
    altmış: 60,
    yetmiş: 70,
    seksen: 80,
    doksan: 90,
    yüz: 100,
    düzine: 12,
  },
  magnitudes: { bin: 1e3, milyon: 1e6, milyar: 1e9, trilyon: 1e12, mn: 1e6, mlr: 1e9 },
  percent: list('yüzde~ yüzde puan yüzde_puan'),
  about: list('yaklaşık neredeyse civarında kadar fazla aşkın az takriben ortalama_olarak en_az en_fazla üzerinde'),
  units: {
    watt: 'watt',
    volt: 'volt',
    hertz: 'hertz',
    amper: 'ampere',
    ton: 'tonne',
    knot: 'knot',
    deniz_mili: 'nautical-mile',
    kalori: 'calorie',
    joule: 'joule',
    desibel: 'decibel',
    piksel: 'pixel',
    metrekare: 'square-meter',
    kilometrekare: 'square-kilometer',
    metreküp: 'cubic-meter',
    miligram: 'milligram',
    dk: 'minute',
    sn: 'second',
    yemek_kaşığı: 'tablespoon',
    çay_kaşığı: 'teaspoon',
    tatlı_kaşığı: 'dessertspoon',
    su_bardağı: 'cup',
    bardak: 'cup',
    yüzyıl: 'century',
    yüzyılda: 'century',
    derece: 'degree',
    santigrat: 'celsius',
    yıl: 'year',
    yaş: 'year',
    yaşında: 'year',
    saat: 'hour',
    dakika: 'minute',
    gün: 'day',
    hafta: 'week',
    ay: 'month',
    metre: 'meter',
    kilometre: 'kilometer',
    kilo: 'kilogram',
    litre: 'liter',
    kilovatsaat: 'kilowatt-hour',
    megavatsaat: 'megawatt-hour',
    beygir: 'horsepower',
    dönüm: 'dunam',
  },
  unitPrefixes: { kilo: 1e3, mega: 1e6, giga: 1e9, tera: 1e12, mili: 1e-3, mikro: 1e-6 },
  currencies: {
    lira: 'TRY',
    tl: 'TRY',
    türk_lirası: 'TRY',
    euro: 'EUR',
    avro: 'EUR',
    dolar: '$',
    sterlin: 'GBP',
    yen: 'JPY',
    yuan: 'CNY',
    kron: 'kr',
    frank: 'franc',
    ruble: 'RUB',
    kuruş: 'cent',
  },
  per: list('başına'),
  clock: list('saat~'),
  am: list('sabah~'),
  pm: list('öğleden_sonra~ akşam~'),
  titles: list(
    'bay bayan sayın dr prof doç profesör doktor başkan başkanı cumhurbaşkanı başbakan bakan bakanı müdür müdürü vali valisi kaptan hakim general araştırmacı sözcü sözcüsü belediye',
  ),
  organizations: list(
    'üniversitesi üniversite enstitüsü enstitü bankası banka bakanlığı bakanlık kurumu derneği şirketi grubu vakfı ajansı komisyonu müzesi okulu hastanesi partisi sendikası mahkemesi belediyesi müdürlüğü',
  ),
  nameJoiners: list('ve &'),
  computes: list(
    'toplam toplamda birlikte fark farkı daha fazla az yüksek düşük uzun kısa artış düşüş arttı azaldı yükseldi ortalama oran katı kat tasarruf sonra önce sürer sürdü arasında sürüyor yani eder indirim düştü azalma kalan toplamı ağır hafif',
  ),
  conjunctions: list('ve ise ama veya'),
  listNouns: list(
    'yol yöntem adım adımda madde nokta neden şey seçenek ipucu örnek yön bölüm kategori faktör soru fikir konu bilgi tür alan cümle cümlede sözcük avantaj özellik değişiklik aşama başlık',
  ),
  version: list('sürüm sürümü versiyon'),
  abbreviations: list('dr prof doç sn no vb vs örn yy cad sok st av bkz'),
  months: {},
  surnames: [],
  capitalizedNouns: null,
};
