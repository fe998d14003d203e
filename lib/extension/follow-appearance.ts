import { appearance } from './settings.ts';
import { showAppearance } from './show-appearance.ts';

/** Draws this page as the user wants it, now and whenever that changes. */
export function followAppearance(): void {
  void appearance.getValue().then(showAppearance);
  appearance.watch(showAppearance);
}
