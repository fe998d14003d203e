/**
 * The floors of the house: each room may import only the rooms named here. docs/architecture.md draws the same table.
 */
const rooms = {
  'lib/i18n': [],
  'lib/protocol': ['lib/i18n'],
  'lib/guard': ['lib/protocol', 'lib/i18n'],
  'lib/engine': ['lib/protocol', 'lib/i18n', 'lib/guard'],
  'lib/provider': ['lib/protocol', 'lib/i18n', 'lib/guard'],
  'lib/practice': ['lib/protocol', 'lib/i18n'],
  'lib/page': ['lib/protocol'],
  'lib/tools': ['lib/protocol', 'lib/i18n', 'lib/page'],
  'lib/store': ['lib/protocol', 'lib/i18n', 'lib/guard', 'lib/engine'],
  'lib/browser': ['lib/protocol', 'lib/i18n', 'lib/guard', 'lib/page'],
  'lib/panel': ['lib/protocol', 'lib/i18n', 'lib/engine', 'lib/store', 'lib/browser'],
  components: ['lib/protocol', 'lib/i18n', 'lib/guard'],
  entrypoints: ['lib', 'components'],
};

/** Rooms inside of a room, likewise. */
const innerRooms = {
  'lib/provider': {
    values: [],
    presets: [],
    dialects: ['values'],
    calls: ['values', 'dialects'],
    errors: ['values'],
    requests: ['values'],
    replies: ['values', 'dialects', 'calls', 'errors', 'requests'],
    client: ['presets', 'errors', 'requests', 'replies'],
    endpoints: ['values', 'presets', 'errors', 'client'],
    'built-in': ['values', 'requests', 'replies'],
    testing: ['values', 'replies', 'client'],
  },
  components: {
    parts: [],
    figures: ['parts'],
    markdown: ['parts'],
    tools: ['parts', 'figures', 'markdown'],
    ask: ['parts', 'figures'],
    thread: ['parts', 'figures', 'markdown', 'tools', 'ask'],
    history: ['parts', 'markdown'],
    models: ['parts', 'figures'],
    endpoints: ['parts', 'models'],
    storage: ['parts'],
  },
};

/** Packages that only these rooms may name. Everything else is free of the extension API, the database and React. */
const packages = {
  'wxt|@wxt-dev': ['lib/browser', 'entrypoints', 'wxt.config.ts', 'vitest.config.ts'],
  'dexie|dexie-react-hooks': ['lib/store', 'lib/panel'],
  'react|react-dom': ['lib/panel', 'components', 'entrypoints'],
  'openai|eventsource-parser|jsonrepair': ['lib/provider'],
};

const test = '\\.test\\.tsx?$';

module.exports = {
  forbidden: [
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `floor-${room.replace('/', '-')}`,
      severity: 'error',
      from: { path: `^${room}/`, pathNot: test },
      to: {
        path: '^(lib|components|entrypoints|scripts|e2e|bench)/',
        pathNot: `^(${[room, ...allowed].join('|')})/`,
      },
    })),
    ...Object.entries(innerRooms).flatMap(([house, inner]) =>
      Object.entries(inner).map(([room, allowed]) => ({
        name: `floor-${house.replace('/', '-')}-${room}`,
        severity: 'error',
        from: { path: `^${house}/${room}/`, pathNot: test },
        to: { path: `^${house}/`, pathNot: `^${house}/(${[room, ...allowed].join('|')})/` },
      })),
    ),
    ...Object.entries(packages).map(([names, allowed]) => ({
      name: `package-${names.split('|')[0]}`,
      severity: 'error',
      from: { path: '^(lib|components|entrypoints)/', pathNot: [`^(${allowed.join('|')})`, test] },
      to: { path: `^node_modules/(${names})/` },
    })),
    {
      name: 'keys-are-write-only',
      severity: 'error',
      from: { path: '^(components|lib/(panel|browser)|entrypoints)/', pathNot: ['^entrypoints/background/', test] },
      to: { path: '^lib/store/load-api-key' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'tests-are-leaves',
      severity: 'error',
      from: { pathNot: test },
      to: { path: test },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.output|\\.wxt|out)/' },
  },
};
