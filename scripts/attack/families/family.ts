/** What one attack achieved: `leak` is what got out, or null. `hasSent`: something was sent or shown, so that there was something to find. */
export type Outcome = { leak: string | null; hasSent: boolean };

export type Attempt = { name: string; run: () => Outcome | Promise<Outcome> };

/** Attacks of one kind, made from tables: every way in with every way out and every spelling. */
export type Family = {
  name: string;
  /** Controls of scripts/controls, by their names. Without any one of them, an attack of this family succeeds. */
  controls: readonly string[];
  /** The share of attempts in which something is sent or shown: an attack in which nothing happens proves nothing. */
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

/** The outcome of what must not happen. */
export function unless(isHeld: boolean, leak: string): Outcome {
  return isHeld ? HELD : { leak, hasSent: true };
}
