/**
 * `answer`: patterns that a correct answer must all match. `not`: what it must not match. `evidence`: the literal text
 * on the page, in one or several places.
 */
type Answerable = { answer: RegExp | readonly RegExp[]; not?: RegExp; evidence: string | readonly string[] };

/** A question without an answer on the page. `absent`: what the page would contain if it had one. */
type Unanswerable = { absent: RegExp };

export type Question = { page: string; question: string } & (Answerable | Unanswerable);

/** The first question of each page. */
const FIRST: readonly Question[] = [
  {
    page: 'lighthouse',
    question: 'How much did the restoration cost?',
    answer: /412[.,\s]?000/,
    evidence: 'cost 412,000 crowns',
  },
  { page: 'grinder', question: 'How many grams of beans does it hold?', answer: /\b24\b/, evidence: '24 g of beans' },
  {
    page: 'electric-boat',
    question: 'Which propeller did rosalind_t keep in the end?',
    answer: /three.?blade|haverly|17\s*(x|×|by)\s*11/i,
    evidence: 'a three-blade from Haverly, 17 by 11',
  },
  {
    page: 'boiler-thread',
    question: 'What solved the problem of lowtide_anna?',
    answer: [/clean|eras|green|corro|wip/i, /plug|contact/i],
    evidence: 'It was the plug! One contact was green. I cleaned it',
  },
  { page: 'zh-chashi', question: '包间的最低消费是多少?', answer: /168/, evidence: '包间最低消费为每人168元' },
  {
    page: 'museum',
    question: 'Who gave the walking stick with the hidden barometer to the museum?',
    answer: /maud|tillett-grange|granddaughter/i,
    evidence: 'given to the museum by his granddaughter, Maud Tillett-Grange',
  },
  {
    page: 'ferry-fares',
    question: 'What does a car with a caravan cost from Ulla to Stane?',
    answer: /62[.,]50/,
    evidence: '| Car with caravan | 41.00 | 62.50 | 27.00 |',
  },
  {
    page: 'option-reference',
    question: 'What is the default of relay.backoff_ceiling?',
    answer: /\b47\s?s/,
    evidence: 'Type: duration. Default: `47s`. Since 2.6.',
  },
  {
    page: 'fr-moulin',
    question: 'Quel est le diamètre de la roue ?',
    answer: /5[.,]40?\s*m/,
    evidence: 'mesure 5,40 mètres de diamètre',
  },
  {
    page: 'quillsync-docs',
    question: 'How long are deleted files kept?',
    answer: /\b14\b|fourteen/i,
    evidence: '| `trash_days` | 14 |',
  },
  {
    page: 'courses',
    question: 'Who teaches the bookbinding course, and what is the fee?',
    answer: [/thorsby/i, /132/],
    evidence: 'Emiko Thorsby. Thursdays 18:30, 8 evenings, the old kitchen. Fee 132.',
  },
  {
    page: 'recipe',
    question: 'At what temperature and for how long do I bake the crackers?',
    answer: [/190/, /\b16\b|sixteen/i],
    evidence: 'Bake at 190 °C for 16 minutes.',
  },
  {
    page: 'token-bucket',
    question: 'How many tokens may a bucket owe at most?',
    answer: /\b40\b|forty/i,
    evidence: 'MAX_LOAN = 40          # tokens; more is refused',
  },
  {
    page: 'huts',
    question: 'Wer ist Wirtin der Zirmseehütte?',
    answer: /stallwanger/i,
    evidence: 'Wirtin ist Notburga Stallwanger.',
  },
  {
    page: 'waste',
    question: 'On which day is paper collected in Tamsin Row?',
    answer: /monday/i,
    not: /tuesday|wednesday|thursday|friday/i,
    evidence: '| Tamsin Row | C | Thursday | Monday | Tuesday | week 3 |',
  },
  {
    page: 'clinic',
    question: 'Who treats birds here, and on which days?',
    answer: [/hallam/i, /tuesday/i, /friday/i],
    evidence: 'For birds and reptiles ask for Dr. Yusra Hallam, who is here on Tuesdays and Fridays.',
  },
  {
    page: 'dairy-report',
    question: 'How much cheese was lost when lightning struck the cold store?',
    answer: /6[,.\s]?240/,
    evidence: '6,240 kilograms of cheese were lost',
  },
  {
    page: 'ja-onsen',
    question: '犬と泊まると一泊いくらですか。',
    answer: /1[,,]?800|千八百/,
    evidence: '一泊千八百円',
  },
  {
    page: 'changelog',
    question: 'In which version was the importer for Kettle files removed?',
    answer: /\b3\.3\b/,
    evidence: ['## 3.3 (', 'Removed: the importer for Kettle files.'],
  },
  {
    page: 'orvey',
    question: 'Who founded the cooperative, and when?',
    answer: [/effie strand/i, /1958/],
    evidence: 'founded by Effie Strand in 1958',
  },
  {
    page: 'es-biblioteca',
    question: '¿Cuántos días se presta un instrumento musical?',
    answer: /\b45\b|cuarenta y cinco/i,
    evidence: '| Instrumentos musicales | 1 | 45 | 1 |',
  },
  {
    page: 'incident',
    question: 'Which host ran out of inodes?',
    answer: /anvil-02/i,
    evidence: 'ERROR anvil-02 ledger-db: no space left on device: 0 inodes free',
  },
  {
    page: 'allotment-rules',
    question: 'How many hours of common work does each tenant owe in a year?',
    answer: /\b14\b|fourteen/i,
    evidence: 'Each tenant works fourteen hours a year',
  },
  {
    page: 'canal',
    question: 'When is the towpath between Brindle and Sallow closed?',
    answer: [/nov/i, /mar/i],
    evidence: 'is closed from 1 November to 15 March',
  },
  {
    page: 'water-notice',
    question: 'On which day and from when will there be no water?',
    answer: [/15\b/, /8[:.]40/],
    evidence: 'on Wednesday, 15 October, from 8:40',
  },
  {
    page: 'ru-muzey',
    question: 'Кто основал музей?',
    answer: /ордынцев/i,
    evidence: 'основал в 1994 году часовой мастер Глеб Ордынцев',
  },
  {
    page: 'council-minutes',
    question: 'For how much was the weathercock sold, and to whom?',
    answer: [/512/, /yeo/i],
    evidence: 'Mrs. Harriet Yeo of Saddler Row, for 512 crowns',
  },
  {
    page: 'pt-trilho',
    question: 'Quantos degraus tem a descida da Laje?',
    answer: /\b140\b/,
    evidence: 'são 140 degraus talhados na rocha',
  },
  {
    page: 'firmware',
    question: 'After how many seconds does the pump stop by itself?',
    answer: /1[,.\s]?710/,
    evidence: '#define PUMP_LIMIT_S 1710',
  },
  { page: 'ar-khazaf', question: 'كم سعر دورة المبتدئين؟', answer: /75|٧٥/, evidence: 'وسعرها 75 دينارا' },
];

/** The second question of each page. */
const SECOND: readonly Question[] = [
  {
    page: 'lighthouse',
    question: 'What is this page about? One sentence.',
    answer: [/lighthouse|light\b/i, /skerrow|brannock|restor|again|back/i],
    evidence: 'the lighthouse at Skerrow Point',
  },
  { page: 'grinder', question: 'How loud is it, in decibels?', absent: /decibel|\bdB\b/i },
  {
    page: 'electric-boat',
    question: 'What did the whole conversion cost in the end?',
    answer: /18[,.\s]?640/,
    evidence: 'The bill is complete: 18,640',
  },
  {
    page: 'boiler-thread',
    question: 'Which code does a broken gas valve give?',
    answer: /E33/i,
    evidence: 'a gas valve gives E33, not E27',
  },
  { page: 'zh-chashi', question: '茶室星期几休息?', answer: /周二|星期二|礼拜二/, evidence: '周二休息' },
  {
    page: 'museum',
    question: 'How many steps does the mechanical goose walk?',
    answer: /\bnine\b|\b9\b/i,
    evidence: 'it walks nine steps',
  },
  { page: 'ferry-fares', question: 'Is there Wi-Fi on the boats?', absent: /wi-?fi|internet|wlan/i },
  {
    page: 'option-reference',
    question: 'Since which version does the option archive.seal_after exist?',
    answer: /\b3\.1\b/,
    evidence: 'Type: duration. Default: `9h`. Since 3.1.',
  },
  {
    page: 'fr-moulin',
    question: 'On which days can the mill be visited?',
    answer: [/wednesday|mercredi/i, /sunday|dimanche/i],
    evidence: 'On visite le moulin le mercredi et le dimanche',
  },
  {
    page: 'quillsync-docs',
    question: 'What does exit code 7 mean?',
    answer: [/snapshot/i, /damag|corrupt|broken/i],
    evidence: '7: the snapshot is damaged',
  },
  {
    page: 'courses',
    question: 'What kind of wood is used in the course on building a beehive?',
    absent: /\b(pine|spruce|cedar|larch|timber|plywood|softwood|hardwood)\b/i,
  },
  { page: 'recipe', question: 'How many calories does one cracker have?', absent: /calor|kcal|energy/i },
  {
    page: 'token-bucket',
    question: 'Which versions of Python does it support?',
    absent: /python\s?[23]|python_requires|3\.\d+/i,
  },
  {
    page: 'huts',
    question: 'Wie reserviert man im Hohe-Warte-Haus?',
    answer: /postkarte/i,
    evidence: 'Reserviert wird ausschließlich per Postkarte',
  },
  {
    page: 'waste',
    question: 'What does it cost to have bulky items fetched a third time in a year?',
    answer: /\b28\b/,
    evidence: 'Every further time costs 28 crowns.',
  },
  { page: 'clinic', question: 'What does a vaccination cost?', absent: /vaccin|inocul/i },
  {
    page: 'dairy-report',
    question: 'Who took the place of Agnes Rowntree?',
    answer: /brandl/i,
    evidence: 'Her place was taken by Matteo Brandl',
  },
  {
    page: 'ja-onsen',
    question: 'Until what time at night is the open-air bath open?',
    answer: /\b11\b|23[:時]|eleven|十一時/i,
    evidence: '露天風呂は朝五時半から夜十一時まで',
  },
  {
    page: 'changelog',
    question: 'In which version did the licence change, and to which licence?',
    answer: [/\b5\.8\b/, /MPL/i],
    evidence: ['## 5.8 (', 'The licence changes from GPL-2.0 to MPL-2.0'],
  },
  {
    page: 'orvey',
    question: 'Why does Loch Beg never freeze?',
    answer: [/warm|eleven|11/i, /spring/i],
    evidence: 'a warm spring of eleven degrees feeds it',
  },
  { page: 'es-biblioteca', question: '¿Cuánto cuesta imprimir una página?', absent: /imprim|impres|fotocop/i },
  {
    page: 'incident',
    question: 'How much money did the outage cost?',
    absent: /crowns|euros?\b|dollars?\b|revenue|\$|€/i,
  },
  {
    page: 'allotment-rules',
    question: 'How high may the ridge of a shed be?',
    answer: /2[.,]6/,
    evidence: 'with a ridge of 2.60 metres at most',
  },
  {
    page: 'canal',
    question: 'Summarise this page in two sentences.',
    answer: [/marram/i, /walk|stage|path|guide|hik/i],
    evidence:
      'The Marram Canal runs for 94 miles from Marram Basin to the sea. This guide follows it in thirteen stages',
  },
  { page: 'water-notice', question: 'What will the works cost the town?', absent: /crowns|euro|cost|price|budget/i },
  {
    page: 'ru-muzey',
    question: 'Когда вход бесплатный?',
    answer: /четверг/i,
    evidence: 'По четвергам после пяти вход свободный',
  },
  {
    page: 'council-minutes',
    question: 'How did the vote on renting the ice rink of Dunmere end?',
    answer: /lost|reject|defeat|fail|against|not (carried|passed|approved)|(four|4).{0,20}(five|5)/i,
    evidence: 'The motion was lost with four votes to five.',
  },
  {
    page: 'pt-trilho',
    question: 'Onde não há rede de telemóvel?',
    answer: [/corga/i, /laje/i],
    evidence: 'não há rede entre Corga e a Laje',
  },
  {
    page: 'firmware',
    question: 'What does tank_volume return for a negative reading?',
    answer: /VOLUME_UNKNOWN|-7001/,
    evidence: 'if (reading < 0) return VOLUME_UNKNOWN;',
  },
  { page: 'ar-khazaf', question: 'هل يوجد موقف للسيارات عند الورشة؟', absent: /موقف|مواقف|سيارات/ },
];

/**
 * All questions, in an order in which no two adjacent ones are about the same page, so that a server's cache of the
 * page does not distort the times.
 */
export const QUESTIONS: readonly Question[] = [...FIRST, ...SECOND];
