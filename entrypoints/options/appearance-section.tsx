import { Choice } from '../../components/choice.tsx';
import { appearance } from '../../lib/browser/settings.ts';
import { useSetting } from '../../lib/panel/use-setting.ts';
import { type Appearance, USUAL_APPEARANCE } from '../../lib/protocol/appearance.ts';

type Options<Name extends keyof Appearance> = { value: Appearance[Name]; name: string }[];

const THEMES: Options<'theme'> = [
  { value: 'system', name: 'System' },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
];
const DENSITIES: Options<'density'> = [
  { value: 'comfortable', name: 'Comfortable' },
  { value: 'compact', name: 'Compact' },
];
const TEXT_SIZES: Options<'textSize'> = [
  { value: 'small', name: 'Small' },
  { value: 'normal', name: 'Normal' },
  { value: 'large', name: 'Large' },
  { value: 'larger', name: 'Larger' },
];

/** How all pages of Sidenote look; each open one changes at once. */
export function AppearanceSection() {
  const [shown = USUAL_APPEARANCE, show] = useSetting(appearance);
  return (
    <section>
      <h2>Appearance</h2>
      <p className="lead">For the panel and these pages. Motion is left out where your system asks for less of it.</p>
      <Choice label="Theme" options={THEMES} value={shown.theme} onChoose={(theme) => show({ ...shown, theme })} />
      <Choice
        label="Density"
        options={DENSITIES}
        value={shown.density}
        onChoose={(density) => show({ ...shown, density })}
      />
      <Choice
        label="Text size"
        options={TEXT_SIZES}
        value={shown.textSize}
        onChoose={(textSize) => show({ ...shown, textSize })}
      />
    </section>
  );
}
