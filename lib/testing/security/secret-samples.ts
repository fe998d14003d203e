/**
 * A hundred invented secrets as pages show them: each is a text with the part that must be masked. They are assembled
 * here, so that no scanner reports this file.
 */
export type SecretSample = { name: string; text: string; secret: string };

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGIT = '0123456789';
const HEX = '0123456789abcdef';
const WORD = UPPER + LOWER + DIGIT;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Deterministic characters that look random. Any run of 30 contains every kind of character in its alphabet. */
function some(length: number, alphabet = WORD, seed = length): string {
  let state = seed * 2654435761 + alphabet.length;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    text += alphabet[(state >>> 8) % alphabet.length] ?? '';
  }
  return text;
}

const sample = (name: string, secret: string, before = '', after = ''): SecretSample => ({
  name,
  text: `${before}${secret}${after}`,
  secret,
});

/** Keys recognizable by their form, in running text. */
const KEYS: [string, string][] = [
  ['OpenAI', `sk-${some(20)}T3BlbkFJ${some(20, WORD, 3)}`],
  ['OpenAI project', `sk-proj-${some(60)}_${some(40)}-${some(12)}`],
  ['Anthropic', `sk-ant-api03-${some(80)}-${some(8)}AA`],
  ['OpenRouter', `sk-or-v1-${some(64, HEX)}`],
  ['Groq', `gsk_${some(52)}`],
  ['xAI', `xai-${some(80)}`],
  ['Perplexity', `pplx-${some(48)}`],
  ['Hugging Face', `hf_${some(34)}`],
  ['Replicate', `r8_${some(37)}`],
  ['NVIDIA', `nvapi-${some(64)}`],
  ['AWS access key', `AKIA${some(16, UPPER + DIGIT)}`],
  ['AWS temporary key', `ASIA${some(16, UPPER + DIGIT, 5)}`],
  ['Google API', `AIza${some(35)}`],
  ['Google OAuth', `ya29.${some(68)}`],
  ['Google client secret', `GOCSPX-${some(28)}`],
  ['Azure storage', `AccountKey=${some(86)}==`],
  ['DigitalOcean', `dop_v1_${some(64, HEX)}`],
  ['Databricks', `dapi${some(32, HEX)}`],
  ['GitHub personal', `ghp_${some(36)}`],
  ['GitHub fine-grained', `github_pat_${some(22)}_${some(59)}`],
  ['GitHub server', `ghs_${some(36, WORD, 9)}`],
  ['GitLab', `glpat-${some(20)}`],
  ['npm', `npm_${some(36)}`],
  ['PyPI', `pypi-AgEIcHlwaS5vcmc${some(80)}`],
  ['Docker Hub', `dckr_pat_${some(27)}`],
  ['Atlassian', `ATATT3xFfGF0${some(90)}`],
  ['Stripe live', `sk_live_${some(24)}`],
  ['Stripe restricted', `rk_live_${some(30)}`],
  ['Stripe webhook', `whsec_${some(32)}`],
  ['Shopify', `shpat_${some(32, HEX)}`],
  ['Square', `sq0csp-${some(43)}`],
  ['Slack bot', `xoxb-${some(12, DIGIT)}-${some(12, DIGIT, 7)}-${some(24)}`],
  ['Slack app', `xapp-1-A${some(10, UPPER)}-${some(13, DIGIT)}-${some(64, HEX)}`],
  ['Slack webhook', `https://hooks.slack.com/services/T${some(8, UPPER)}/B${some(8, UPPER, 4)}/${some(24)}`],
  ['Discord bot', `M${some(25)}.${some(6)}.${some(38)}`],
  ['Telegram bot', `${some(10, '123456789')}:AA${some(33)}`],
  ['SendGrid', `SG.${some(22)}.${some(43)}`],
  ['Twilio', `SK${some(32, HEX)}`],
  ['Mailchimp', `${some(32, HEX)}-us12`],
  ['Linear', `lin_api_${some(40)}`],
  ['Notion', `ntn_${some(46)}`],
  ['Figma', `figd_${some(40)}`],
  ['Vault', `hvs.${some(90)}`],
  ['Terraform', `${some(14)}.atlasv1.${some(67)}`],
  ['JSON web token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${some(43)}`],
  ['Bitcoin WIF', `K${some(51, BASE58)}`],
  ['extended private key', `xprv${some(107, BASE58)}`],
  ['Alibaba Cloud', `LTAI${some(20)}`],
  ['Google refresh', `1//0${some(60)}`],
  ['RubyGems', `rubygems_${some(48, HEX)}`],
  ['Bitbucket', `ATBB${some(32)}`],
  ['Square access', `EAAA${some(30)}-${some(30, WORD, 4)}`],
  ['Braintree', `access_token$production$${some(16, LOWER + DIGIT)}$${some(32, HEX)}`],
  ['Discord webhook', `https://discord.com/api/webhooks/${some(18, DIGIT)}/${some(68)}`],
  ['Mailgun', `key-${some(32, HEX)}`],
  ['Facebook', `EAAB${some(100)}`],
  ['Brevo', `xkeysib-${some(64, HEX)}-${some(16)}`],
  ['Hugging Face OAuth', `hf_oauth_${some(20)}.${some(40)}`],
  ['age', `AGE-SECRET-KEY-1${some(58, UPPER + DIGIT)}`],
];

const PEM = (kind: string) =>
  `-----BEGIN ${kind}-----\n${some(64)}\n${some(64, WORD, 2)}\n${some(40)}==\n-----END ${kind}-----`;

const NAMED: SecretSample[] = [
  sample('RSA private key', PEM('RSA PRIVATE KEY'), '```\n', '\n```'),
  sample('OpenSSH private key', PEM('OPENSSH PRIVATE KEY')),
  sample('PGP private key', PEM('PGP PRIVATE KEY BLOCK')),
  sample('private key without its end', `-----BEGIN PRIVATE KEY-----\n${some(64)}\n${some(64, WORD, 2)}`, 'So: '),
  sample('AWS secret', `${some(39)}/`, 'aws_secret_access_key = '),
  sample('environment file', some(32, HEX), 'DB_API_KEY='),
  sample('JSON', some(40), '{"client_secret": "', '"}'),
  sample('YAML', some(24), 'auth_token: '),
  sample('a field', some(28), '[API key: ', ']'),
  sample('a table', some(36), '| API key | ', ' | active |'),
  sample('a header', some(44), 'curl -H "Authorization: Bearer ', '"'),
  sample('basic authorization', `${some(38)}==`, 'Authorization: Basic '),
  sample('a spoken key', some(32), 'Your API key is ', '. Keep it.'),
  sample('a code span', some(30), 'The **secret key**: `', '`'),
  sample('a token in an address', some(40), 'https://example.org/cb?access_token=', '&x=1'),
  sample('a signature in an address', `${some(43)}%3D`, 'https://files.example.org/a.pdf?sv=2024&sig='),
  sample('a reset link', some(43), '[Reset](https://example.org/reset?token=', ')'),
  sample('a database address', `admin:${some(12)}`, 'postgres://', '@db.example.org:5432/x'),
  sample('an address with a password', 'maria:s3cret!pw', 'https://', '@intranet.example.org/'),
  sample('a password field', 'hunter2', '[Password: ', ']'),
  sample('a password of letters', 'marigold', 'Password: '),
  sample('a German password', 'Sonne!2024x', 'Passwort: '),
  sample('a French password', 'azerty99!', 'Mot de passe : '),
  sample('a Spanish password', 'clave-Segura7', 'contraseña: '),
  sample('a Russian password', 'qwe123RTY', 'Пароль: '),
  sample('a Chinese password', 'abc88Zz!', '密码：'),
  sample('a password in a table', 'Tr0ub4dor&3', '| Password | ', ' |'),
  sample('a password in prose', 'xK9!mmQ2', 'The password is ', '.'),
  sample('a temporary password', 'Welcome#2025', 'Your temporary password is: '),
  sample('a wireless key', 'guest-4711-net', 'Wi-Fi password: '),
  sample('a connection string', 'P@ssw0rd!', 'Server=db;User=sa;Password=', ';'),
  sample('a password in Polish', 'zima2024!', 'hasło: '),
  sample('a password in Korean', 'hanok77!', '비밀번호: '),
  sample('a German spoken password', 'Sonne!2024x', 'Das Passwort lautet ', '.'),
  sample('a PuTTY key', `PuTTY-User-Key-File-3: ssh-rsa\nComment: x\nPrivate-MAC: ${some(64, HEX)}`),
  sample('a German key', some(30), 'Zugangsschlüssel: '),
  sample('a token by name in running text', some(40), 'Send Bearer ', ' with it'),
  sample('a quoted password', 'correct-horse-9', 'password = "', '"'),
  sample(
    'a recovery phrase',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    'Secret recovery phrase: ',
    '.',
  ),
  sample('Visa', '4111 1111 1111 1111', 'Card ', ' exp 04/29'),
  sample('Mastercard', '5555555555554444', 'card number: '),
  sample('American Express', '3782 822463 10005', 'Amex '),
  sample('Discover', '6011-1111-1111-1117', ''),
  sample('JCB', '3530111333300000', '| Card | ', ' |'),
  sample('a card in a field', '4012 8888 8888 1881', '[Card number: ', ']'),
  sample('Mastercard 2', '2223 0031 2200 3222', ''),
  sample('a check number', '737', 'CVV: '),
  sample('a German IBAN', 'DE89 3704 0044 0532 0130 00', 'IBAN: '),
  sample('a British IBAN', 'GB29NWBK60161331926819', 'Please pay to ', '.'),
  sample('a French IBAN', 'FR14 2004 1010 0505 0001 3M02 606', ''),
  sample('a Dutch IBAN', 'NL91ABNA0417164300', '(', ')'),
  sample('a Maltese IBAN', 'MT84MALT011000012345MTLCAST001S', ''),
  sample('a code', '482913', 'Your verification code is '),
  sample('a code in two groups', '482 913', 'Your security code: '),
  sample('a code on its own line', '904512', 'Enter this code to sign in:\n\n**', '**\n'),
  sample('a code before its name', '771204', '', ' is your login code'),
  sample('a Google code', 'G-639251', '', ' is your Google verification code.'),
  sample('an OTP', '5521', 'OTP: '),
  sample('a German code', '309188', 'Ihr Bestätigungscode lautet '),
  sample('a French code', '118822', 'Votre code de vérification est '),
  sample('a Spanish code', '663300', 'Tu código de verificación es '),
  sample('a Chinese code', '829104', '您的验证码是'),
  sample('a Japanese code', '447120', '認証コード：'),
  sample('a Russian code', '5094', 'Ваш код подтверждения: '),
  sample('a mixed code', '7KX9QP', 'Your one-time code: '),
  sample('an Italian code', '558123', 'Il tuo codice di verifica è '),
  sample('a Portuguese code', '772341', 'O seu código de verificação é '),
  sample('a Dutch code', '402917', 'Uw verificatiecode is '),
  sample('a Polish code', '916204', 'Twój kod weryfikacyjny: '),
  sample('a Ukrainian code', '7719', 'Ваш код підтвердження: '),
  sample('a Korean code', '602318', '인증번호: '),
  sample('a passcode', '8841', 'Passcode: '),
  sample('a temporary PIN', '552901', 'Your temporary PIN: '),
  sample('a code to enter', '771902', 'Enter the code: '),
  sample('a code as it is called', '662190', 'Your Acme code: '),
  sample('a code in French before its name', '330912', '', ' est votre code'),
  sample('a TAN', '771204', 'TAN: '),
  sample('a mobile TAN', '4410', 'mTAN: '),
  sample('a card check number', '123', 'CVC2 – '),
  sample('a pin', '4821', 'PIN: '),
  sample('a code to use', '338201', 'Use ', ' to log in to your account'),
  sample('backup codes', 'a1b2c-3d4e5\n- f6g7h-8i9j0\n- k1l2m-3n4o5', 'Backup codes:\n- '),
];

export const SECRET_SAMPLES: SecretSample[] = [
  ...KEYS.map(([name, key]) => sample(`${name} key`, key, 'It says ', ' there.')),
  ...NAMED,
];
