import { attribute, tagOf } from '../dom/dom.ts';

/** What many rules ask of an element, asked of the browser once: each question costs it half a microsecond to one. */
export type Traits = {
  tag: string;
  /** Its ARIA role. */
  role: string | null;
  hasAttributes: boolean;
  /** Its id, '' without. */
  id: string;
  /** Its class names, '' without. */
  classNames: string;
  /** Its computed style, and what is asked of it most. */
  style: CSSStyleDeclaration;
  display: string;
  position: string;
};

export function traitsOf(element: Element, window: Window, tag = tagOf(element)): Traits {
  const style = window.getComputedStyle(element);
  const { display } = style;
  const hasAttributes = Element.prototype.hasAttributes.call(element);
  return {
    tag,
    role: hasAttributes ? attribute(element, 'role') : null,
    hasAttributes,
    id: hasAttributes ? (attribute(element, 'id') ?? '') : '',
    classNames: hasAttributes ? (attribute(element, 'class') ?? '') : '',
    style,
    display,
    // Of what is not displayed nothing else counts.
    position: display === 'none' ? '' : style.position,
  };
}
