import type { FormTarget, ShownPart } from '../../contracts/index.ts';
import { VisibilityCheck } from '../../page-reader/capture/index.ts';
import { shownElements } from './controls.ts';
import { findAgain } from './find-again.ts';
import { readForms } from './form-definition.ts';

/** How long a part is marked, in milliseconds. */
const SHOWN_MS = 2_500;

/**
 * Scrolls to the fields of a form, or to the button that submits it, and highlights them for a while. Returns whether
 * they were found.
 */
export function showForm(document: Document, target: FormTarget, part: ShownPart): boolean {
  const keys = target.fields.map(({ key }) => key);
  const match = findAgain(target, keys, readForms(document));
  if (match.type === 'differs') return false;
  const check = new VisibilityCheck(document);
  const controls = [...match.fields.values()].flatMap(({ key }) => match.form.controls.get(key)?.members ?? []);
  const fields = controls.flatMap((control) => shownElements(control, check));
  const elements = part === 'button' ? [match.form.submit] : fields;
  const [first] = elements;
  if (!first) return false;
  first.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  // An animation does not change any attribute of the page.
  for (const element of elements)
    element?.animate?.(
      [
        { outline: '3px solid #2f6fed', outlineOffset: '2px' },
        { outline: '3px solid #2f6fed', outlineOffset: '2px', offset: 0.8 },
        { outline: '3px solid transparent', outlineOffset: '2px' },
      ],
      { duration: SHOWN_MS },
    );
  return true;
}
