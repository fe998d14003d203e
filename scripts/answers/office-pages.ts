import { buildPdf } from '../../e2e/support/pdf.ts';
import { Composer, type Grammar, htmlPage, withPlaced } from './compose.ts';

const COUNCIL: Grammar = {
  member: [
    'Cllr Amory',
    'Cllr Beddoes',
    'Cllr Choudhury',
    'Cllr Drake',
    'Cllr Eastlake',
    'Cllr Finch',
    'Cllr Gadd',
    'Cllr Hosking',
    'the mayor',
  ],
  thing: [
    'the bus shelter in Candle Lane',
    'the lamps along the quay',
    'the roof of the market hall',
    'benches for the churchyard',
    'the fence of the playing field',
    'the clock of the old school',
    'signs for the footpath',
    'the drains of Potter Hill',
    'a stand for bicycles',
  ],
  body: [
    'the finance committee',
    'the county',
    'the residents of Dyer Street',
    'the fire brigade',
    'the school',
    'the harbour trust',
  ],
  sum: ['{#2-39}00 crowns', '{#11-48},{#100-999} crowns'],
  say: [
    '{member} reported on {thing}; {body} has been asked for an opinion.',
    '{member} moved to spend {sum} on {thing}. The motion was carried with {#5-8} votes to {#0-3}.',
    '{member} moved to put off {thing} until {body} has answered. This was agreed without a vote.',
    'A letter of {body} about {thing} was read and noted.',
    '{member} asked why {thing} had cost {sum} more than planned; the clerk will answer in writing.',
    'The offer of a firm from {town} for {thing}, {sum}, was found too high.',
    '{member} declared an interest in {thing} and left the room.',
    'It was resolved to thank {body} for help with {thing}.',
  ],
  town: ['Dunmere', 'Ostrey', 'Harrowgate', 'Feldon', 'Wick'],
};

/** The minutes of a year of meetings. */
export function councilMinutes(): string {
  const composer = new Composer(151, COUNCIL);
  const months = [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'September',
    'October',
    'November',
    'December',
  ];
  const special: Record<string, string> = {
    March:
      'Cllr Beddoes moved to rent the ice rink of Dunmere for the winter fair at 7,350 crowns. The motion was lost with four votes to five.',
    June: 'The weathercock, blown down in April, was sold to the highest bidder, Mrs. Harriet Yeo of Saddler Row, for 512 crowns. The money goes to the brass band.',
    September:
      'The swimming bath: the council resolved with eight votes to one to replace the boiler by a heat pump, at 268,900 crowns, and to close the bath from 6 January to 20 March for the works.',
    November: 'Cllr Gadd resigned after nineteen years. The by-election is set for 23 February.',
  };
  const meetings = months.map((month) => {
    const items = Array.from({ length: composer.number(4, 6) }, () => composer.sentences('say', 1));
    const own = special[month];
    const all = own === undefined ? items : withPlaced(items, { 3: own });
    const present = `<p>Present: ${composer.number(7, 9)} members. Begin ${composer.number(18, 19)}:30, end ${composer.number(20, 22)}:${composer.number(10, 55)}.</p>`;
    return `<h2>Meeting in ${month}</h2>${present}<ol>${all.map((each) => `<li>${each}</li>`).join('')}</ol>`;
  });
  return htmlPage({ title: 'Minutes of the town council', site: 'Town of Brannock' }, meetings.join('\n'));
}

const CODE: Grammar = {
  verb: ['read', 'pack', 'fold', 'shift', 'merge', 'clear', 'count', 'mask', 'probe', 'queue'],
  noun: ['frame', 'sector', 'gauge', 'valve', 'packet', 'sample', 'beacon', 'slot', 'rotor', 'channel'],
  why: [
    'keeps the {noun} inside its range',
    'is called by the {noun} timer only',
    'assumes that the {noun} is locked',
    'costs {#3-90} microseconds on the small board',
    'was measured with a {noun} of {#8-64} bytes',
    'must not be called from an interrupt',
  ],
  line: [
    '  if ({noun}->state & 0x{#10-99}) return {noun}->last;',
    '  for (int i = 0; i < {#4-32}; i++) total += {noun}->cell[i] >> {#1-6};',
    '  {noun}->limit = total % {#100-999};',
    '  while ({noun}->pending > {#2-12}) drain({noun});',
    '  total ^= {noun}->mask << {#1-7};',
    '  {noun}->stamp = ticks() + {#20-900};',
    '  log_line("{noun} {verb}: %d", total);',
  ],
};

/** The source code of a device's firmware: eighty functions in C. */
export function firmwareSource(): string {
  const composer = new Composer(173, CODE);
  const names = new Set<string>();
  while (names.size < 90) names.add(composer.fill('{verb}_{noun}'));
  const functions = [...names].map((name) => {
    const lines = Array.from({ length: composer.number(2, 4) }, () =>
      composer.say('line').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    );
    const noun = name.split('_')[1];
    return `/* ${composer.sentence('{why}')}. */\nint ${name}(struct ${noun} *${noun})\n{\n  int total = 0;\n${lines.join('\n')}\n  return total;\n}`;
  });
  const special = {
    18: '/* The pump stops by itself after this many seconds, whatever the server says. */\n#define PUMP_LIMIT_S 1710',
    76: `/* Returns millilitres for a reading of the float. Negative readings mean a broken wire. */
int tank_volume(int reading)
{
  if (reading &lt; 0) return VOLUME_UNKNOWN;   /* -7001 */
  if (reading &gt; 940) return 86000;
  return reading * 91 + 460;
}`,
    88: `/* Twice a day is enough: the sensor drifts by less than 0.2 pH a month. */
void calibrate_probe(struct probe *probe)
{
  probe->next = ticks() + HOURS(12);
}`.replaceAll('->', '-&gt;'),
  };
  const text = `<p>Firmware of the irrigation controller, file 3 of 9. Written by Odalys Ferrin.</p><pre><code class="language-c">${withPlaced(functions, special).join('\n\n')}</code></pre>`;
  return htmlPage({ title: 'wateringcan.c', site: 'Greenhouse firmware' }, text);
}

/** A notice of two pages. */
export function waterNotice(): Buffer {
  const lines = [
    '# Notice to all households in Potter Hill',
    'The main in Potter Hill and Quince Walk will be replaced. There will be no water',
    'on Wednesday, 15 October, from 8:40 to about 16:00.',
    'Please draw drinking water before. A tanker stands in front of the chapel.',
    'When the water is back, let the cold tap run for three minutes. It may look milky;',
    'this is air and does no harm. Do not use hot water before it is clear.',
    'People on home dialysis have been told by letter and will be supplied separately.',
    'Questions: Mrs. Celeste Varga, works office, telephone 0555 330 118.',
    'Order number of the works: PH-2207.',
  ];
  const more = [
    '# What will be done',
    'The old pipe of grey iron, 11 centimetres wide, was laid in 1938. It is replaced by one of',
    'ductile iron, twice as wide, 640 metres long. Eleven hydrants and all house connections',
    'up to the garden walls are renewed at the same time.',
    'The upper half of Potter Hill is closed to cars until the end of November. Dustbins are',
    'carried to the corner of Gorse Lane by the workers if they stand outside by six.',
    'Trees are not touched, with one exception: the cherry beside number 30 is moved to the',
    'chapel yard. Whoever has a well in the garden is asked to report it before the works begin.',
    'The firm is Ellwood and Daughters of Feldon; the foreman is Mr. Ignatz Bly.',
  ];
  return buildPdf([lines, more], 'Notice to all households in Potter Hill');
}

const DAIRY: Grammar = {
  farm: ['Highmoor', 'Ashes', 'Long Meadow', 'Brook End', 'Tarn Side', 'Black Knoll', 'Sweetwell', 'Gate House'],
  cheese: ['Wensley', 'Tolland blue', 'smoked curd', 'washed rind', 'goat log', 'farmhouse hard'],
  change: ['rose by {#2-14} per cent', 'fell by {#2-9} per cent', 'stayed as it was', 'recovered after a weak spring'],
  thing: ['the pasteuriser', 'the cold store', 'the lorry', 'the laboratory', 'the shop', 'the whey tank'],
  say: [
    'The yield of {farm} {change}, mostly because of the weather in {month}.',
    'Sales of {cheese} {change}; the shop alone took {#200-4800} kilograms.',
    'Repairs of {thing} came to {#1-9},{#100-900} crowns.',
    '{farm} delivered {#90-480} thousand litres and received the bonus for clean milk {#2-12} times.',
    'A trial with {cheese} in paper instead of film will go on until {month}.',
    'The members agreed to look at {thing} again when the interest is lower.',
    'Two apprentices learned to make {cheese}; one of them stays.',
    'The price paid to the members {change} and stood at {#38-52} cents in {month}.',
  ],
  month: ['January', 'April', 'May', 'July', 'August', 'October', 'December'],
};

/** An annual report of fourteen pages. */
export function dairyReport(): Buffer {
  const composer = new Composer(191, DAIRY);
  const special: Record<number, string> = {
    3: 'On 18 August lightning struck the cold store. 6,240 kilograms of cheese were lost, of which the insurance paid three quarters.',
    6: 'Revenue was 7.93 million crowns, the surplus 214,600 crowns. The board proposes a dividend of 2.5 per cent.',
    9: 'In June Agnes Rowntree, cheesemaker for thirty-one years, retired. Her place was taken by Matteo Brandl, who had run the dairy of a monastery.',
    12: 'Next year a copper vat of 4,000 litres will replace the two steel vats. It comes from a maker in Fribourg and costs 151,000 crowns.',
  };
  const topics = [
    'The year in brief',
    'Milk',
    'Members',
    'Cheese',
    'The shop',
    'Energy',
    'Figures',
    'Quality',
    'Staff',
    'Training',
    'Deliveries',
    'Buildings',
    'Plans',
    'Thanks',
  ];
  const pages = topics.map((topic, n) => {
    const paragraphs = [4, 5, 4, 5].map((count) => composer.sentences('say', count));
    const own = special[n];
    const all = own === undefined ? paragraphs : withPlaced(paragraphs, { 1: own });
    return [`# ${n + 1}. ${topic}`, ...all.flatMap((paragraph) => wrapped(paragraph))];
  });
  return buildPdf(pages, 'Annual report of the Tolland Dairy Cooperative');
}

/** Lines of at most 88 characters. */
function wrapped(text: string): string[] {
  return text.match(/.{1,88}(?:\s|$)/g)?.map((line) => line.trim()) ?? [];
}
