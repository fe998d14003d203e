import { namesSecret } from '../language/index.ts';

/** Whether one of these names or descriptions of an argument says that it is for a password, a code or payment data. */
export function isSecretArgument(names: readonly string[]): boolean {
  return names.some((name) => namesSecret(name) || namesSecret(name.replace(/[_.-]+/g, ' ')));
}
