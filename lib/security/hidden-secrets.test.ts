import { describe, expect, test } from 'vitest';
import { hideSecrets } from './hidden-secrets.ts';

describe('secrets in a text that is translated', () => {
  const CARD = '4111 1111 1111 1111';

  test('are tags in what is sent, and come back', () => {
    const hidden = hideSecrets(`Your card <1>${CARD}</1> was refused.`, '');
    expect(hidden?.text).toBe('Your card <1><1000/></1> was refused.');
    expect(hidden?.restore('Deine Karte <1><1000/></1> wurde abgelehnt.')).toBe(
      `Deine Karte <1>${CARD}</1> wurde abgelehnt.`,
    );
  });

  test('that an answer has lost, or repeats, make it unusable', () => {
    const hidden = hideSecrets(`Your card ${CARD} was refused.`, '');
    expect(hidden?.restore('Deine Karte wurde abgelehnt.')).toBeNull();
    expect(hidden?.restore('<1000/> Deine Karte <1000/>')).toBeNull();
  });

  test('that inline elements divide are not sent at all', () => {
    expect(hideSecrets('Your card 4111 <1>1111</1> 1111 1111 was refused.', '')).toBeNull();
  });

  test('that the text before names are not sent', () => {
    expect(hideSecrets('swordfish', 'Password:')).toBeNull();
    expect(hideSecrets('swordfish', 'The fish of the day')?.text).toBe('swordfish');
  });

  test('that are one word of letters and digits are not sent', () => {
    expect(hideSecrets('x7Kd92mQ', '')).toBeNull();
    expect(hideSecrets('<1>x7Kd92mQ</1>', '')).toBeNull();
    expect(hideSecrets('The year 2026', '')).not.toBeNull();
  });
});
