/**
 * Words that announce an example, a format or a quotation, in the languages answers are written in. They are only consulted for
 * forms that are as likely an example as a call; the markers of known dialects always count.
 */
const WORDS = [
  // English
  'example|e\\.g\\.|for instance|such as|format|syntax|looks? like|would (?:be|write|send|call|look|answer|use)|could|documentation|docs?|says?|states?|reads|writes?|written|wrote|quot\\w*|snippet|template|schema|protocol|means|demonstrat\\w*|illustrat\\w*|show\\w*|called with|usage|signature|defin\\w+|never',
  // German
  'Beispiel\\w*|z\\. ?B\\.|etwa|Format\\w*|Syntax|Aufbau|sieht so aus|so aus|würde|könnte|Dokumentation|steht|schreibt|lautet|heißt|zitier\\w*|Vorlage|Schema|Protokoll\\w*|bedeutet|nie',
  // French
  'exemples?|p\\. ?ex\\.|comme suit|syntaxe|ressemble|serait|pourrait|documentation|indique|dit|écrit|cit\\w+|modèle|schéma|protocole|signifie|jamais',
  // Spanish, Portuguese
  'ejemplos?|exemplos?|p\\. ?ej\\.|por ex\\.|formato|sintaxis|sintaxe|parece|sería|seria|podría|poderia|documentaci[oó]n|documentação|dice|diz|escribe|escreve|cita\\w*|plantilla|esquema|protocolo|significa|nunca',
  // Russian
  'например|пример\\S*|формат\\S*|синтаксис\\S*|выглядит|можно|документаци\\S+|пишет|написано|говорит|гласит|цитат\\S*|шаблон\\S*|схем\\S+|протокол\\S*|означает|никогда',
  // Hindi, Arabic
  'उदाहरण|प्रारूप|जैसे|लिखा|कहता|مثال|مثلا|صيغة|الصيغة|تنسيق|يقول|تقول|مكتوب|يكتب',
];

/** Scripts without spaces between words. */
const UNSPACED =
  /例如|例えば|示例|例[:：]|格式|形式|语法|語法|構文|写着|寫著|写法|書かれ|と書|文档|文件|説明|引用|协议|協議|プロトコル|模板|예를|예시|형식|구문|라고|문서|인용|프로토콜/;

const SPACED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORDS.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** A transcript of a conversation. */
const TRANSCRIPT =
  /(?:^|\n)[\s*>#-]*(?:assistant|assistent|assistante|asistente|model|modell|modèle|modelo|ai|ki|ia|bot|llm|ассистент|модель|助手|アシスタント|モデル|모델)[\s*]*[:：]/iu;

/** Words that announce an action, which outweigh any other words. */
const INTENT =
  /(?<![\p{L}\p{N}])(?:let me|let us|let's|i'll|i’ll|i will|i am going to|i'm going to|i need to|i have to|i should|i must|first,? i|ich (?:werde|suche|lese|schaue|rufe|prüfe|sehe|muss)|lass mich|je vais|je dois|laissez-moi|voy a|déjame|dejame|tengo que|debo|vou|preciso|deixe-me|я (?:посмотрю|поищу|прочитаю|найду|проверю|сейчас)|сейчас|давайте|मैं|मुझे|سأ\p{L}+|دعني)(?![\p{L}\p{N}])|让我|我来|我将|我会|我先|我需要|讓我|我來|我將|我會|してみます|確認します|調べます|探します|検索します|読みます|하겠습니다|볼게요|보겠습니다/iu;

/**
 * Classifies the text right before a possible call: it announces an example or quotation, an action, or (with a colon) anything;
 * null if it announces nothing.
 */
export function readLeadIn(before: string): 'explanation' | 'intent' | 'colon' | 'none' {
  // Earlier paragraphs are about something else.
  const near =
    before
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  if (TRANSCRIPT.test(near)) return 'explanation';
  if (INTENT.test(near)) return 'intent';
  if (SPACED.test(near) || UNSPACED.test(near)) return 'explanation';
  return /[:：]$/.test(near) ? 'colon' : 'none';
}
