import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a key and a certificate for a test server into `folder`. Browsers must be told to accept it. */
export function makeCertificate(folder: string): { key: Buffer; cert: Buffer } {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2'];
  const { status, stderr } = spawnSync('openssl', [...made, '-subj', '/CN=127.0.0.1'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** Makes Firefox accept any certificate until it is closed. Evaluated in Firefox's own window. */
export const ACCEPT_ANY_CERTIFICATE = `Cc['@mozilla.org/security/certoverride;1'].getService(Ci.nsICertOverrideService)
  .setDisableAllSecurityChecksAndLetAttackersInterceptMyData(true); 'ok'`;
