import { type Language, parts, type SecretFieldWords } from './language.ts';

/** Labels of fields for a password, a code or a payment card. */
export const secretFields: SecretFieldWords = {
  anywhere: '비밀 ?번호|패스워드|카드 ?번호|보안 ?(?:코드|번호)|카드 ?(?:소유자|명의)|일회용|인증 ?번호',
  whole: '암호|(?:신용|체크) ?카드',
};

export const ko: Language = {
  asksFor: {
    links: [parts('링크')],
    forms: [parts('양식', '입력란', '서식')],
    tabs: [parts('탭')],
    pictures: [parts('이미지', '사진', '스크린샷', '그림', '차트')],
    'page-data': [parts('내보내', '목록', '모든 링크')],
    'whole-page': [/요약|정리해|무슨 내용|어떤 내용|요점|개요/],
    'own-chats': [
      parts(
        '(?:이전|지난|예전|다른|과거|내|우리)(?:의)?\\s*(?:\\S+\\s+)?(?:채팅|대화)',
        '(?:물어봤|질문했|이야기했|알아냈|알아봤|논의했)',
      ),
    ],
    'own-tabs': [parts('(?:열린|열려\\s*있는|열어\\s*둔|다른|모든|어느|어떤|내)\\s*탭')],
    'own-bookmarks': [
      parts('(?:내|나의|우리)\\s*(?:북마크|즐겨찾기)', '(?:북마크|즐겨찾기)(?:에서|에\\s*(?:저장|추가|있))'),
    ],
    'own-history': [
      parts(
        '(?:방문|브라우저|인터넷|열람)\\s*기록',
        '(?:방문했던|방문한|읽었던|봤던|열었던)\\s*(?:페이지|사이트|글|기사)',
      ),
    ],
  },
  announcesCall: [/(?:읽어 ?보겠습니다|확인해 ?보겠습니다|찾아보겠습니다)/],
  consent: [/쿠키|동의/],
  beforeCall: {
    example: { anywhere: '예를|예시|형식|구문|라고|문서|인용|프로토콜' },
    intent: { anywhere: '하겠습니다|볼게요|보겠습니다' },
    speaker: '모델',
  },
};
