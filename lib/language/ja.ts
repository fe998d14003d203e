import { type Language, parts, type SecretFieldWords } from './language.ts';

/** Labels of fields for a password, a code or a payment card. */
export const secretFields: SecretFieldWords = {
  anywhere: 'パスワード|暗証番号|カード ?番号|セキュリティ ?(?:コード|番号)|カード名義|ワンタイム|認証コード',
  whole: '(?:クレジット|デビット) ?カード',
};

export const ja: Language = {
  asksFor: {
    links: [parts('リンク')],
    forms: [parts('フォーム', '入力欄')],
    tabs: [parts('タブ')],
    pictures: [parts('画像', '写真', 'スクリーンショット', 'スクショ', 'グラフ')],
    'page-data': [parts('エクスポート', '書き出', '一覧', 'リスト', 'すべてのリンク')],
    'whole-page': [/要約|まとめ|概要|要点|何について|どんな内容/],
    'own-chats': [
      parts(
        '(?:以前|前|過去|他|別|これまで|先月|先週|最近)の?(?:チャット|会話|やり取り|やりとり)',
        '(?:聞いた|質問した|話した|調べた|わかった|分かった)(?:こと|内容|件)',
      ),
    ],
    'own-tabs': [parts('(?:開いている|開いた|他の|ほかの|別の|すべての|全ての|全部の|どの|私の)タブ')],
    'own-bookmarks': [parts('(?:ブックマーク|お気に入り)(?:の中|から|に(?:入れ|登録|保存)|で|を検索)')],
    'own-history': [
      parts('(?:閲覧|ブラウザー?の)履歴', '(?:見た|読んだ|開いた|訪れた|訪問した)(?:ページ|サイト|記事)'),
    ],
  },
  announcesCall: [/(?:読みます|確認します|調べます|検索します)/],
  consent: [/同意|クッキー/],
  beforeCall: {
    example: { anywhere: '例えば|構文|書かれ|と書|文件|説明|引用|プロトコル' },
    intent: { anywhere: 'してみます|確認します|調べます|探します|検索します|読みます' },
    speaker: 'アシスタント|モデル',
  },
};
