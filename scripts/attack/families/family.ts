/**
 * The result of one attack. `leak`: what was leaked, or null. `hasSent`: something was sent or shown, so that a leak
 * could have been found.
 */
export type Outcome = { leak: string | null; hasSent: boolean };

export type Attempt = { name: string; run: () => Outcome | Promise<Outcome> };

/** Attacks of one kind, generated from tables: every carrier with every exit and every spelling. */
export type Family = {
  name: string;
  /** Names of controls in scripts/controls. Without any one of them, an attack of this family succeeds. */
  controls: readonly string[];
  /**
   * The minimum share of attempts in which something is sent or shown. An attack in which nothing happens would prove
   * nothing.
   */
  minSent: number;
  attempts: () => Attempt[];
};

export type FamilyTally = { cases: number; sent: number; leaks: string[] };

export async function runFamily({ attempts }: Family): Promise<FamilyTally> {
  const tally: FamilyTally = { cases: 0, sent: 0, leaks: [] };
  for (const { name, run } of attempts()) {
    const { leak, hasSent } = await run();
    tally.cases++;
    if (hasSent) tally.sent++;
    if (leak !== null) tally.leaks.push(`${name}: ${leak}`);
  }
  return tally;
}

export const HELD: Outcome = { leak: null, hasSent: false };
export const HARMLESS: Outcome = { leak: null, hasSent: true };

/** The result of something that must not happen. */
export function unless(isHeld: boolean, leak: string): Outcome {
  return isHeld ? HELD : { leak, hasSent: true };
}
