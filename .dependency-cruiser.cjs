/** Layers: each folder may import only the folders named here, and of those only their public face. docs/architecture.md draws the same table. */
const layers = {
  'lib/i18n': [],
  'lib/text': [],
  'lib/control-flow': [],
  'lib/language': [],
  'lib/contracts': ['lib/i18n', 'lib/language'],
  'lib/security': ['lib/contracts', 'lib/control-flow', 'lib/text', 'lib/language'],
  'lib/page-reader': ['lib/contracts', 'lib/control-flow', 'lib/text', 'lib/language'],
  'lib/page-actions': ['lib/contracts', 'lib/control-flow', 'lib/text', 'lib/page-reader'],
  'lib/page-highlight': ['lib/contracts', 'lib/text'],
  'lib/page-translation': ['lib/contracts', 'lib/text', 'lib/page-reader'],
  'lib/agent': ['lib/contracts', 'lib/control-flow', 'lib/text', 'lib/language', 'lib/security', 'lib/page-reader'],
  'lib/model-api': ['lib/contracts', 'lib/control-flow', 'lib/i18n', 'lib/text', 'lib/language', 'lib/security'],
  'lib/engine': ['lib/contracts', 'lib/control-flow', 'lib/agent', 'lib/model-api'],
  'lib/ai-sdk': ['lib/contracts', 'lib/model-api'],
  'lib/web': ['lib/contracts', 'lib/control-flow', 'lib/text', 'lib/security'],
  'lib/mcp': ['lib/contracts', 'lib/control-flow', 'lib/text', 'lib/security', 'lib/page-reader'],
  'lib/tools': ['lib/contracts', 'lib/control-flow', 'lib/text', 'lib/security', 'lib/page-reader'],
  'lib/documents': ['lib/contracts', 'lib/text', 'lib/agent'],
  'lib/evidence': ['lib/contracts', 'lib/control-flow', 'lib/text', 'lib/language', 'lib/documents'],
  'lib/storage': ['lib/contracts', 'lib/control-flow', 'lib/text', 'lib/security', 'lib/agent'],
  'lib/worker': [
    'lib/contracts',
    'lib/control-flow',
    'lib/text',
    'lib/security',
    'lib/page-reader',
    'lib/agent',
    'lib/model-api',
    'lib/web',
    'lib/mcp',
    'lib/storage',
  ],
  'lib/extension': [
    'lib/contracts',
    'lib/control-flow',
    'lib/i18n',
    'lib/text',
    'lib/security',
    'lib/page-reader',
    'lib/web',
  ],
  'lib/react': [
    'lib/contracts',
    'lib/i18n',
    'lib/text',
    'lib/agent',
    'lib/documents',
    'lib/evidence',
    'lib/storage',
    'lib/extension',
  ],
  components: ['lib/contracts', 'lib/i18n', 'lib/text', 'lib/security', 'lib/documents', 'lib/tools'],
  entrypoints: ['lib', 'components'],
  demo: ['lib', 'components', 'entrypoints'],
};

/** Stages inside a folder: each may import only those named here, and modules at the folder's root. */
const stages = {
  'lib/agent': {
    capability: [],
    thread: [],
    metrics: ['thread'],
    context: ['thread'],
    'tool-execution': ['thread', 'context'],
    run: ['thread', 'metrics', 'context', 'tool-execution'],
  },
  'lib/model-api': {
    'tool-input': [],
    errors: ['tool-input'],
    presets: [],
    'text-tool-calls': ['tool-input'],
    'chat-completions': ['tool-input', 'errors', 'presets', 'text-tool-calls'],
    'anthropic-messages': ['tool-input', 'errors', 'presets', 'text-tool-calls', 'chat-completions'],
    'openai-responses': ['tool-input', 'errors', 'presets', 'text-tool-calls', 'chat-completions'],
    gemini: ['tool-input', 'errors', 'text-tool-calls', 'chat-completions'],
    ollama: ['tool-input', 'errors', 'text-tool-calls', 'chat-completions'],
    client: [
      'tool-input',
      'errors',
      'presets',
      'chat-completions',
      'anthropic-messages',
      'openai-responses',
      'gemini',
      'ollama',
    ],
    endpoints: ['tool-input', 'errors', 'presets', 'client', 'gemini', 'ollama'],
    local: ['tool-input', 'text-tool-calls', 'chat-completions'],
  },
  'lib/model-api/chat-completions': {
    request: [],
    stream: ['request'],
    'tool-calls': ['stream'],
    response: ['request', 'stream', 'tool-calls'],
  },
  'lib/page-reader': {
    dom: [],
    capture: ['dom'],
    document: ['dom', 'capture'],
    query: ['dom', 'document'],
    sites: ['dom', 'capture', 'document', 'query'],
    pdf: ['dom', 'document', 'query'],
    html: ['dom', 'document'],
    transcript: ['dom'],
  },
  components: {
    parts: [],
    actions: ['parts'],
    figures: ['parts'],
    markdown: ['parts'],
    tools: ['parts', 'figures', 'markdown'],
    ask: ['parts', 'figures'],
    memory: ['parts'],
    thread: ['parts', 'figures', 'markdown', 'tools', 'ask', 'memory'],
    history: ['parts', 'markdown', 'actions'],
    models: ['parts', 'figures'],
    endpoints: ['parts', 'models'],
    mcp: ['parts'],
    storage: ['parts'],
  },
};

/** Packages that only these folders may name. Everything else is free of the extension API, the database and React. */
const packages = {
  'wxt|@wxt-dev': ['lib/extension', 'entrypoints', 'wxt.config.ts', 'vitest.config.ts'],
  dexie: ['lib/storage'],
  'dexie-react-hooks': ['lib/react'],
  'react|react-dom': ['lib/react', 'components', 'entrypoints'],
  'openai|jsonrepair': ['lib/model-api'],
  'eventsource-parser': ['lib/model-api', 'lib/mcp'],
  '@cfworker': ['lib/mcp'],
  '@noble': ['lib/storage', 'lib/extension'],
  '@wllama': ['entrypoints/gguf'],
  oauth4webapi: ['lib/mcp', 'lib/model-api'],
};

const test = '\\.test\\.tsx?$';
/** Test support may reach into every folder, and only tests, scripts and bench may reach it. */
const support = '^lib/testing/';
/**
 * Faces: index.ts of a folder; in page-reader one for each process; a module that only the worker may load; modules that are
 * loaded on demand; modules for hidden pages, which have few of the extension APIs.
 */
const faces =
  '^lib/([^/]+/index\\.ts$|page-reader/[^/]+/index\\.ts$|agent/context/read-document\\.ts$|storage/(file-stores|load-api-key)\\.ts$|documents/math-ml\\.ts$|extension/(gguf-files|gguf-support|gguf-port|hidden-page)\\.ts$)';

module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([folder, allowed]) => ({
      name: `layer-${folder.replace('/', '-')}`,
      severity: 'error',
      from: { path: `^${folder}/`, pathNot: test },
      to: {
        path: '^(lib|components|entrypoints|demo|scripts|e2e|bench)/',
        pathNot: `^(${[folder, ...allowed].join('|')})/`,
      },
    })),
    {
      name: 'public-face',
      comment: 'Production code of another folder imports index.ts; tests may import a module directly.',
      severity: 'error',
      from: { path: '^lib/([^/]+)/', pathNot: [test, support] },
      to: { path: '^lib/', pathNot: ['^lib/$1/', faces] },
    },
    {
      name: 'public-face-of-lib',
      severity: 'error',
      from: { path: '^(components|entrypoints|demo)/', pathNot: test },
      to: { path: '^lib/', pathNot: faces },
    },
    {
      name: 'database-in-storage',
      comment: 'Other folders take stores (lib/storage/stores.ts), never the database or its tables.',
      severity: 'error',
      from: { path: '^(lib|components|entrypoints)/', pathNot: ['^lib/storage/', test, support] },
      to: { path: '^lib/storage/(db|bind-store)\\.ts$' },
    },
    {
      name: 'face-is-for-others',
      comment: 'Inside a folder modules import each other directly, so that a face is no cycle.',
      severity: 'error',
      from: { path: '^lib/([^/]+)/', pathNot: test },
      to: { path: '^lib/$1/index\\.ts$' },
    },
    ...Object.entries(stages).flatMap(([folder, inner]) =>
      Object.entries(inner).map(([stage, allowed]) => ({
        name: `stage-${folder.replaceAll('/', '-')}-${stage}`,
        severity: 'error',
        from: { path: `^${folder}/${stage}/`, pathNot: test },
        to: {
          path: `^${folder}/[^/]+/`,
          pathNot: `^${folder}/(${[stage, ...allowed].join('|')})/`,
          // Types of what is built from a capture describe the capture.
          ...(stage === 'capture' ? { dependencyTypesNot: ['type-only'] } : {}),
        },
      })),
    ),
    ...Object.entries(packages).map(([names, allowed]) => ({
      name: `package-${names.split('|')[0]}`,
      severity: 'error',
      from: { path: '^(lib|components|entrypoints)/', pathNot: [`^(${allowed.join('|')})`, test, support] },
      to: { path: `^node_modules/(${names})/` },
    })),
    {
      name: 'core-makes-no-sentences',
      comment: 'Below the pages there are codes with parameters; components make sentences of them. Keys are data.',
      severity: 'error',
      from: { path: '^lib/(agent|model-api|security|storage|page-reader|tools|contracts|documents)/', pathNot: test },
      to: { path: '^lib/i18n/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-hold-no-tools',
      comment: 'Builds replace this one module by its data (scripts/tool-views.ts).',
      severity: 'error',
      from: {
        path: '^(components|lib/react|entrypoints)/',
        pathNot: ['^components/tools/tool-views\\.ts$', '^entrypoints/background/', test],
      },
      to: { path: '^lib/tools/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'keys-are-write-only',
      severity: 'error',
      from: { path: '^(components|lib/(react|extension)|entrypoints)/', pathNot: ['^entrypoints/background/', test] },
      to: { path: '^lib/storage/load-api-key' },
    },
    {
      name: 'test-support-is-for-tests',
      severity: 'error',
      from: { path: '^(lib|components|entrypoints)/', pathNot: [test, support] },
      to: { path: support },
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
