import { Composer, type Grammar, htmlPage, withPlaced } from './compose.ts';

const FORUM: Grammar = {
  name: [
    'mudlark',
    'old_gaffer',
    'brinewater',
    'kittiwake',
    'nils_b',
    'hestia',
    'capt_plum',
    'windrow',
    'tern_3',
    'salt_and_tar',
    'jonquil',
    'beamreach',
  ],
  boat: [
    'my old Folkboat',
    'a steel sloop of nine metres',
    'our Drascombe',
    'the club launch',
    'a friend’s ketch',
    'the ferry I used to work on',
  ],
  part: [
    'controller',
    'coupling',
    'shaft seal',
    'contactor',
    'charger',
    'shunt',
    'fuse holder',
    'cooling pump',
    'display',
    'throttle lever',
  ],
  state: [
    'ran warm',
    'made a whining noise',
    'corroded within a season',
    'worked from the first day',
    'had to go back twice',
    'was never any trouble',
    'needed a new gasket',
  ],
  place: [
    'in the yard at Corrin',
    'on the estuary',
    'during the winter lay-up',
    'on the way to the regatta',
    'off the Grey Rocks',
    'in the canal',
  ],
  advice: [
    'put a breather into the battery box',
    'keep the cables short',
    'label both ends of every wire',
    'measure before you cut the bearers',
    'ask your insurer in writing',
    'balance the cells at home, not afloat',
    'paint the bilge while the engine is out',
  ],
  doubt: [
    'I would not trust a used motor',
    'I doubt that a 48-volt system is worth it for so little range',
    'regeneration under sail is mostly a story',
    'I still miss the smell of diesel',
    'lead batteries would have been cheaper',
  ],
  say: [
    'On {boat} the {part} {state}, {place}.',
    'If I did it again I would {advice} and spend the evening with a book.',
    '{doubt}, but I am ready to be proved wrong.',
    'We did {#3-19} miles at about {#3-5} knots with {#20-60} per cent left, {place}.',
    'Has anybody compared the {part} with the one that comes with the kit?',
    'My advice after {#2-9} seasons: {advice}, and {advice}.',
    'The {part} cost me {#40-480} and an afternoon {place}.',
    'There is a drawing in the club library, shelf {#2-30}, that shows where the {part} should go.',
    'On {boat} it {state} after {#5-90} hours; a new {part} cured it.',
    'Nobody told me that the {part} hums when the wind comes from aft.',
  ],
};

/** A thread of seventy posts about one boat. */
export function electricBoatThread(): string {
  const composer = new Composer(11, FORUM);
  const post = (author: string, text: string) => ({ author, text });
  const chatter = Array.from({ length: 64 }, () =>
    post(composer.say('name'), composer.sentences('say', composer.number(3, 5))),
  );
  const posts = withPlaced(chatter, {
    0: post(
      'rosalind_t',
      'I want to take the diesel out of the Petrel, a wooden yawl of 8.2 metres, and put in an electric drive. My budget is 15,000. First idea: a 6 kW motor, 48 volts, and a two-blade propeller of 14 by 9 inches. Tell me what is wrong with that.',
    ),
    12: post(
      'rosalind_t',
      'The diesel is out, it weighed 196 kg with everything. The bearers are rotten on the port side, so the shipwright, Mr. Abelard, has to put in new ones first.',
    ),
    27: post(
      'rosalind_t',
      'Update: the motor is in. After your warnings I took the 10 kW one. The battery pack weighs 312 kg, which sits lower than the old tanks.',
    ),
    42: post(
      'rosalind_t',
      'The two-blade propeller shook the whole stern. I swapped it for a three-blade from Haverly, 17 by 11, and now a cup of tea stands still on the table. That is the one that stays.',
    ),
    59: post(
      'rosalind_t',
      'The bill is complete: 18,640 with the yard, the bearers and the survey. Range in flat water is 26 miles at four knots, measured twice.',
    ),
    66: post('rosalind_t', 'Launching is on the second of April at noon, slip three. Bring your own mug.'),
  });
  const body = posts.map(({ author, text }, n) => `<section><h3>#${n + 1} ${author}</h3><p>${text}</p></section>`);
  return htmlPage({ title: 'Electric drive for the Petrel', site: 'Slackwater Forum' }, body.join('\n'));
}

const COLLECTION: Grammar = {
  thing: [
    'butter mould',
    'ship’s bell',
    'sewing box',
    'pocket sundial',
    'milk scale',
    'snuff box',
    'school slate',
    'candle snuffer',
    'travelling inkwell',
    'cheese press',
    'lace pillow',
    'barber’s bowl',
    'fishing float',
    'toy mill',
    'signal lantern',
    'bee smoker',
    'hat block',
    'razor case',
    'spice drawer',
    'weather vane',
  ],
  look: [
    'with a carved hare',
    'lined with green felt',
    'marked with three crowns',
    'missing its lid',
    'with a later handle',
    'painted with tulips',
    'in two parts',
    'with the initials {initials}',
    'scorched on one side',
    'tied with its old string',
  ],
  initials: ['A. V.', 'J. T. M.', 'C. R.', 'E. H.', 'P. L. S.', 'W. D.'],
  stuff: [
    'pear wood',
    'brass and bone',
    'pewter',
    'stoneware',
    'oak',
    'tinned iron',
    'walnut',
    'glass and cork',
    'copper',
    'boxwood',
  ],
  town: ['Hallowmere', 'Little Sarne', 'Ostrey', 'Gunnerby', 'Feldon', 'Quarrel Hill', 'Thorpe Abbas', 'Wick'],
  giver: [
    'the family of a grocer',
    'a school that was closed',
    'an auction',
    'the widow of the last ropemaker',
    'the parish',
    'a collector in {town}',
    'an unnamed visitor',
    'the customs house',
  ],
  say: [
    'It was used in {town} until about {#1870-1955}, as the wear on the {side} shows.',
    'The museum received it from {giver}.',
    'A similar one, made of {stuff}, is kept in {town}.',
    'The maker is not known; the {side} has been repaired with {stuff}.',
    'It was found under the floor of a house in {town} when the drains were laid.',
    'Children were told that it brought luck to whoever touched the {side}.',
    'The price, {#2-19} shillings, is still written in chalk on the {side}.',
    'It was shown at the fair of {#1880-1930} and won a second prize.',
  ],
  side: ['left side', 'rim', 'base', 'inside', 'back', 'hinge', 'upper edge'],
};

/** A museum's catalogue of 156 objects, the longest page: about 15,000 tokens. */
export function museumCatalogue(): string {
  const composer = new Composer(23, COLLECTION);
  const object = (number: string, name: string, data: string, text: string) =>
    `<section><h2>${number} ${name}</h2><p>${data}</p><p>${text}</p></section>`;
  const objects = Array.from({ length: 152 }, (_, n) =>
    object(
      `H ${composer.number(1890, 1989)}.${100 + n}`,
      composer.sentence('{thing} {look}'),
      composer.sentence('{stuff}, {town}, about {#1720-1930}. Height {#4-60} cm. Case {#1-14}.'),
      composer.sentences('say', composer.number(3, 5)),
    ),
  );
  const placed = withPlaced(objects, {
    60: object(
      'H 1934.7',
      'Walking stick with a hidden barometer',
      'Cane, brass and mercury, Feldon, 1868. Length 91 cm. Case 3.',
      'The knob unscrews and shows a scale from 27 to 31 inches. It belonged to the surveyor Ambrose Tillett and was given to the museum by his granddaughter, Maud Tillett-Grange, who had used it to prop up a hen house.',
    ),
    78: object(
      'H 1951.22',
      'Model of the suspension bridge at Ostrey',
      'Pear wood and silk thread, 1829. Length 143 cm. Case 9.',
      'Made by the bridge keeper, Silas Quint, in eleven winters. The model has 1,764 threads; the real bridge had only 1,120 chains and fell in 1853.',
    ),
    113: object(
      'H 1967.3',
      'Mechanical goose',
      'Tinned iron, leather and feathers, Gunnerby, about 1805. Height 38 cm. Case 12.',
      'When wound up it walks nine steps, bows and lays an egg of marble. Only one egg is left of six. The clockmaker Ferdinand Aske built it for a travelling fair.',
    ),
    147: object(
      'H 1988.41',
      'Flag of the snow shovellers',
      'Linen, Thorpe Abbas, 1895. Width 120 cm. Case 14.',
      'Carried each year on Saint Hilary’s day until 1912. The two crossed shovels were embroidered by Dorothea Pym. It was cleaned in 2003 and must not be lit with more than fifty lux.',
    ),
  });
  const opening =
    '<p>All objects in the permanent exhibition, in the order of their cases. Measurements are of the object without its stand.</p>';
  return htmlPage(
    { title: 'Catalogue of the permanent exhibition', site: 'Hallowmere Folk Museum' },
    [opening, ...placed].join('\n'),
  );
}

const CANAL: Grammar = {
  village: [
    'Upper Lode',
    'Pennywell',
    'Cold Aston',
    'Mossbank',
    'Saint Orrin',
    'Lammas',
    'Great Dole',
    'Hazel Wharf',
    'Nettlecombe',
    'Brindle',
    'Sallow',
    'Kingsferry',
  ],
  sight: [
    'a row of brick kilns',
    'a chapel with a tin roof',
    'an orchard behind a high wall',
    'the stump of a windmill',
    'a boatyard where narrow boats are painted',
    'a heronry',
    'a pumping house with arched windows',
    'three almshouses',
    'a stone trough',
    'a garden of scarecrows',
  ],
  way: ['gravel', 'grass', 'old railway sleepers', 'flagstones', 'a narrow plank walk', 'clay that sticks to boots'],
  food: [
    'a plate of eel and parsley',
    'pear cider',
    'oat cakes with blue cheese',
    'strong tea',
    'gooseberry tart',
    'smoked trout',
  ],
  bird: [
    'kingfishers',
    'reed warblers',
    'swans that think the path is theirs',
    'a barn owl at dusk',
    'sand martins',
    'coots',
  ],
  say: [
    'The path is {way} here, and for {#1-4} miles nothing but the wind is heard.',
    'On the left stands {sight}, which the people of {village} will show you if you ask at the green door.',
    'Look out for {bird} between the second and the third lock.',
    'The inn at {village} has {#4-11} rooms and serves {food} until it is gone.',
    'After the swing bridge the canal bends around {sight} and enters a cutting {#10-40} feet deep.',
    'A milestone of {#1790-1840} gives the distance to {village} as {#2-29} miles, which is wrong by one.',
    'When the water is low, the ribs of a sunken coal barge can be counted: there are {#12-31}.',
    'A detour of {#20-50} minutes leads to {sight} and back by way of {village}.',
    'Carry water: the next tap is at {village}, behind {sight}.',
    'Navvies from three counties dug this stretch, and {#3-40} of them lie in the churchyard of {village}.',
    'In autumn the hedges are full of sloes and {bird}.',
    'The lock keeper sells {food} from a window on the towpath side.',
  ],
};

/** A walking guide in twenty stages. */
export function canalGuide(): string {
  const composer = new Composer(37, CANAL);
  const stage = (n: number, from: string, to: string, text: string) =>
    `<h2>Stage ${n}: ${from} to ${to}</h2><p>${text}</p><p>${composer.sentences('say', composer.number(3, 5))}</p>`;
  const villages = [
    'Marram Basin',
    'Upper Lode',
    'Pennywell',
    'Cold Aston',
    'Mossbank',
    'Saint Orrin',
    'Lammas',
    'Great Dole',
    'Hazel Wharf',
    'Nettlecombe',
    'Brindle',
    'Sallow',
    'Kingsferry',
    'Tidmarsh Sea Lock',
  ];
  const special: Record<number, string> = {
    4: 'The aqueduct of Mossbank carries the canal over the river on seven arches. Its builder, Leopold Garrow, was never paid in full and planted a fig tree in the parapet out of spite; it still bears.',
    8: 'The tunnel of Hazel Wharf is 1,386 yards long and has no towpath. Walkers take the horse path over the hill and meet the canal again after fifty minutes. In the tunnel boats may only enter in the first ten minutes of every hour.',
    11: 'Between Brindle and Sallow the towpath is closed from 1 November to 15 March for the nesting of bitterns and the repair of the bank. A marked way leads round by the mill.',
    13: 'The sea lock at Tidmarsh is worked by hand. It opens two hours either side of high water, and the keeper, Philippa Dunne, expects a call the day before.',
  };
  const stages = Array.from({ length: 13 }, (_, n) =>
    stage(n + 1, villages[n] ?? '', villages[n + 1] ?? '', special[n + 1] ?? composer.sentences('say', 4)),
  );
  const opening =
    '<p>The Marram Canal runs for 94 miles from Marram Basin to the sea. This guide follows it in thirteen stages of a day each, with what is to be seen, where to eat and where the path leaves the water.</p>';
  return htmlPage({ title: 'Walking the Marram Canal', site: 'Towpath Guides' }, [opening, ...stages].join('\n'));
}

const HUTS: Grammar = {
  vorn: [
    'Adler',
    'Gams',
    'Murmel',
    'Stein',
    'Wetter',
    'Enzian',
    'Rauh',
    'Silber',
    'Schatten',
    'Hirsch',
    'Nebel',
    'Kreuz',
    'Lärchen',
    'Geier',
    'Salz',
  ],
  hinten: ['kar', 'joch', 'alm', 'boden', 'kopf', 'scharte', 'grat', 'wand', 'eck', 'tal'],
  wirt: [
    'Familie Obertanner',
    'Veit Rainalter',
    'Zita Moosmair',
    'die Sektion Waldruh',
    'Korbinian Thaler',
    'Resi Haslwanter',
    'ein Verein aus Lauterbrück',
  ],
  gericht: ['Kaspressknödel', 'Schlutzkrapfen', 'Gerstensuppe', 'Buchweizentorte', 'Speckbrot', 'Topfenstrudel'],
  satz: [
    'Bewirtschaftet wird sie von {wirt}, bekannt ist sie für {gericht}.',
    'Im Winter bleibt nur der Notraum mit {#4-12} Lagern offen.',
    'Von der Terrasse sieht man bis zum {vorn}{hinten}.',
    'Der Zustieg vom Tal dauert {#2-5} Stunden und ist ab der Brücke mit Seilen gesichert.',
    'Wasser gibt es aus einer Quelle, die im September manchmal versiegt.',
    'Der Übergang zum {vorn}{hinten} ist nur für Geübte und dauert {#3-7} Stunden.',
    'Hunde dürfen in den Schuhraum, nicht in die Lager.',
    'Strom kommt von einem kleinen Wasserrad, Duschmünzen kosten {#2-5} Euro.',
    'Das Gepäck kann an {#2-5} Tagen der Woche mit der Materialseilbahn hinaufgeschickt werden.',
  ],
};

/** A directory of mountain huts, in German. */
export function hutDirectory(): string {
  const composer = new Composer(53, HUTS);
  const names = new Set<string>();
  while (names.size < 76) names.add(composer.fill('{vorn}{hinten}hütte'));
  const hut = (name: string, data: string, text: string) =>
    `<section><h2>${name}</h2><p>${data}</p><p>${text}</p></section>`;
  const huts = [...names].map((name) =>
    hut(
      name,
      composer.fill('{#1480-2790} m, {#18-96} Schlafplätze, geöffnet von Mitte Juni bis {#15-30}. September.'),
      composer.sentences('satz', composer.number(3, 4)),
    ),
  );
  const placed = withPlaced(huts, {
    15: hut(
      'Zirmseehütte',
      '2.312 m, 62 Schlafplätze, geöffnet vom 20. Juni bis 4. Oktober.',
      'Die Hütte steht auf einer Insel im Zirmsee und ist über einen Steg von 84 Metern zu erreichen. Wirtin ist Notburga Stallwanger. Wer vor sieben Uhr aufbricht, bekommt das Frühstück in einer Blechdose mit.',
    ),
    62: hut(
      'Hohe-Warte-Haus',
      '2.588 m, 40 Schlafplätze, geöffnet vom 1. Juli bis 12. September.',
      'Das Haus wurde 1911 von einer Wetterwarte gebaut. Übernachten kostet 38 Euro, für Mitglieder 21 Euro. Reserviert wird ausschließlich per Postkarte; Telefon gibt es keines.',
    ),
  });
  const opening =
    '<p>Alle Schutzhütten des Gebirges mit Höhe, Schlafplätzen und Öffnungszeiten. Angaben ohne Gewähr.</p>';
  return htmlPage(
    { title: 'Hüttenverzeichnis', site: 'Bergsteigerbund Rauhwand', language: 'de' },
    [opening, ...placed].join('\n'),
  );
}
