/**
 * Answers in six languages that mention tools, show code and JSON, document tool protocols or quote pages, and contain
 * no call. The offered tools are `read_page` and `find_in_page`.
 */
type Phrases = {
  format: string;
  example: string;
  page: string;
  docs: string;
  log: string;
  script: string;
  manifest: string;
  would: (call: string) => string;
  and: (first: string, second: string) => string;
  end: string;
  finds: string;
  reads: string;
};

const LANGUAGES: Record<string, Phrases> = {
  English: {
    format: 'The format is:',
    example: 'For example:',
    page: 'The page says:',
    docs: 'The documentation describes the tool like this:',
    log: 'This is what the log shows:',
    script: 'This script calls both functions:',
    manifest: 'Here is the configuration:',
    would: (call) => `A model would write ${call} there and wait.`,
    and: (first, second) => `The marker ${first} opens a call and ${second} closes it.`,
    end: 'That is all there is to it.',
    finds: 'finds words in the page',
    reads: 'reads the page',
  },
  German: {
    format: 'Das Format ist:',
    example: 'Zum Beispiel:',
    page: 'Auf der Seite steht:',
    docs: 'Die Dokumentation beschreibt das Werkzeug so:',
    log: 'Im Protokoll steht:',
    script: 'Dieses Skript ruft beide Funktionen auf:',
    manifest: 'Hier ist die Konfiguration:',
    would: (call) => `Ein Modell würde dort ${call} schreiben und warten.`,
    and: (first, second) => `Die Marke ${first} öffnet einen Aufruf, und ${second} schließt ihn.`,
    end: 'Mehr ist es nicht.',
    finds: 'findet Wörter auf der Seite',
    reads: 'liest die Seite',
  },
  French: {
    format: 'Le format est le suivant :',
    example: 'Par exemple :',
    page: 'La page dit :',
    docs: 'La documentation décrit l’outil ainsi :',
    log: 'Le journal indique :',
    script: 'Ce script appelle les deux fonctions :',
    manifest: 'Voici la configuration :',
    would: (call) => `Un modèle écrirait ${call} à cet endroit et attendrait.`,
    and: (first, second) => `La balise ${first} ouvre un appel et ${second} le ferme.`,
    end: 'C’est tout.',
    finds: 'trouve des mots dans la page',
    reads: 'lit la page',
  },
  Spanish: {
    format: 'El formato es el siguiente:',
    example: 'Por ejemplo:',
    page: 'La página dice:',
    docs: 'La documentación describe la herramienta así:',
    log: 'El registro dice:',
    script: 'Este script llama a las dos funciones:',
    manifest: 'Esta es la configuración:',
    would: (call) => `Un modelo escribiría ${call} ahí y esperaría.`,
    and: (first, second) => `La marca ${first} abre una llamada y ${second} la cierra.`,
    end: 'Eso es todo.',
    finds: 'busca palabras en la página',
    reads: 'lee la página',
  },
  Russian: {
    format: 'Формат такой:',
    example: 'Например:',
    page: 'На странице написано:',
    docs: 'Документация описывает инструмент так:',
    log: 'В журнале написано:',
    script: 'Этот скрипт вызывает обе функции:',
    manifest: 'Вот настройки:',
    would: (call) => `Модель написала бы там ${call} и подождала.`,
    and: (first, second) => `Метка ${first} открывает вызов, а ${second} закрывает его.`,
    end: 'Вот и всё.',
    finds: 'ищет слова на странице',
    reads: 'читает страницу',
  },
  Japanese: {
    format: '形式は次のとおりです:',
    example: '例えば:',
    page: 'ページには次のように書かれています:',
    docs: 'ドキュメントの説明は次のとおりです:',
    log: 'ログの引用です:',
    script: 'このスクリプトは両方の関数を呼び出します。',
    manifest: '設定は次のとおりです:',
    would: (call) => `モデルはそこに ${call} と書いて待ちます。`,
    and: (first, second) => `${first} が呼び出しを開き、${second} が閉じます。`,
    end: '以上です。',
    finds: 'ページの中の言葉を探します',
    reads: 'ページを読みます',
  },
};

const JSON_CALL = '{"name": "find_in_page", "arguments": {"query": "tide"}}';
const PYTHON_CALL = 'find_in_page(query="tide")';
const TAG = '<tool name="find_in_page">{"query": "tide"}</tool>';
const fence = (text: string, language = '') => `\`\`\`${language}\n${text}\n\`\`\``;

type Shape = readonly [title: string, write: (phrases: Phrases) => string];

const SHAPES: readonly Shape[] = [
  ['a wrapper in a fence', (p) => `${p.format}\n\n${fence(`<fc>${JSON_CALL}</fc>`)}\n\n${p.end}`],
  ['a wrapper in a fence at the end', (p) => `${p.format}\n\n${fence(`[CALL]${JSON_CALL}[/CALL]`, 'text')}`],
  ['our tag in a fence at the end', (p) => `${p.format}\n\n${fence(TAG, 'xml')}`],
  ['our tag in a fence in the middle', (p) => `${p.docs}\n${fence(TAG)}\n${p.end}`],
  ['our tag in a span', (p) => p.would(`\`${TAG}\``)],
  ['our tag in a span at the end', (p) => `${p.example} \`${TAG}\``],
  ['an object in a fence at the end', (p) => `${p.example}\n\n${fence(JSON_CALL, 'json')}`],
  ['an object in a fence in the middle', (p) => `${p.end}\n\n${fence(JSON_CALL, 'json')}\n\n${p.end}`],
  ['Python in a fence', (p) => `${p.script}\n\n${fence(`read_page()\n${PYTHON_CALL}`, 'python')}`],
  ['TypeScript in a fence', (p) => `${p.script}\n\n${fence(`await ${PYTHON_CALL.replace('=', ': ')};`, 'ts')}\n`],
  ['a shell session', (p) => `${p.log}\n\n${fence(`$ call ${PYTHON_CALL}\n3 matches`, 'console')}`],
  ['markers in a sentence', (p) => p.and('<|call_start|>', '<|call_end|>')],
  ['markers in spans', (p) => p.and('`[CALL]`', '`[/CALL]`')],
  ['a wrapper in a sentence', (p) => p.would(`<fc>${JSON_CALL}</fc>`)],
  ['brackets in a sentence', (p) => p.would(`[CALL]${PYTHON_CALL}[/CALL]`)],
  ['an object in a sentence', (p) => p.would(JSON_CALL)],
  ['a wrapper without code', (p) => `${p.format}\n\n<fc>${JSON_CALL}</fc>`],
  ['brackets without code, in the middle', (p) => `${p.format}\n\n[CALL]${JSON_CALL}[/CALL]\n\n${p.end}`],
  ['rare brackets without code', (p) => `${p.example}\n⟦invoke⟧${PYTHON_CALL}⟦/invoke⟧\n\n${p.end}`],
  ['an object without code', (p) => `${p.example}\n\n${JSON_CALL}`],
  ['a last line of Python', (p) => `${p.example}\n\n${PYTHON_CALL}`],
  ['a labelled call', (p) => `${p.log}\n\nTool: find_in_page\nArguments: {"query": "tide"}`],
  ['a labelled call and its result', (p) => `Tool: find_in_page\nArguments: {"query": "tide"}\nResult: 3\n\n${p.end}`],
  ['a wrapper in a quotation', (p) => `${p.page}\n\n> <fc>${JSON_CALL}</fc>\n\n${p.end}`],
  ['a line of Python in a quotation', (p) => `${p.page}\n\n> ${PYTHON_CALL}`],
  ['a wrapper between quotation marks', (p) => `${p.page} “<fc>${JSON_CALL}</fc>”`],
  ['a quoted page', (p) => `${p.page}\n\n<|call_start|>${JSON_CALL}<|call_end|>\n\n${p.end}`],
  ['a list of tools', (p) => `${p.docs}\n\n- find_in_page(query): ${p.finds}\n- read_page(): ${p.reads}`],
  ['headings', (p) => `### read_page()\n\n${p.reads}\n\n### find_in_page(query="tide")\n\n${p.finds}`],
  ['a table', (p) => `| | |\n|---|---|\n| ${p.finds} | \`${PYTHON_CALL}\` |\n| ${p.reads} | read_page() |`],
  ['numbered steps', (p) => `1. read_page() ${p.reads}\n2. ${PYTHON_CALL} ${p.finds}`],
  ['a manifest', (p) => `${p.manifest}\n\n${fence('{"name": "find_in_page", "version": "1.2.0"}', 'json')}`],
  [
    'a schema',
    (p) =>
      `${p.docs}\n\n<schema>{"name": "find_in_page", "description": "${p.finds}", "parameters": {"type": "object"}}</schema>`,
  ],
  ['an element of HTML', (p) => `${p.docs}\n\n<pre>${JSON_CALL}</pre>\n\n<code>${PYTHON_CALL}</code>`],
  ['a line of a log', (p) => `${p.log}\n\n[INFO] ${PYTHON_CALL} 3 ms\n[INFO] read_page() 8 ms`],
  ['a transcript', (p) => `${p.log}\n\nUser: tide?\nAssistant: <fc>${JSON_CALL}</fc>\nTool: 3`],
  ['a tool nobody offered', (p) => `${p.end}\n\n<fc>{"name": "launch", "arguments": {"to": "Mars"}}</fc>`],
  ['arguments of something else', (p) => `${p.end}\n\n<fc>{"name": "find_in_page", "arguments": {"word": 1}}</fc>`],
  ['an object of facts', (p) => `<result>{"name": "Husum", "arguments": {"for": 3}}</result>\n\n${p.end}`],
  ['an unfinished wrapper', (p) => `${p.end}\n\n<fc>{"name": "find_in_page", "arguments": {"query": "ti`],
];

export const NO_CALL_ANSWERS: readonly (readonly [title: string, text: string])[] = Object.entries(LANGUAGES).flatMap(
  ([language, phrases]) => SHAPES.map(([title, write]) => [`${language}, ${title}`, write(phrases)] as const),
);
