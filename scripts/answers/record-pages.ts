import { Composer, type Grammar, htmlPage, htmlTable, withPlaced } from './compose.ts';

const OPTIONS: Grammar = {
  group: ['relay', 'archive', 'intake', 'ledger', 'mirror', 'gate', 'probe', 'digest', 'spool'],
  noun: [
    'window',
    'depth',
    'ceiling',
    'quota',
    'grace',
    'stride',
    'labels',
    'order',
    'width',
    'backlog',
    'salt',
    'floor',
    'echo',
    'margin',
  ],
  verb: ['retry', 'flush', 'batch', 'trim', 'sample', 'merge', 'check', 'hold', 'skip'],
  say: [
    'Limits how many entries are kept while the {group} waits for the {group}.',
    'Raising it makes {verb} slower but loses fewer entries when a node restarts.',
    'Changes take effect with the next {verb}, without a restart.',
    'Leave it alone unless <code>cairnd status</code> reports a full {noun}.',
    'Ignored while <code>{group}.{verb}_{noun}</code> is set.',
    'On nodes with less than {#2-16} GiB of memory half the value is used.',
    'Was called <code>{verb}-{noun}</code> before version {#1-2}.{#0-9}.',
    'A negative value is refused when the daemon starts.',
    'Applies to each {group} by itself, not to their sum.',
  ],
};

/** A reference of a daemon's options. */
export function optionReference(): string {
  const composer = new Composer(71, OPTIONS);
  const option = (name: string, type: string, standard: string, since: string, text: string) =>
    `<h3><code>${name}</code></h3><p>Type: ${type}. Default: <code>${standard}</code>. Since ${since}.</p><p>${text}</p>`;
  const kinds = [
    { type: 'integer', values: ['16', '64', '250', '4000'] },
    { type: 'duration', values: ['500ms', '30s', '5m', '2h'] },
    { type: 'boolean', values: ['true', 'false'] },
    { type: 'size', values: ['512KiB', '8MiB', '1GiB'] },
  ];
  const names = new Set<string>();
  while (names.size < 84) names.add(composer.fill('{group}.{verb}_{noun}'));
  const options = [...names].map((name) => {
    const { type, values } = composer.pick(kinds);
    const since = composer.fill('{#1-3}.{#0-4}');
    return option(name, type, composer.pick(values), since, composer.sentences('say', composer.number(2, 4)));
  });
  const placed = withPlaced(options, {
    14: option(
      'intake.listen_address',
      'string',
      '[::1]:7741',
      '1.0',
      'Where the daemon accepts entries. Several addresses may be separated by spaces.',
    ),
    20: option(
      'relay.backoff_ceiling',
      'duration',
      '47s',
      '2.6',
      'The longest pause between two attempts to reach another node. The pause doubles from one second until it gets there.',
    ),
    61: option(
      'archive.seal_after',
      'duration',
      '9h',
      '3.1',
      'An archive file is closed and signed when it is this old. Sealed files are never written to again; <code>cairnd unseal</code> makes a copy.',
    ),
    77: option(
      'gate.unsafe_skip_signatures',
      'boolean',
      'false',
      '2.2',
      'Accepts entries without a valid signature. Meant for tests: the daemon then prints a warning every ninety seconds.',
    ),
  });
  const opening = '<p>All options of <code>cairnd</code> 3.4, which reads them from <code>/etc/cairnd.conf</code>.</p>';
  return htmlPage({ title: 'Option reference', site: 'Cairn manual' }, [opening, ...placed].join('\n'));
}

const RELEASES: Grammar = {
  area: [
    'layer list',
    'colour picker',
    'exporter',
    'grid',
    'undo history',
    'brush engine',
    'text tool',
    'status bar',
    'plug-in dialog',
    'file browser',
    'ruler',
    'template gallery',
  ],
  format: ['SVG', 'PDF', 'PNG', 'TIFF', 'OpenRaster', 'DXF', 'EPS'],
  trouble: [
    'flickers on wide screens',
    'forgets its last position',
    'rounds coordinates to whole pixels',
    'shows the wrong icon in the dark theme',
    'loses the selection',
    'takes seconds to open',
    'ignores the Delete key',
  ],
  change: [
    'Fixed: the {area} {trouble} (#{#100-999}).',
    'The {area} can be moved to the {side} edge.',
    'Import of {format} files is {#10-70} % faster.',
    'New shortcut for the {area}: Ctrl+Alt+{key}.',
    'Export to {format} keeps the names of groups.',
    'The {area} remembers {#5-50} entries instead of {#2-4}.',
    'Fixed a leak of {#2-90} KB each time the {area} is closed (#{#100-999}).',
    'Translations: {language}, {language}.',
  ],
  side: ['left', 'right', 'upper', 'lower'],
  key: ['B', 'G', 'K', 'L', 'R', 'U', 'Y'],
  language: ['Basque', 'Czech', 'Estonian', 'Galician', 'Irish', 'Korean', 'Slovene', 'Welsh', 'Vietnamese'],
};

/** A changelog of fifty releases, newest first. */
export function changelog(): string {
  const composer = new Composer(83, RELEASES);
  const special: Record<string, string> = {
    '6.3': 'Fixed: exporting crashed when a layer had no name (#877).',
    '3.3': 'Removed: the importer for Kettle files. Convert them with version 3.2 first.',
    '4.4':
      'Projects are saved as folders now. The old single-file format is still read, and written with “Save a copy for 4.3”.',
    '5.8': 'The licence changes from GPL-2.0 to MPL-2.0, agreed by all 31 contributors.',
  };
  const versions = [6, 5, 4, 3, 2].flatMap((major) =>
    Array.from({ length: major === 6 ? 5 : 10 }, (_, n) => `${major}.${(major === 6 ? 4 : 9) - n}`),
  );
  const releases = versions.map((version, n) => {
    const changes = Array.from({ length: composer.number(8, 12) }, () => composer.say('change'));
    const own = special[version];
    const all = own === undefined ? changes : withPlaced(changes, { 2: own });
    const date = new Date(Date.UTC(2025, 8, 20) - n * 41 * 86_400_000).toISOString().slice(0, 10);
    return `<h2>${version} (${date})</h2><ul>${all.map((each) => `<li>${each}</li>`).join('')}</ul>`;
  });
  return htmlPage({ title: 'Changelog', site: 'Larkspur Draw' }, releases.join('\n'));
}

const STREETS: Grammar = {
  first: [
    'Alder',
    'Baker',
    'Candle',
    'Dyer',
    'Elm',
    'Fuller',
    'Gorse',
    'Hatter',
    'Ivy',
    'Juniper',
    'Kestrel',
    'Linden',
    'Maltster',
    'Nailer',
    'Oast',
    'Potter',
    'Quince',
    'Ropewalk',
    'Saddler',
    'Tanner',
  ],
  last: ['Street', 'Lane', 'Row', 'Close', 'Hill', 'Yard', 'Walk', 'Terrace', 'Gardens'],
};

/** A table of 150 streets with their collection days. */
export function wasteCalendar(): string {
  const composer = new Composer(97, STREETS);
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  const names = new Set<string>();
  while (names.size < 146) names.add(composer.fill('{first} {last}'));
  const rows: string[][] = [...names].map((name) => [
    name,
    composer.pick(['A', 'B', 'C', 'D']),
    composer.pick(days),
    composer.pick(days),
    composer.pick(days),
    `week ${composer.number(1, 4)}`,
  ]);
  rows.push(
    ['Tamsin Row', 'C', 'Thursday', 'Monday', 'Tuesday', 'week 3'],
    ['Weighbridge Close', 'A', 'Friday', 'Wednesday', 'Monday', 'week 2'],
  );
  rows.sort(([a = ''], [b = '']) => a.localeCompare(b));
  const table = htmlTable(['Street', 'Zone', 'Household', 'Paper', 'Glass', 'Garden waste'], rows);
  const text = `<p>Bins have to stand at the kerb by 6:15 on the day of collection. Garden waste is taken once a month, in the week named here.</p>
${table}
<h2>After holidays</h2><p>When a collection falls on a public holiday, it and all later ones of that week move by one day; Friday becomes Saturday.</p>
<h2>Bulky items</h2><p>Up to three cubic metres are fetched twice a year free of charge. Every further time costs 28 crowns. Register at the depot, extension 62, with Mr. Pelham.</p>
<h2>What is not taken</h2><p>Paint, car tyres and mirrors. The depot on Foundry Road accepts them on Saturdays from 8 to 13.</p>`;
  return htmlPage({ title: 'Waste collection by street', site: 'Borough of Wendle' }, text);
}

const EVENTS: Grammar = {
  host: ['kiln-01', 'kiln-02', 'kiln-03', 'anvil-01', 'anvil-02', 'tongs-01', 'tongs-02', 'bellows-01'],
  unit: [
    'queue-writer',
    'session-cache',
    'mail-out',
    'index-builder',
    'edge-proxy',
    'ledger-db',
    'thumbnailer',
    'cron',
  ],
  level: ['INFO', 'INFO', 'INFO', 'WARN', 'DEBUG'],
  line: [
    'checkpoint written, {#100-9000} entries in {#8-900} ms',
    'connection from 10.4.{#0-9}.{#2-250} closed after {#3-600} s',
    'retry {#1-5} of 5 for batch {#10000-99999}',
    'cache at {#40-99} %, evicting {#10-400} keys',
    'worker {#1-32} took job {#100000-999999}',
    'slow query {#1000-7000} ms: select from orders',
    'certificate is valid for {#20-300} more days',
    'rotated log, {#2-90} MB freed',
    'heartbeat from {host} late by {#200-4000} ms',
    'reloaded configuration, generation {#200-260}',
  ],
};

/** The report of an outage, with the log of one night. */
export function incidentReport(): string {
  const composer = new Composer(101, EVENTS);
  let seconds = 2 * 3600 + 11 * 60;
  const clock = () => {
    seconds += composer.number(2, 34);
    const part = (unit: number) => String(Math.floor(seconds / unit) % 60).padStart(2, '0');
    return `${part(3600)}:${part(60)}:${part(1)}`;
  };
  const special: Record<number, string> = {
    150: 'ERROR anvil-02 ledger-db: no space left on device: 0 inodes free on /var/spool',
    153: 'ERROR anvil-02 ledger-db: giving up leadership, term 318',
    170: 'WARN  kiln-03 edge-proxy: 4117 requests answered with 503 in the last minute',
    240: 'INFO  anvil-01 ledger-db: accepted leadership, term 319, catching up from offset 88213407',
    262: 'INFO  anvil-01 ledger-db: caught up, opening for writes',
    300: 'INFO  tongs-02 cron: deleted 2306112 empty files from /var/spool/mail-out/tmp',
  };
  const lines = Array.from({ length: 330 }, (_, n) => {
    const own = special[n];
    return `${clock()} ${own ?? composer.fill('{level} {host} {unit}: {line}')}`;
  });
  const text = `<p>Severity 2. Written by Farida Nowak on the day after. Orders could not be placed for part of the night; no order that had been
confirmed was lost.</p>
<h2>Log of the night</h2><pre><code>${lines.slice(0, 200).join('\n')}</code></pre>
<p>At this point the engineer on call, Tobias Renn, was paged for the second time; the first page had gone to a telephone that was replaced in June.</p>
<pre><code>${lines.slice(200).join('\n')}</code></pre>
<h2>Cause</h2><p>The mailer wrote an empty temporary file for every message that it could not send, and never deleted one. A wrong password for the mail
relay, set nine days earlier, made that every message.</p>
<h2>What we change</h2><ul><li>Free inodes are monitored, with an alarm at 15 %.</li><li>The spool gets a file system of its own.</li><li>Numbers of the people on call are tested every first Monday.</li><li>A standby takes over after 90 seconds instead of six minutes.</li></ul>`;
  return htmlPage({ title: 'Incident 2291: orders could not be placed', site: 'Smithy operations' }, text);
}

const COURSES: Grammar = {
  teacher: [
    'Ada Brightwell',
    'Corin Maddox',
    'Hanne Eik',
    'Jude Falconer',
    'Lotte Amsel',
    'Milo Santer',
    'Nessa Groves',
    'Piet Zandstra',
    'Rhoda Kimani',
    'Sven Aldous',
    'Tilda Marsh',
    'Wanda Okoro',
  ],
  craft: [
    'Watercolour',
    'Pottery',
    'Weaving',
    'Woodcarving',
    'Photography',
    'Life drawing',
    'Basketry',
    'Lino printing',
    'Embroidery',
    'Mosaic',
    'Silversmithing',
  ],
  tongue: ['Italian', 'Portuguese', 'Greek', 'Norwegian', 'Arabic', 'Polish', 'Hindi', 'Mandarin', 'Turkish'],
  other: [
    'Choir',
    'Bridge',
    'Chess',
    'Bicycle repair',
    'Bread baking',
    'Genealogy',
    'First aid',
    'Local birds',
    'Reading old handwriting',
    'Bookkeeping',
    'Yoga',
  ],
  level: [
    'for beginners',
    'for those who know the basics',
    'advanced',
    'in the morning',
    'for parents and children',
    'intensive',
  ],
  title: ['{craft} {level}', '{tongue} {level}', '{other} {level}'],
  day: ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'],
  room: ['room {#1-24}', 'the annexe', 'the gymnasium', 'the old kitchen', 'the studio'],
  say: [
    'Please bring {thing}.',
    'Places are few: {#6-14} at most.',
    'There is no class in the week of the fair.',
    'The last evening is spent at {place}.',
    'Materials cost {#3-25} extra and are paid to the teacher.',
    'Those who miss more than {#2-4} evenings get no certificate.',
    'No earlier knowledge is needed, only {thing}.',
    'We work with the book that the teacher hands out, and with {thing}.',
  ],
  thing: [
    'an apron',
    'a soft pencil',
    'indoor shoes',
    'a recording device',
    'patience',
    'a mat',
    'two jars with lids',
    'an old shirt',
    'a notebook',
  ],
  place: ['the teacher’s studio', 'the harbour café', 'the museum', 'the botanical garden', 'the town hall'],
};

/** The program of an evening school, about 11,000 tokens. */
export function courseProgramme(): string {
  const composer = new Composer(131, COURSES);
  const course = (number: number, title: string, data: string, text: string) =>
    `<section><h3>${number} ${title}</h3><p>${data}</p><p>${text}</p></section>`;
  const courses = Array.from({ length: 132 }, (_, n) =>
    course(
      4001 + n * 3,
      composer.say('title'),
      composer.fill('{teacher}. {day} {#17-19}:{#10-55}, {#6-14} evenings, {room}. Fee {#38-190}.'),
      composer.sentences('say', composer.number(2, 4)),
    ),
  );
  const placed = withPlaced(courses, {
    95: course(
      4079,
      'Bookbinding with Japanese paper',
      'Emiko Thorsby. Thursdays 18:30, 8 evenings, the old kitchen. Fee 132.',
      'You bind three books: one sewn on tapes, one with a stab binding, one in a case. Paper is included. The course is held only if seven people enrol.',
    ),
    41: course(
      4220,
      'Repairing accordions',
      'Laszlo Bierce. Saturdays 10:00, 5 mornings, room 17. Fee 96.',
      'Bring your own instrument, of whatever age. We tune reeds, mend bellows and replace valves. Beeswax and leather cost 11 extra.',
    ),
    119: course(
      4355,
      'Building a beehive',
      'Greta Malmsten. Tuesdays 17:45, 6 evenings, the workshop at Foundry Road. Fee 150.',
      'The hive is yours at the end. Bees are not included; the association at Wick gives swarms away in May.',
    ),
  });
  const opening =
    '<p>Enrolment opens on 19 August at eight o’clock, by telephone or at the desk. Fees are halved for students and for people out of work. Whoever withdraws up to ten days before the beginning pays a charge of 7.</p>';
  return htmlPage(
    { title: 'Programme for the autumn term', site: 'Wendle Evening School' },
    [opening, ...placed].join('\n'),
  );
}
