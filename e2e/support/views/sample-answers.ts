/** The sample model's answers, with a realistic length. */
export const SUMMARY = `The article explains why most coasts have **two high tides a day**, and why no two harbours keep the same time.

### The main points

- High water returns after *12 hours and 25 minutes*: half a lunar day, not half a solar one.
- What raises tides is “not the Moon’s gravity but the difference in it from one side of the Earth to the other”.
- Bays can swing along. Where the period fits, the range grows to 16 m.

1. The near side is pulled a little more strongly than the centre.
2. The far side is pulled a little less.

> Spring tides come with new and full moon, neap tides in between.
`;

export const RICH = `The pull of the Moon falls with $1/r^2$, its **difference** across the Earth with $1/r^3$:

$$
\\Delta g = \\frac{2 G M R}{d^3}
$$

| Place | Range | Why |
|---|--:|---|
| Bay of Fundy, Canada | 16.3 m | swings along |
| Mont-Saint-Michel, France | 14.0 m | shallow bay |
| Honolulu, Hawaii | 0.6 m | open ocean |

In JavaScript, for a day of \`24.84\` hours:

\`\`\`js
/** The next high water, in hours. */
export const nextHighWater = (last) => last + 12.42;
console.log(nextHighWater(6.5)); // 18.92
\`\`\`
`;

export const PICTURES = `Here is the chart you asked for: ![Tides at Brest](https://tides.example/brest.png)

The harbour’s own table is on [its page](https://tides.example/brest), and a longer one
[over here](https://collect.example/a?d=QmFzZTY0LXRoYXQtY2FycmllcyBzb21ldGhpbmcgYXdheQ123).
`;

/** The beginning of an answer in progress. */
export const BEGINNING = `### Why there are two

The Moon does not simply lift the water beneath it. What counts is the **difference** in its pull:

- the near side is pulled more strongly,
- the far side less, so that the water there is`;

export const THOUGHTS =
  'The person wants to know why there are two tides a day. The page has a section on the difference in pull. ' +
  'I should read it before I answer, and quote the sentence that says it best.';

/** An answer that is itself the text for a field of a page. */
export const REPLY =
  'Thank you for your message. The harbour is open from 6 a.m. to 10 p.m., and visitors moor at the pontoons of the outer harbour.';

/** An answer about the sample article: facts that occur there, one that does not, and one from a different row. */
export const FIGURES = `High water returns after **12 hours and 25 minutes**. The Sun is about 27 million times as massive as the Moon and about 390 times as far away; the rule is from 1874.

| Place | Range |
|---|--:|
| Burntcoat Head, Bay of Fundy | 16 m |
| Venice, Italy | 14 m |

- The bay swings once in about \`13 hours\`.
- “What raises tides is not the Moon’s gravity but the difference in it”, says Dr. Helen Marsh.
`;
