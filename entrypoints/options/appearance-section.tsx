import { Choice, ManagedField } from '../../components/parts/form-field.tsx';
import { type Appearance, DEFAULT_APPEARANCE } from '../../lib/contracts/index.ts';
import { settings } from '../../lib/extension/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import { useIsManaged, useSetting } from '../../lib/react/index.ts';
import { SettingSwitches } from './setting-switches.tsx';

type Options<Name extends keyof Appearance> = { value: Appearance[Name]; name: PlainKey }[];

const THEMES: Options<'theme'> = [
  { value: 'system', name: 'themeSystem' },
  { value: 'light', name: 'themeLight' },
  { value: 'dark', name: 'themeDark' },
];
const DENSITIES: Options<'density'> = [
  { value: 'comfortable', name: 'densityComfortable' },
  { value: 'compact', name: 'densityCompact' },
];
const TEXT_SIZES: Options<'textSize'> = [
  { value: 'small', name: 'textSizeSmall' },
  { value: 'normal', name: 'textSizeNormal' },
  { value: 'large', name: 'textSizeLarge' },
  { value: 'larger', name: 'textSizeLarger' },
];

/** The appearance of all extension pages. A change applies to open ones immediately. */
export function AppearanceSection() {
  const [shown = DEFAULT_APPEARANCE, show] = useSetting(settings.appearance);
  return (
    <section>
      <h2 id="appearance">{t('appearance')}</h2>
      <p className="lead">{t('appearanceLead')}</p>
      <ManagedField isManaged={useIsManaged('appearance')}>
        <Choice
          label={t('theme')}
          options={named(THEMES)}
          value={shown.theme}
          onChoose={(theme) => show({ ...shown, theme })}
        />
        <Choice
          label={t('density')}
          options={named(DENSITIES)}
          value={shown.density}
          onChoose={(density) => show({ ...shown, density })}
        />
        <Choice
          label={t('textSize')}
          options={named(TEXT_SIZES)}
          value={shown.textSize}
          onChoose={(textSize) => show({ ...shown, textSize })}
        />
      </ManagedField>
      <SettingSwitches section="appearance" />
    </section>
  );
}

function named<Value extends string>(options: readonly { value: Value; name: PlainKey }[]) {
  return options.map(({ value, name }) => ({ value, name: t(name) }));
}
