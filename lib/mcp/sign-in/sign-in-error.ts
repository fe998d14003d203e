import type { SignInErrorCode } from '../../contracts/index.ts';

/** Why a sign-in failed. Holds no word of a server. */
export class SignInError extends Error {
  readonly code: SignInErrorCode;

  constructor(code: SignInErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'SignInError';
    this.code = code;
  }
}

/** The browser has to be allowed to connect to these servers first. */
export class SignInPermissionError extends Error {
  readonly urls: readonly string[];

  constructor(urls: readonly string[]) {
    super('The browser may not connect to the authorization server.');
    this.name = 'SignInPermissionError';
    this.urls = urls;
  }
}
