import type { AssistantMessage, OwnDataKind, SitePolicy, ThreadState, Tool } from '../contracts/index.ts';
import { policySite } from './addresses.ts';
import { userTextsWithoutTitles } from './provenance.ts';

/**
 * Whether the user switched on what a tool needs: the web for tools that tell it something; what is the user's own for tools that
 * search it, by the switch of the chat or by asking for it in words. Text of others switches on nothing.
 */
export function isSwitchedOn(
  { webEgress, ownData }: Pick<Tool, 'webEgress' | 'ownData'>,
  state: ThreadState,
  run: AssistantMessage | null,
): boolean {
  if (webEgress !== undefined && run?.web !== true) return false;
  return ownData === undefined || run?.ownData === true || isAskedFor(ownData, state);
}

/** Whether pages of this address may be searched: not those of sites that the user wants to be asked about, or never sends. */
export function isSearchable(url: string, sites: Readonly<Record<string, SitePolicy>>): boolean {
  const site = policySite(url);
  return site !== null && (sites[site] ?? 'send') === 'send';
}

/** A shorter title could be a word of the user as well. Characters. */
const MIN_TITLE = 12;

function isAskedFor(kind: OwnDataKind, state: ThreadState): boolean {
  const texts = userTextsWithoutTitles(state, (title) => title.length >= MIN_TITLE);
  return texts.some((text) => ASKED_FOR[kind].some((pattern) => pattern.test(text)));
}

/**
 * How users ask for what is their own, in the languages of the interface. Narrow, since a tool that is not needed leads small
 * models astray.
 */
const ASKED_FOR: Record<OwnDataKind, readonly RegExp[]> = {
  chats: [
    /\b(?:my|our|all|other|earlier|previous|past|old|older|last|recent|another|which)\s+(?:\p{L}+\s+)?(?:chats?|conversations?)\b/iu,
    /\b(?:did|have|had)\s+(?:i|we)\s+(?:\p{L}+\s+)?(?:ask|asked|discuss|discussed|talk|talked|chat|chatted|find out|found out|learn|learned|learnt)\b/iu,
    /\b(?:i|we)\s+(?:\p{L}+\s+)?(?:asked|discussed|talked|chatted|found out|learned|learnt)\b/iu,
    /\b(?:meine[mnrs]?|unsere[mnrs]?|alle[nr]?|andere[mnrs]?|frühere[mnrs]?|vorherige[mnrs]?|letzte[mnrs]?|alte[mnrs]?|welche[mnrs]?)\s+(?:\p{L}+\s+)?(?:chats?|gespräche?n?|unterhaltung(?:en)?)\b/iu,
    /\b(?:hab(?:e|en)|hatten?)\s+(?:ich|wir)\b.*\b(?:herausgefunden|gefragt|besprochen|gelernt|gesprochen|erfahren)\b/iu,
    /(?:chats?|conversas?|conversaciones|conversación|conversations?|discussions?)\s+(?:anteriores?|anterior|antigu[oa]s?|antig[oa]s?|pasad[oa]s?|passad[oa]s?|précédente?s?|passée?s?|ancien(?:ne)?s?)/iu,
    /(?:mis|mes|nos|meus|minhas|nossas|nuestras|otr[oa]s?|autres?|outr[oa]s?|anciennes?)\s+(?:chats?|conversas?|conversaciones|conversations?|discussions?)/iu,
    /(?:qu[’']?(?:est-ce que|ai-je)|avons-nous|ai-je)\b.*\b(?:appris|découvert|trouvé|demandé|discuté)\b/iu,
    /(?:averigüé|averiguamos|pregunté|preguntamos|hablamos|descubrí|descubrimos|conversamos|descobri|perguntei|perguntamos)(?!\p{L})/iu,
    /(?:мо[иёях]\p{L}*|наш\p{L}*|друг\p{L}*|прошл\p{L}*|предыдущ\p{L}*|стар\p{L}*|ранн\p{L}*|последн\p{L}*)\s+(?:чат\p{L}*|разговор\p{L}*|бесед\p{L}*|диалог\p{L}*)/iu,
    /(?:я|мы)\s+(?:\p{L}+\s+)?(?:узнал\p{L}*|выяснил\p{L}*|спрашивал\p{L}*|обсуждал\p{L}*|говорил\p{L}*)/iu,
    /(?:之前|以前|先前|过去|過去|其他|上次|别的|別的|历史|歷史|我的)的?(?:聊天|对话|對話|会话|會話|谈话|談話)|(?:我|我们|我們)(?:之前|以前|上次|上个月|上個月)?(?:问过|問過|聊过|聊過|讨论过|討論過|了解到|查到)/u,
    /(?:以前|前|過去|他|別|これまで|先月|先週|最近)の?(?:チャット|会話|やり取り|やりとり)|(?:聞いた|質問した|話した|調べた|わかった|分かった)(?:こと|内容|件)/u,
    /(?:이전|지난|예전|다른|과거|내|우리)(?:의)?\s*(?:\S+\s+)?(?:채팅|대화)|(?:물어봤|질문했|이야기했|알아냈|알아봤|논의했)/u,
    /(?:पिछल[ीेा]|पुरान[ीेा]|मेर[ीेा]|हमार[ीेा]|दूसर[ीेा]|अन्य)\s+(?:\S+\s+)?(?:चैट|बातचीत)|(?:मैंने|हमने)\s.*(?:पूछा|पता|सीखा|चर्चा)/u,
    /(?:محادثات|دردشات|محادثة|دردشة|المحادثات|الدردشات)\S*\s+(?:\S+\s+)?(?:السابقة|سابقة|القديمة|الأخرى|أخرى|الماضية)|محادثاتي|دردشاتي|(?:سألت|ناقشنا|تحدثنا|عرفت|اكتشفت)/u,
  ],
  tabs: [
    /\b(?:my|our|all|open|other|across|these|those|which|both)\s+(?:(?:of|my|our|the|open|other|browser|these|those|two|three)\s+){0,3}tabs\b/iu,
    /\b(?:which|another|other|every|one\s+of\s+(?:my|the))\s+(?:open\s+)?tabs?\b/iu,
    /\b(?:meine[mnrs]?|alle[nr]?|andere[mnrs]?|offene[mnrs]?|geöffnete[mnrs]?|welche[mnrs]?)\s+(?:(?:meine[mnrs]?|der|offenen|geöffneten|anderen)\s+){0,2}tabs?\b/iu,
    /(?:pestañas?|onglets?|abas?|guias?)\s+(?:abiert[ao]s?|ouverts?|abert[ao]s?)/iu,
    /(?:mis|otras?|todas\s+(?:mis|las)|qué|cuál(?:es)?\s+de\s+(?:mis|las))\s+(?:otras\s+)?pestañas?/iu,
    /(?:mes|autres?|tous\s+(?:mes|les)|quels?|(?:lequel|lesquels)\s+de\s+mes)\s+(?:autres\s+)?onglets?/iu,
    /(?:minhas|outras?|todas\s+as(?:\s+minhas)?|quais|qual\s+das(?:\s+minhas)?|em\s+que)\s+(?:outras\s+)?(?:abas?|guias?)(?!\p{L})/iu,
    /(?:мо[иёяе]\p{L}*|друг\p{L}*|открыт\p{L}*|все[хм]?|как\p{L}+|котор\p{L}*)\s+(?:из\s+)?(?:(?:мо|открыт)\p{L}+\s+)?вклад(?:к\p{L}*|ок)/iu,
    /(?:打开的?|開啟的?|其他|其它|所有|全部|哪个|哪個|哪些|我的|别的|別的|另一个|另一個)的?(?:标签页|標籤頁|分頁|分页|选项卡)/u,
    /(?:開いている|開いた|他の|ほかの|別の|すべての|全ての|全部の|どの|私の)タブ/u,
    /(?:열린|열려\s*있는|열어\s*둔|다른|모든|어느|어떤|내)\s*탭/u,
    /(?:खुले|दूसरे|अन्य|सभी|किस|कौन\s*से|मेरे)\s*(?:\S+\s+)?टैब/u,
    /(?:علامات\s+التبويب|التبويبات)\s*(?:المفتوحة|الأخرى)|(?:أي|كل|جميع)\s+(?:علامة|علامات)\s+(?:ال)?تبويب|تبويباتي/u,
  ],
  bookmarks: [
    /\b(?:my|our|in|from|among|all)\s+(?:\p{L}+\s+)?(?:bookmarks|favou?rites)\b/iu,
    /\b(?:i|we)\s+(?:\p{L}+\s+)?bookmark(?:ed)?\b/iu,
    /\b(?:meine[mnrs]?|unsere[mnrs]?|alle[nr]?)\s+(?:\p{L}+\s+)?(?:lesezeichen|favoriten)\b|\bals\s+lesezeichen\b/iu,
    /(?:mis|nuestros)\s+(?:marcadores|favoritos)|(?:mes|nos)\s+(?:favoris|signets|marque-pages)|(?:meus|nossos)\s+(?:favoritos|marcadores)/iu,
    /(?:мо[иёяе]\p{L}*|наш\p{L}*|в)\s+(?:\p{L}+\s+)?закладк\p{L}*/iu,
    /(?:我的?|我們的?|我们的?)(?:书签|書籤|收藏)|(?:书签|書籤|收藏夹|收藏夾)(?:里|裡|中|内)/u,
    /(?:ブックマーク|お気に入り)(?:の中|から|に(?:入れ|登録|保存)|で|を検索)/u,
    /(?:내|나의|우리)\s*(?:북마크|즐겨찾기)|(?:북마크|즐겨찾기)(?:에서|에\s*(?:저장|추가|있))/u,
    /(?:मेर[ीेा]|हमार[ीेा])\s+(?:\S+\s+)?बुकमार्क|बुकमार्क\s+(?:में|किया|की|किए)/u,
    /إشاراتي\s+المرجعية|مفضلتي|(?:في|من)\s+(?:الإشارات\s+المرجعية|المفضلة)/u,
  ],
  history: [
    /\b(?:my|our|browser|browsing)\s+(?:(?:browser|browsing|web|search)\s+)?history\b/iu,
    /\b(?:did|have|had)\s+(?:i|we)\s+(?:\p{L}+\s+)?(?:visit|visited|read|see|seen|open|opened|browse|browsed|look(?:ed)?\s+at)\b/iu,
    /\b(?:page|site|article|website|post)s?\s+(?:that\s+)?(?:i|we)\s+(?:\p{L}+\s+)?(?:visited|read|saw|opened|looked\s+at)\b/iu,
    /\b(?:mein(?:e[mnrs]?)?|unser(?:e[mnrs]?)?)\s+(?:\p{L}+\s+)?(?:verlauf|browserverlauf|chronik|surfverlauf)\b|\bbrowserverlauf\b/iu,
    /\b(?:hab(?:e|en)|hatten?)\s+(?:ich|wir)\b.*\b(?:besucht|gelesen|gesehen|angesehen|geöffnet)\b/iu,
    /(?:mi|nuestro)\s+historial|historial\s+(?:de\s+navegación|del\s+navegador)|(?<!\p{L})(?:visité|visitamos|leí|leímos)(?!\p{L})/iu,
    /(?:mon|notre)\s+historique|historique\s+de\s+navigation|(?:ai-je|avons-nous|j[’']ai|nous\s+avons)\s+(?:\p{L}+\s+)?(?:visité|consulté|lu)(?!\p{L})/iu,
    /(?:meu|nosso)\s+histórico|histórico\s+(?:de\s+navegação|do\s+navegador)|(?<!\p{L})(?:visitei|visitamos)(?!\p{L})/iu,
    /(?:мо\p{L}+|наш\p{L}*)\s+истори\p{L}*|истори\p{L}*\s+(?:браузера|просмотр\p{L}*|посещени\p{L}*)|(?:я|мы)\s+(?:\p{L}+\s+)?(?:посещал|читал|открывал|смотрел|заходил)\p{L}*/iu,
    /(?:浏览|瀏覽)(?:历史|歷史)?(?:记录|記錄|紀錄)|历史记录|歷史記錄|歷史紀錄|(?:我|我们|我們)(?:之前|以前|上次|昨天|上周|上週|最近)?(?:看过|看過|访问过|訪問過|读过|讀過|打开过|打開過|浏览过|瀏覽過)/u,
    /(?:閲覧|ブラウザー?の)履歴|(?:見た|読んだ|開いた|訪れた|訪問した)(?:ページ|サイト|記事)/u,
    /(?:방문|브라우저|인터넷|열람)\s*기록|(?:방문했던|방문한|읽었던|봤던|열었던)\s*(?:페이지|사이트|글|기사)/u,
    /(?:ब्राउज़र|ब्राउज़िंग|मेर[ीेा])\s+(?:\S+\s+)?(?:इतिहास|हिस्ट्री)|(?:मैंने|हमने)\s.*(?:देखा|पढ़ा|खोला)/u,
    /سجل\s+(?:التصفح|المتصفح|الزيارات)|(?:زرت|قرأت|تصفحت)(?:ها|ه)?(?!\p{L})/u,
  ],
};
