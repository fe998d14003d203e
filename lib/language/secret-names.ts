/**
 * Names of keys, passwords and login codes beside their values, in all languages, as parts of patterns. The labels of
 * fields for them are in `secretFields` of each language.
 */

/** Names of keys and tokens. */
export const KEY_NAME =
  '(?:(?:x[-_ ])?api[-_ ]?(?:key|token|secret)|(?:aws[-_ ])?(?:secret[-_ ])?access[-_ ]?key(?:[-_ ]id)?|(?:client|app|consumer|webhook|signing|shared|jwt|oauth|bot|auth|session|encryption|storage|account|master|deploy|license|recovery|private|secret|service)[-_ ]?(?:secret|key|token)|(?:auth|access|refresh|id|bearer|session|csrf|xsrf|personal access|device|push|api|bot|secret|security)[-_ ]?tokens?|bearer|secrets?|tokens?|credentials?|session[-_ ]?id|(?:zugangs|geheim|api-)schlüssel|clé (?:api|secrète)|clave (?:api|secreta)|chiave (?:api|segreta)|密钥|シークレット)';

const PASSWORD_WORDS =
  'pass ?phrase|pass ?word|passwd|pwd|passwort|kennwort|mot de passe|contraseña|senha|palavra-passe|wachtwoord|hasło|heslo|lösenord|adgangskode|passord|salasana|şifre(?:niz|m)?|parola(?:nız|m)?|пароль|पासवर्ड|סיסמה|รหัสผ่าน|密码|密碼|パスワード|비밀번호|كلمة (?:المرور|السر)|wi-?fi[-_ ]key|wpa2?[-_ ]key|pre-?shared key|psk';
/** Names of passwords whose value is on its own line. Without "pass", as in a boarding pass. */
export const PASSWORD_NAME = `(?:${PASSWORD_WORDS})`;
/** Names of passwords beside their value. */
export const PASSWORD_LABEL = `(?:${PASSWORD_WORDS}|pass|pw)`;

/** Words before a user name and password that are separated by a slash or a colon. */
export const PAIR_NAME =
  '(?:log-?ins?|credentials?|access|user(?:name)?[ ]?/[ ]?pass(?:word)?|wi-?fi|wlan|zugangsdaten|anmeldedaten|identifiants?|credenciales|credenziali|credenciais|dane logowania|giriş bilgileri|учетные данные|logowanie)';
/** “For”, between the name of a password and what it opens. */
export const FOR = '(?:for|to|of|on|für|zu[mr]?|pour|de|du|para|del|da|do|per|di|dla|к|для|от|için)';

/** Names of login codes. Other codes (postal, error, country, discount) are not masked. */
export const CODE_NAME = [
  '(?:verification|verify|security|authentication|authenticator|auth|login|log-?in|sign-?in|access|confirmation|activation|one[- ]?time|single[- ]?use|2fa|mfa|two[- ]?factor|sms|recovery|backup|reset|unlock|temporary|pairing)[- ]?(?:pass)?codes?',
  '(?:one[- ]?time|temporary) (?:pass ?word|pin)',
  'pass ?codes?',
  '\\botp\\b(?: code)?',
  'your (?:\\w+ )?code',
  '(?:votre|ton|tu|su|tuo|suo|seu|teu|twój|ваш|твой) (?:code|c[óo]digo|codice|kod|код)(?=[ ]{0,2}(?:[:=—–-]|es\\b|est\\b|[èé][ ]|to\\b|это))|kodunuz|رمزك|الرقم السري|आपका कोड',
  'enter (?:the |this )code',
  'cvv2?|cvc2?',
  '(?:bestätigungs|sicherheits|verifizierungs|prüf|einmal|anmelde|zugangs|freischalt|aktivierungs|login-?)(?:code|passwort|kennwort)',
  "code (?:de|d[’']) ?(?:vérification|sécurité|confirmation|connexion|validation|accès|authentification)|code à usage unique|mot de passe à usage unique",
  'c[óo]digo de (?:verificaci[óo]n|seguridad|confirmaci[óo]n|acceso|autenticaci[óo]n|verificação|segurança|confirmação|acesso)|contraseña de un solo uso',
  'codice (?:di )?(?:verifica|sicurezza|conferma|accesso|otp|temporaneo)',
  '(?:verificatie|beveiligings|bevestigings|inlog|toegangs)code',
  'kod (?:weryfikacyjny|dostępu|potwierdzający|autoryzacyjny|sms)|doğrulama kodu|onay kodu|verifieringskod|bekreftelseskode|vahvistuskoodi|ověřovací kód',
  'код(?:ом)? (?:подтверждения|доступа|для входа|безопасности|авторизации)|(?:проверочный|одноразовый) (?:код|пароль)|код підтвердження',
  '验证码|驗證碼|校验码|动态码|動態密碼|安全码|認証コード|確認コード|ワンタイムパスワード|認証番号|인증 ?번호|인증 ?코드|확인 ?코드|رمز التحقق|رمز التأكيد|קוד אימות|सत्यापन कोड|mã xác (?:minh|thực)|kode verifikasi|รหัสยืนยัน',
].join('|');

/** Between a name and its value in a sentence. */
export const IS = '(?:is|was|ist|lautet|est|es|è|é|to)';

/** Marks a name as the subject, in Korean. */
export const PARTICLE = '[는은이가]';

/** Phrases beside a login code that forbid sharing it. */
export const KEEP_TO_YOURSELF =
  "(?:(?:do not|don[’']t|never) (?:share|give|tell|forward)|nicht weiter|niemandem|ne (?:le )?(?:partagez|communiquez)|no (?:lo )?compart|non (?:condivid|comunic)|não (?:o )?compartilh|nikomu nie|nie udostępniaj|никому не|не сообщайте|paylaşmayın|لا تشارك|साझा न|请勿|請勿|勿告|他人に|공유하지|타인에게)";
/** Text between a code and the name after it, in scripts without spaces or with the name in brackets. */
export const BEFORE_ITS_NAME = '(?:[（(【\\[]|は|是|为|為)';

/** Three or four digits on a card. */
export const CARD_CHECK_NAME =
  '(?:CVV2?|CVC2?|CSC|(?:card )?security code|card verification (?:value|code|number)|(?:karten)?prüf(?:nummer|ziffer)|kartenprüfnummer|cryptogramme(?: visuel)?|código de segur(?:idad|ança)|codice di sicurezza|güvenlik kodu|kod bezpieczeństwa|код безопасности|セキュリティコード|安全码|安全碼|보안 ?코드|رمز الأمان)';

/** Names of a wallet's recovery phrase. */
export const PHRASE_NAME =
  '(?:(?:seed|recovery|mnemonic|backup|wallet)[ -](?:phrase|words)|seed(?=[ ]?[:：])|mnemonic|(?:wiederherstellungs|sicherheits)phrase|phrase (?:de récupération|secrète)|frase (?:semilla|de recuper(?:ación|ação)|di recupero)|fraza odzyskiwania|сид-?фраза|фраза восстановления|助记词|助記詞|復元フレーズ|복구 구문)';
/** Names of the key with which an authenticator app is set up. */
export const SETUP_KEY_NAME =
  '(?:(?:set-?up|secret|manual(?: entry)?|authenticator|totp|2fa)[ -](?:key|code|secret)|einrichtungs-?schlüssel|clé (?:de configuration|secrète)|clave (?:de configuración|secreta)|chiave (?:di configurazione|segreta)|chave (?:de configuração|secreta)|klucz konfiguracji|kurulum anahtarı|ключ настройки|设置密钥|セットアップ ?キー|설정 키)';

/** Words in the path of an address before a token that authorizes anyone who has it. */
export const ACTION_IN_ADDRESS =
  /(?:^|[^a-z])(?:re-?set|recover|restore|verif|confirm|activat|invit|magic|one-?time|otp|log-?in|sign-?in|sign-?up|sso|auth(?!or)|token|pass-?w|pwd|unsubscribe|opt-?out|passwor[dt]|kennwort|zuruecksetz|zurücksetz|best(?:ae|ä)tig|aktivier|anmeld|einlad|abmeld|r[ée]initialis|mot-de-passe|desinscri|contrase[nñ]a|restablec|recuper|redefin|senha|ativar|сброс|подтвер|восстанов)/i;

/** Values that are not passwords: types, and words about passwords. */
export const NOT_A_PASSWORD =
  /^(?:string|str|text|varchar|char|bytes?|int|number|boolean|bool|any|null|none|nil|undefined|true|false|required|optional|hidden|masked|redacted|n\/a|yes|no|forgot\w*|reset|change\w*|confirm\w*|show|enter|your\w*|the|this|that|must|should|never|always|here|password\w*|secret|protected|manager|hash\w*|policy|please|stored|encrypted|wrong|incorrect|invalid|correct|weak|strong|safe|secure|needed|not|sent|at|to|be|a|an|in|for|only|same|empty|https?:.*|www\..*|(?:var|env|local|process|config|self|this)\..*)[.,;:!?]*$/i;
