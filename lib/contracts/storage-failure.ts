/** Kinds of storage failure, from mild to severe. */
export type StorageFailureCode =
  /** No room for a write; everything else works. */
  | 'full'
  /** Another window holds an older version open, so that the upgrade has to wait. */
  | 'blocked'
  /** A newer Sidenote wrote it. */
  | 'newer'
  /** The browser cannot open or read it. */
  | 'broken'
  /** It is broken, and another one is used until the browser restarts. */
  | 'temporary'
  /** What was in it has been removed, and not by us. */
  | 'emptied';

/** A storage failure as a value. `detail` is the text of the browser, or ''. */
export type StorageFailure = { code: StorageFailureCode; detail: string };

/** Why one line of an export file is not taken. `detail`: where in it, and what was expected. */
export type ImportDamage =
  | { code: 'after-end' | 'not-a-chat' | 'out-of-order' | 'too-deep' | 'not-json' | 'forbidden' }
  | { code: 'invalid'; detail: string };

/** Why an export file is refused. */
export type ImportProblem =
  | { code: 'too-large' | 'incomplete' | 'not-ours' | 'newer' | 'not-text' | 'chat-too-large' }
  | { code: 'damaged'; line: number; damage: ImportDamage };
