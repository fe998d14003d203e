/** A control that SECURITY.md promises, how it is removed, and the test that must fail without it. */
export type Control = {
  /** The number of the promise in SECURITY.md. */
  promise: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  source: string;
  without: string;
  test: { file: string; name: string };
};
