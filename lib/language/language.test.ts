import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../scripts/locales/catalogue.ts';
import {
  announcesAction,
  announcesExample,
  asksFor,
  isAnnouncement,
  isTranscript,
  LANGUAGES,
  mentionsConsent,
  type Topic,
} from './index.ts';

test('every language of the interface has a vocabulary', () => {
  expect(LOCALES.map((locale) => locale.split('_')[0] ?? '').filter((code) => !(code in { ...LANGUAGES }))).toEqual([]);
});

/** One question per topic and language, in the order of `TOPICS`. Questions about the user's own data come last. */
const QUESTIONS: Record<string, readonly [Topic, string][]> = {
  en: [
    ['links', 'List the links'],
    ['forms', 'What does the form ask for?'],
    ['forms', 'Fill this in with my address'],
    ['actions', 'Book a table for four'],
    ['tabs', 'Compare it with the other tab'],
    ['pictures', 'What do the pictures show?'],
    ['page-data', 'Give me this table as a CSV file'],
    ['page-data', 'I want the full transcript'],
    ['whole-page', 'Summarize this page'],
    ['own-chats', 'What did I find out in my other chats?'],
    ['own-tabs', 'Which of my open tabs is about tides?'],
    ['own-bookmarks', 'Search my bookmarks'],
    ['own-history', 'Which page did I read about tides?'],
  ],
  de: [
    ['links', 'Liste die Links auf'],
    ['links', 'Welche Verweise gibt es?'],
    ['forms', 'Was fragt das Formular?'],
    ['forms', 'Füll das bitte mit meiner Adresse aus'],
    ['actions', 'Reserviere einen Tisch für vier'],
    ['pictures', 'Was zeigen die Bilder?'],
    ['page-data', 'Gib mir die Einträge als Liste'],
    ['whole-page', 'Fass die Seite zusammen'],
    ['own-chats', 'Was habe ich in früheren Gesprächen gefragt?'],
    ['own-tabs', 'Welcher meiner offenen Tabs handelt davon?'],
    ['own-bookmarks', 'Suche in meinen Lesezeichen'],
    ['own-history', 'Was habe ich gestern gelesen?'],
  ],
  fr: [
    ['links', 'Liste les liens'],
    ['forms', 'Que demande le formulaire ?'],
    ['actions', 'Réserve une table pour quatre'],
    ['tabs', 'Compare avec l’autre onglet'],
    ['pictures', 'Que montrent les images ?'],
    ['page-data', 'Tous les liens, s’il te plaît'],
    ['whole-page', 'Résume cette page'],
    ['own-chats', 'Cherche dans mes conversations précédentes'],
    ['own-tabs', 'Lequel de mes onglets en parle ?'],
    ['own-bookmarks', 'Cherche dans mes favoris'],
    ['own-history', 'Cherche dans mon historique'],
  ],
  es: [
    ['links', 'Enumera los enlaces'],
    ['forms', '¿Qué pide el formulario?'],
    ['actions', 'Reserva una mesa para cuatro'],
    ['tabs', 'Compáralo con la otra pestaña'],
    ['pictures', '¿Qué muestran las imágenes?'],
    ['page-data', 'Todos los enlaces, por favor'],
    ['whole-page', 'Resume esta página'],
    ['own-chats', 'Busca en mis conversaciones'],
    ['own-tabs', '¿Cuál de mis pestañas lo menciona?'],
    ['own-bookmarks', 'Busca en mis marcadores'],
    ['own-history', 'Busca en mi historial'],
  ],
  pt: [
    ['links', 'Liste os links'],
    ['forms', 'O que pede o formulário?'],
    ['actions', 'Adicione dois ao carrinho'],
    ['tabs', 'Compare com a outra aba'],
    ['pictures', 'O que mostra a imagem?'],
    ['page-data', 'Exporte a tabela'],
    ['whole-page', 'Resuma esta página'],
    ['own-chats', 'Procure nas minhas conversas'],
    ['own-tabs', 'Qual das minhas abas fala disso?'],
    ['own-bookmarks', 'Procure nos meus favoritos'],
    ['own-history', 'Procure no meu histórico'],
  ],
  it: [
    ['links', 'Elenca i collegamenti'],
    ['forms', 'Che cosa chiede il modulo?'],
    ['actions', 'Prenota un tavolo per quattro'],
    ['tabs', 'Confronta con l’altra scheda'],
    ['pictures', 'Che cosa mostrano le immagini?'],
    ['page-data', 'Esporta la tabella'],
    ['whole-page', 'Riassumi questa pagina'],
    ['own-chats', 'Cerca nelle mie conversazioni'],
    ['own-tabs', 'Quali schede aperte ne parlano?'],
    ['own-bookmarks', 'Cerca tra i miei segnalibri'],
    ['own-history', 'Cerca nella mia cronologia'],
  ],
  ru: [
    ['links', 'Перечисли ссылки'],
    ['forms', 'Что спрашивает форма?'],
    ['actions', 'Забронируй столик на четверых'],
    ['tabs', 'Сравни с другой вкладкой'],
    ['pictures', 'Что на картинке?'],
    ['page-data', 'Выведи ссылки списком'],
    ['whole-page', 'О чём эта статья?'],
    ['own-chats', 'Поищи в моих прошлых чатах'],
    ['own-tabs', 'Какая из моих вкладок об этом?'],
    ['own-bookmarks', 'Найди в моих закладках'],
    ['own-history', 'Что я читал вчера?'],
  ],
  pl: [
    ['links', 'Wypisz linki'],
    ['forms', 'O co pyta formularz?'],
    ['actions', 'Zarezerwuj stolik dla czterech osób'],
    ['tabs', 'Porównaj z drugą kartą, to znaczy z kartami obok'],
    ['pictures', 'Co pokazują obrazy?'],
    ['page-data', 'Podaj wszystkie linki'],
    ['whole-page', 'Podsumuj tę stronę'],
    ['own-chats', 'Poszukaj w moich rozmowach'],
    ['own-tabs', 'Które otwarte karty o tym mówią?'],
    ['own-bookmarks', 'Poszukaj w moich zakładkach'],
    ['own-history', 'Przeszukaj historię przeglądania'],
  ],
  tr: [
    ['links', 'Bağlantıları listele'],
    ['forms', 'Formu açıkla'],
    ['actions', 'Dört kişilik masa için rezervasyon yap'],
    ['tabs', 'Diğer sekmeyle karşılaştır'],
    ['pictures', 'Resimler ne gösteriyor?'],
    ['page-data', 'Tabloyu dışa aktar'],
    ['whole-page', 'Bu sayfayı özetle'],
    ['own-chats', 'Önceki sohbetlerimde ara'],
    ['own-tabs', 'Hangi açık sekme bundan söz ediyor?'],
    ['own-bookmarks', 'Yer imlerimde ara'],
    ['own-history', 'Tarayıcı geçmişinde ara'],
  ],
  ar: [
    ['links', 'اعرض الروابط'],
    ['forms', 'ماذا يطلب النموذج؟'],
    ['actions', 'احجز طاولة لأربعة'],
    ['tabs', 'قارن مع علامة التبويب الأخرى'],
    ['pictures', 'ماذا تظهر الصورة؟'],
    ['page-data', 'أريد قائمة'],
    ['whole-page', 'لخص هذه الصفحة'],
    ['own-chats', 'ابحث في محادثاتي'],
    ['own-tabs', 'ابحث في علامات التبويب المفتوحة'],
    ['own-bookmarks', 'ابحث في مفضلتي'],
    ['own-history', 'ابحث في سجل التصفح'],
  ],
  hi: [
    ['links', 'लिंक दिखाओ'],
    ['forms', 'फ़ॉर्म क्या पूछता है?'],
    ['actions', 'चार लोगों के लिए टेबल बुक करो'],
    ['tabs', 'दूसरे टैब से तुलना करो'],
    ['pictures', 'तस्वीर में क्या है?'],
    ['page-data', 'सभी लिंक की सूची दो'],
    ['whole-page', 'इस पेज का सारांश दो'],
    ['own-chats', 'मेरी पिछली चैट में खोजो'],
    ['own-tabs', 'खुले टैब में खोजो'],
    ['own-bookmarks', 'मेरे बुकमार्क में खोजो'],
    ['own-history', 'ब्राउज़र इतिहास में खोजो'],
  ],
  ja: [
    ['links', 'リンクを教えて'],
    ['forms', 'フォームは何を聞いている？'],
    ['actions', '4人でテーブルを予約して'],
    ['tabs', '他のタブと比べて'],
    ['pictures', '画像には何が写っている？'],
    ['page-data', 'このページのリンク一覧'],
    ['whole-page', 'このページを要約して'],
    ['own-chats', '以前の会話を検索して'],
    ['own-tabs', '開いているタブを検索して'],
    ['own-bookmarks', 'ブックマークから探して'],
    ['own-history', '閲覧履歴を検索して'],
  ],
  ko: [
    ['links', '링크를 보여 줘'],
    ['forms', '양식은 무엇을 묻나요?'],
    ['actions', '네 명 자리를 예약해 줘'],
    ['tabs', '다른 탭과 비교해 줘'],
    ['pictures', '이미지에 무엇이 있나요?'],
    ['page-data', '표를 내보내 줘'],
    ['whole-page', '이 페이지를 요약해 줘'],
    ['own-chats', '이전 대화에서 찾아 줘'],
    ['own-tabs', '열린 탭에서 찾아 줘'],
    ['own-bookmarks', '내 북마크에서 찾아 줘'],
    ['own-history', '방문 기록에서 찾아 줘'],
  ],
  zh: [
    ['links', '列出链接'],
    ['links', '列出連結'],
    ['forms', '这个表单要填什么？'],
    ['actions', '预订四个人的桌子'],
    ['tabs', '和另一个标签页比较'],
    ['pictures', '图片里有什么？'],
    ['page-data', '导出这个表格'],
    ['whole-page', '总结这个网页'],
    ['own-chats', '搜索我以前的聊天'],
    ['own-tabs', '在打开的标签页里找'],
    ['own-bookmarks', '在我的书签里找'],
    ['own-history', '搜索浏览记录'],
  ],
};

describe('a question', () => {
  test.each(Object.keys(LANGUAGES))('asks for each topic in %s', (code) => {
    const questions = QUESTIONS[code] ?? [];
    expect(questions.filter(([topic, question]) => !asksFor(topic, question))).toEqual([]);
    // German uses the word "Tab" like English.
    const topics = new Set<Topic>([
      ...questions.map(([topic]) => topic),
      ...(code === 'de' ? (['tabs'] as const) : []),
    ]);
    expect(topics.size).toBe(11);
  });

  test.each<[Topic, string]>([
    ['links', 'This is linked to the weather'],
    ['forms', 'What is a platform, and does it perform well?'],
    ['forms', 'Qual a forma correta?'],
    ['actions', 'Who paid for the address in the chapter?'],
    ['tabs', 'Is the table stable?'],
    ['page-data', 'What does the video say about lamps?'],
    ['page-data', 'How much would I save with plan B?'],
    ['own-chats', 'What does the author say about chats?'],
    ['own-tabs', 'How many tabs does the guitar book have?'],
    ['own-bookmarks', 'What are bookmarks?'],
    ['own-history', 'What is the history of the harbour?'],
    ['own-history', 'Die Geschichte des Hafens'],
  ])('does not ask for %s: %s', (topic, question) => {
    expect(asksFor(topic, question)).toBe(false);
  });

  test('asks for PDF files in every language with the same word', () => {
    expect(['Read the PDF', 'Прочитай PDF', 'PDFを読んで'].every((question) => asksFor('pdf', question))).toBe(true);
  });

  test('is also recognised in decomposed writing', () => {
    expect(asksFor('tabs', '¿Cuál de mis pestañas lo menciona?'.normalize('NFD'))).toBe(true);
  });
});

test.each([
  'Let me check the page.',
  'Ich werde die Seite lesen.',
  'Je vais consulter la page.',
  'Voy a leer la página.',
  'Vou consultar a página.',
  'Ora leggo la pagina.',
  'Сейчас я прочитаю страницу.',
  'Najpierw przeczytam stronę.',
  'Önce sayfayı okuyacağım.',
  'سأقرأ الصفحة أولاً.',
  'मैं पहले पेज पढ़ता हूँ।',
  'ページを確認します。',
  '페이지를 읽어 보겠습니다.',
  '让我查看一下页面。',
])('a sentence announces a call: %s', (sentence) => {
  expect(isAnnouncement(sentence)).toBe(true);
});

test.each([
  'We use cookies',
  'Ihre Einwilligung',
  'Votre consentement',
  'Tu consentimiento',
  'O seu consentimento',
  'Il tuo consenso',
  'Ваше согласие',
  'Wyrażam zgodę',
  'Onay gerekli',
  'أوافق',
  'आपकी सहमति',
  '同意する',
  '동의합니다',
  '同意並繼續',
])('a text asks for consent: %s', (text) => {
  expect(mentionsConsent(text)).toBe(true);
});

/** A sentence before an example, one before a call, and the beginning of a transcript, by language. */
const BEFORE_CALLS: Record<keyof typeof LANGUAGES, readonly [example: string, intent: string, transcript: string]> = {
  ar: ['مثال على ذلك', 'سأبحث عن ذلك', 'المساعد: نعم'],
  de: ['Zum Beispiel so', 'Ich suche danach', 'Assistent: Ja'],
  en: ['For example', 'Let me look', 'Assistant: Yes'],
  es: ['Por ejemplo', 'Voy a mirar', 'Asistente: Sí'],
  fr: ['Un exemple', 'Je vais regarder', 'Assistante : Oui'],
  hi: ['उदाहरण के लिए', 'मैं देखता हूँ', 'सहायक: हाँ'],
  it: ['Per esempio', 'Lasciami guardare', 'Assistente: Sì'],
  ja: ['例えば', '調べます', 'アシスタント：はい'],
  ko: ['예를 들어', '찾아보겠습니다', '모델: 네'],
  pl: ['Na przykład', 'Sprawdzę to', 'Asystent: Tak'],
  pt: ['Por exemplo', 'Vou procurar', 'Assistente: Sim'],
  ru: ['Например', 'Сейчас посмотрю', 'Ассистент: Да'],
  tr: ['Örneğin', 'Bir bakayım', 'Asistan: Evet'],
  zh: ['例如', '让我查找', '助手：好'],
};

test.each(Object.entries(BEFORE_CALLS))('%s has words before a call', (_code, [example, intent, transcript]) => {
  expect([announcesExample(example), announcesAction(example)]).toEqual([true, false]);
  expect([announcesAction(intent), isTranscript(intent)]).toEqual([true, false]);
  expect(isTranscript(transcript)).toBe(true);
});
