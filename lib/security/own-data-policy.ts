import type { AssistantMessage, OwnDataKind, ThreadState, Tool } from '../contracts/index.ts';
import { userTextsWithoutTitles } from './user-words.ts';

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
};
