import type { Control } from './control.ts';

/** Where keys are sent, signing in to a service, and backups. */
export const KEY_CONTROLS: readonly Control[] = [
  {
    promise: 5,
    name: 'a key goes to the origin it was entered for',
    file: 'lib/storage/load-api-key.ts',
    source: '|| row.origin !== origin',
    without: '',
    test: {
      file: 'lib/storage/store.test.ts',
      name: 'a key is returned for its own origin only, and stored encrypted',
    },
  },
  {
    promise: 5,
    name: 'no key goes unencrypted through the internet',
    file: 'lib/model-api/endpoints/base-url.ts',
    source: `takesKey: url.protocol === 'https:' || kind !== 'public',`,
    without: 'takesKey: true,',
    test: {
      file: 'lib/model-api/endpoints/base-url.test.ts',
      name: 'http://api.openai.com/v1 takes a key: false, since keys do not travel in the clear through the internet',
    },
  },
  {
    promise: 5,
    name: 'an imported file gets no endpoint that has a key',
    file: 'lib/storage/settings-file.ts',
    source: 'endpointId: newId(),',
    without: 'endpointId,',
    test: {
      file: 'lib/storage/settings-file.test.ts',
      name: 'a file with the id of an existing endpoint gets neither that endpoint nor its key',
    },
  },
  {
    promise: 5,
    name: 'a sign-in takes a code only from the address it asked for',
    file: 'lib/model-api/endpoints/sign-in.ts',
    source: `url === null || \`\${url.origin}\${url.pathname}\` !== callbackUrl`,
    without: 'url === null',
    test: { file: 'lib/model-api/endpoints/sign-in.test.ts', name: 'of another sign-in is refused' },
  },
  {
    promise: 5,
    name: 'the exchange of a sign-in follows no redirect',
    file: 'lib/model-api/endpoints/sign-in.ts',
    source: `      redirect: 'error',\n`,
    without: '',
    test: { file: 'lib/model-api/endpoints/sign-in.test.ts', name: 'follows no redirect with code and verifier' },
  },
  {
    promise: 5,
    name: 'a backup that was cut at the end of a chunk is refused',
    file: 'lib/storage/backup/encrypted-file.ts',
    source: 'view.setUint8(PREFIX_BYTES + 4, isLast ? 1 : 0);',
    without: '',
    test: {
      file: 'lib/storage/backup/backup.test.ts',
      name: 'is refused if chunks are missing, swapped, repeated or of another file',
    },
  },
  {
    promise: 5,
    name: 'chunks of a backup keep their order',
    file: 'lib/storage/backup/encrypted-file.ts',
    source: 'view.setUint32(PREFIX_BYTES, number);',
    without: '',
    test: {
      file: 'lib/storage/backup/backup.test.ts',
      name: 'is refused if chunks are missing, swapped, repeated or of another file',
    },
  },
  {
    promise: 5,
    name: 'addresses of a backup are judged as those that are typed',
    file: 'lib/storage/backup/restore-backup.ts',
    source: "return 'error' in address ? [] : [{ ...endpoint, baseUrl: address.url }];",
    without: 'return [endpoint];',
    test: {
      file: 'lib/storage/backup/backup.test.ts',
      name: 'imports only addresses that pass the checks for typed ones, and no keys',
    },
  },
  {
    promise: 5,
    name: 'the key of scheduled backups is in no backup',
    file: 'lib/storage/backup/create-backup.ts',
    source: '.filter(({ endpointId }) => endpointId !== BACKUP_KEY_ID)',
    without: '',
    test: {
      file: 'lib/storage/backup/scheduled-backup.test.ts',
      name: 'is opened by the passphrase that its key was made of, and does not hold that key',
    },
  },
  {
    promise: 5,
    name: 'each scheduled backup has a nonce prefix of its own',
    file: 'lib/storage/backup/encrypted-file.ts',
    source: 'crypto.getRandomValues(fields.subarray(FIELD_BYTES - PREFIX_BYTES));',
    without: '',
    test: {
      file: 'lib/storage/backup/scheduled-backup.test.ts',
      name: 'is encrypted with other nonces than the one before',
    },
  },
];
