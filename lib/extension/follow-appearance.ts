import { appearance } from './settings.ts';
import { showAppearance } from './show-appearance.ts';

/** Applies the user's appearance settings to this page, now and whenever they change. */
export function followAppearance(): void {
  void appearance.getValue().then(showAppearance);
  appearance.watch(showAppearance);
}
