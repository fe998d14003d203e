/** A long answer with every Markdown element, including some that must stay harmless. */
export const LONG_TEXT = `# A long practice answer

I am Sidenote's practice model: not an AI, just a demonstration. This text is always the same. It is long enough to scroll, and it holds every kind of block that a model writes, so that you can see how the panel shows them while they are still growing.

## Why the sky is blue

Sunlight looks white but is a mixture of all colours. On its way through the air it meets molecules of nitrogen and oxygen that are about a thousand times smaller than a wavelength of light. Such small things scatter short waves far more than long ones: the strength grows with the **fourth power** of the frequency. Blue light at 450 nm is therefore scattered roughly four times as strongly as red light at 650 nm, and reaches your eye from every part of the sky, while the rest travels nearly straight on.

This is called *Rayleigh scattering*, after the physicist who worked out the law in 1871. ~~Dust makes the sky blue~~ is an older idea that turned out to be wrong: dust and droplets are larger and scatter all colours alike, which is why clouds and haze are white.

### Why then is it not violet?

Violet has an even shorter wavelength, so it should win. Three things speak against it:

1. The Sun gives off less violet light than blue light.
2. Some of it is absorbed high in the atmosphere.
3. Our eyes are less sensitive to it:
   - the cones for short waves respond most strongly near 440 nm,
   - they answer to violet with a little help from the cones for long waves,
   - and the sum of all that looks like a pale blue.

### What happens at sunset

- The path through the air becomes up to forty times longer.
- Most of the blue has been scattered out of the beam on the way.
- What is left is yellow, orange and finally red.

## The same in numbers

| Colour | Wavelength | Scattering, red = 1 | Remark |
|:--|--:|--:|:--|
| Violet | 400 nm | 7.0 | strongest, but hard to see |
| Blue | 450 nm | 4.4 | what we call sky |
| Green | 530 nm | 2.3 | in the middle |
| Yellow | 580 nm | 1.6 | the colour of a low Sun |
| Red | 650 nm | 1.0 | passes almost untouched |

A table may be wider than the panel. In that case it should scroll by itself, without taking the rest of the answer with it.

## The same as code

The function below returns how much more strongly one wavelength is scattered than another. It is short, but one of its lines is long on purpose:

\`\`\`ts
/** How many times more strongly light of wavelength a is scattered than light of wavelength b. Both in nanometres. */
export function rayleighRatio(a: number, b: number): number {
  if (!(a > 0) || !(b > 0)) throw new RangeError('A wavelength is a positive number of nanometres.');
  return (b / a) ** 4;
}

const colours = { violet: 400, blue: 450, green: 530, yellow: 580, red: 650 };
for (const [name, nanometres] of Object.entries(colours)) {
  console.log(\`\${name.padEnd(8)} \${rayleighRatio(nanometres, colours.red).toFixed(1)}\`);
}
\`\`\`

Inline code such as \`rayleighRatio(450, 650)\` stands in the middle of a sentence, and so may a key like \`Ctrl\`.

And a block without a language:

\`\`\`
violet   7.0
blue     4.4
green    2.3
yellow   1.6
red      1.0
\`\`\`

## Quotations, links and pictures

> Nothing is too wonderful to be true, if it be consistent with the laws of nature.
>
> – Michael Faraday, in his laboratory notes, 19 March 1849

Here is [a link to an example page](https://example.com/sky), and here is a bare address: https://example.com/rayleigh. The next link must not do anything: [do not run this](javascript:alert('practice')).

A picture from another server must not be loaded without asking, because loading it would tell that server what was read:

![A blue sky](https://example.com/sky.png?text=what-was-read)

Raw HTML is <b>only text</b> here. Neither <script>alert('practice')</script> nor <img src="x" onerror="alert('practice')"> may become an element, and this <details><summary>block</summary>stays open</details>.

---

## Other scripts

- 日本語：空が青いのは、短い波長の光が空気の分子によって強く散乱されるからです。
- 中文：天空呈蓝色，是因为空气分子对短波长的光散射更强。
- العربية: السماء زرقاء لأن جزيئات الهواء تشتت الضوء ذا الموجات القصيرة أكثر من غيره.
- Ελληνικά: ο ουρανός είναι γαλανός επειδή ο αέρας σκεδάζει περισσότερο τα μικρά μήκη κύματος.
- Emoji: 🌅 🌈 👩🏽‍🔬 🇯🇵

A long word without a place to break: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft. A long address without one: https://example.com/a/very/long/path/that/goes/on/and/on/without/any/space/until/the/panel/has/to/break/it/somewhere

## What else is blue

1. **The sea** is blue mainly because water absorbs red light. It does so weakly: one sees it only through several metres of water. The reflection of the sky adds to it, which is why the sea looks grey under clouds.
2. **Eyes** hold no blue pigment. A layer of the iris scatters light much as the air does, over a dark background.
3. **Feathers** of a jay or a kingfisher owe their blue to a fine structure of keratin and air. Grind such a feather to powder and the colour is gone.
4. **Glacier ice** is old snow from which the air has been pressed out. Light travels far in it and loses its red on the way.

## A list of things to check

- [x] The text grew without jumping.
- [x] Headings, lists and the table look right in a narrow panel.
- [ ] The code block can be copied.
- [ ] The picture was not loaded.
- [ ] Scrolling up while the text grows keeps the place.

That was all. For answers that know more than the colour of the sky, connect a model in **Settings**.
`;
