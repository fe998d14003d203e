import { attribute, tagOf } from './dom.ts';

/** What many rules ask of an element, asked of the browser once: each question costs it half a microsecond to one. */
export type Traits = {
  tag: string;
  /** Its ARIA role. */
  role: string | null;
  hasAttributes: boolean;
  /** Its computed style, and what is asked of it most. */
  style: CSSStyleDeclaration;
  display: string;
  position: string;
};

export function traitsOf(element: Element, window: Window): Traits {
  const style = window.getComputedStyle(element);
  const hasAttributes = Element.prototype.hasAttributes.call(element);
  return {
    tag: tagOf(element),
    role: hasAttributes ? attribute(element, 'role') : null,
    hasAttributes,
    style,
    display: style.display,
    position: style.position,
  };
}
