import { fieldLabel, isDigitOfCode, isSecretControl } from '../page-reader/capture/index.ts';
import { isSecret } from '../page-reader/dom/index.ts';

/**
 * A field that text can be inserted into: a form field, an element whose content is editable, or an element that only
 * takes the input for an editor, which draws the text itself in `root`.
 */
export type TextField =
  | { type: 'control'; element: HTMLInputElement | HTMLTextAreaElement }
  | { type: 'editable'; element: HTMLElement }
  | { type: 'proxy'; element: EditorInput; root: Element };

/** A text area, or an element with an EditContext (W3C EditContext API). */
export type EditorInput = HTMLElement & { editContext?: EditContext | null };
type EditContext = { text: string; selectionStart: number; selectionEnd: number };

/** Editors that draw their text themselves: Monaco, Ace, CodeMirror 5. */
const DRAWING_EDITORS = '.monaco-editor, .ace_editor, .CodeMirror';

/** Input types that hold text. Other types have their own format. */
const TEXT_TYPES = new Set(['', 'text', 'search', 'url', 'tel', 'email']);

/**
 * The focused element, also in shadow trees. It stays the same while another window, such as the side panel, has the
 * focus.
 */
export function focusedElement(document: Document): Element | null {
  // A page can shadow `activeElement` with a form of that name; the prototype's getter is not affected.
  let element = Reflect.get(Document.prototype, 'activeElement', document) as Element | null;
  for (let tree = element && getShadowTree(element); tree; tree = element && getShadowTree(element)) {
    if (tree.activeElement === null) break;
    element = tree.activeElement;
  }
  return element;
}

type Extension = { chrome?: { dom?: { openOrClosedShadowRoot?: (element: Element) => ShadowRoot | null } } };

/** The shadow tree of an element, open or closed. */
function getShadowTree(element: Element): ShadowRoot | null {
  if (!(element instanceof HTMLElement)) return null;
  const inFirefox = (element as HTMLElement & { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot;
  if (inFirefox !== undefined) return inFirefox;
  try {
    return (globalThis as Extension).chrome?.dom?.openOrClosedShadowRoot?.(element) ?? element.shadowRoot;
  } catch {
    return element.shadowRoot;
  }
}

/** The text field of the focused element. Null if it is not a text field, or cannot be changed. */
export function textFieldAt(element: Element | null): TextField | null {
  const editor = element?.closest(DRAWING_EDITORS) ?? null;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const isText =
      element instanceof HTMLTextAreaElement || TEXT_TYPES.has(readAttribute(element, 'type').toLowerCase());
    // A password field is also returned, and is then refused as such.
    const isPassword = element instanceof HTMLInputElement && element.type === 'password';
    if (!(isText || isPassword) || element.readOnly || element.disabled) return null;
    return editor === null ? { type: 'control', element } : { type: 'proxy', element, root: editor };
  }
  if (!(element instanceof HTMLElement)) return null;
  if (editor !== null && (element as EditorInput).editContext) return { type: 'proxy', element, root: editor };
  if (element.ownerDocument.designMode === 'on') return { type: 'editable', element: element.ownerDocument.body };
  if (!element.isContentEditable) return null;
  let host = element;
  for (let outer = host.parentElement; outer?.isContentEditable; outer = host.parentElement) host = outer;
  return { type: 'editable', element: host };
}

/**
 * Whether the field may hold a password, a one-time code or payment data. Inputs are judged with the same rule as for
 * reading pages, also by the text beside them. Text before a larger field can be about anything.
 */
export function isSecretField({ element }: TextField): boolean {
  if (!(element instanceof HTMLInputElement)) return isSecret(element);
  return isSecretControl(element) || isDigitOfCode(element);
}

export function labelOfField({ element }: TextField): string {
  const placeholders = ['aria-placeholder', 'data-placeholder'].map((name) => readAttribute(element, name));
  return fieldLabel(element, element.ownerDocument) || (placeholders.find((text) => text.trim() !== '') ?? '').trim();
}

/** Whether a line break can be inserted. */
export function isMultiline({ element }: TextField): boolean {
  return !(element instanceof HTMLInputElement) && readAttribute(element, 'aria-multiline') !== 'false';
}

function readAttribute(element: Element, name: string): string {
  return element.getAttribute(name) ?? '';
}
