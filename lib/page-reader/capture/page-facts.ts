import { type PageFacts, type PageField, type PageForm, parseJson } from '../../contracts/index.ts';
import { oneLine } from '../../text/index.ts';
import { attribute, find, findAll, isRendered, property, tagOf, textOf } from '../dom/dom.ts';
import { isSecret } from '../dom/form-field.ts';

const maxMeta = 40;
/** Names of `meta` elements for browsers and crawlers that do not describe the page. */
const technical =
  /^(?:viewport|theme-color|color-scheme|referrer|robots|googlebot|generator|format-detection|csrf|.*(?:token|verification|tile|apple-|msapplication|fb:|al:|app-id|nonce).*)$/i;

/** The document's metadata. Changes nothing, and does not throw for any page content. */
export function readFacts(document: Document): PageFacts {
  return {
    url: document.location.href.slice(0, 4000),
    title: oneLine(String(property(Document.prototype, document, 'title')), 200),
    canonical: (find(document, 'link[rel="canonical"]') as HTMLLinkElement | null)?.href ?? '',
    meta: readMeta(document),
    jsonLd: readJsonLd(document),
    forms: readForms(document),
  };
}

function readMeta(document: Document): Record<string, string> {
  const meta = new Map<string, string>();
  for (const element of findAll(document, 'meta[content]')) {
    const name = attribute(element, 'name') ?? attribute(element, 'property') ?? attribute(element, 'itemprop') ?? '';
    const content = oneLine(attribute(element, 'content') ?? '', 500);
    if (name === '' || content === '' || technical.test(name) || meta.has(name) || meta.size >= maxMeta) continue;
    meta.set(name.slice(0, 60), content);
  }
  return Object.fromEntries(meta);
}

const LIMITS = { scripts: 10, source: 500_000, depth: 5, items: 10, text: 300, characters: 6000 };
/** Properties with the article itself, which the page shows anyway. */
const bodies = new Set(['articleBody', 'text', 'reviewBody', 'transcript', '@context']);

/** JSON-LD of a document as plain objects: limited in size, without markup, and without texts the page shows anyway. */
function readJsonLd(document: Document): unknown[] {
  const found: unknown[] = [];
  let size = 0;
  const scripts = [...findAll(document, 'script[type="application/ld+json"]')].slice(0, LIMITS.scripts);
  for (const script of scripts) {
    const value = parseJson((script.textContent ?? '').slice(0, LIMITS.source));
    for (const each of Array.isArray(value) ? value : [value]) {
      const kept = prune(each, 0);
      const length = JSON.stringify(kept)?.length ?? 0;
      if (kept === undefined || kept === null || size + length > LIMITS.characters) continue;
      size += length;
      found.push(kept);
    }
  }
  return found;
}

function prune(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return oneLine(value.replace(/<[^>]*>/g, ' '), LIMITS.text);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= LIMITS.depth) return undefined;
  if (Array.isArray(value)) return value.slice(0, LIMITS.items).map((each) => prune(each, depth + 1));
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const kept = bodies.has(name) ? undefined : prune(each, depth + 1);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(entries);
}

const limits = { forms: 30, fields: 100, options: 40, buttons: 10 };
const controls = 'input, select, textarea, [role="textbox"][contenteditable], [role="combobox"]:not(input)';
const buttonTypes = /^(?:submit|button|reset|image)$/;

/** The forms of a document, and fields outside forms, as far as they are visible. Secret values are not read. */
function readForms(document: Document): PageForm[] {
  const groups = new Map<Element | null, Element[]>();
  for (const control of findAll(document, controls)) {
    if (!isVisible(control)) continue;
    const form = closest(control, 'form') ?? (control as HTMLInputElement).form ?? null;
    groups.set(form, [...(groups.get(form) ?? []), control]);
  }
  return [...groups].slice(0, limits.forms).map(([form, members]) => ({
    name: form ? formName(form, document) : '',
    fields: fieldsOf(members, document).slice(0, limits.fields),
    buttons: buttonsOf(form, members).slice(0, limits.buttons),
  }));
}

function fieldsOf(members: readonly Element[], document: Document): PageField[] {
  const fields: PageField[] = [];
  const groups = new Map<string, PageField>();
  for (const element of members) {
    const type = typeOf(element);
    if (type === 'hidden' || buttonTypes.test(type)) continue;
    const name = attribute(element, 'name') ?? '';
    const isChoice = type === 'radio' || (type === 'checkbox' && name.endsWith('[]'));
    const group = isChoice && name !== '' ? groups.get(name) : undefined;
    const label = labelOf(element, document);
    if (group) {
      group.options.push(label);
      if ((element as HTMLInputElement).checked) group.value = [group.value, label].filter(Boolean).join(', ');
      continue;
    }
    const field = fieldOf(element, type, label, document);
    if (isChoice && name !== '') {
      field.options = [label];
      field.value = (element as HTMLInputElement).checked ? label : '';
      field.label = groupLabel(element) || name;
      groups.set(name, field);
    }
    fields.push(field);
  }
  return fields;
}

function fieldOf(element: Element, type: string, label: string, document: Document): PageField {
  const options =
    tagOf(element) === 'select'
      ? [...(element as HTMLSelectElement).options].map((option) => oneLine(option.text, 80))
      : [];
  const more = options.length - limits.options;
  const isRequired = (element as HTMLInputElement).required === true || attribute(element, 'aria-required') === 'true';
  return {
    label,
    type,
    value: valueIn(element, type),
    required: isRequired,
    options: more > 0 ? [...options.slice(0, limits.options), `… ${more} more`] : options,
    error: errorOf(element, document),
  };
}

function valueIn(element: Element, type: string): string | null {
  if (isSecret(element)) return null;
  switch (type) {
    case 'checkbox':
    case 'radio':
      return (element as HTMLInputElement).checked ? 'checked' : '';
    case 'select':
      return [...(element as HTMLSelectElement).selectedOptions].map((option) => oneLine(option.text, 80)).join(', ');
    default:
      return oneLine(
        /^(?:input|textarea)$/.test(tagOf(element)) ? (element as HTMLInputElement).value : textOf(element),
        300,
      );
  }
}

function typeOf(element: Element): string {
  const tag = tagOf(element);
  if (tag === 'input') return (attribute(element, 'type') ?? 'text').toLowerCase();
  return tag === 'select' || tag === 'textarea' ? tag : (attribute(element, 'role') ?? 'text');
}

export function labelOf(element: Element, document: Document): string {
  const label = (element as HTMLInputElement).labels?.[0];
  const own = label ? ownText(label) : '';
  const named = byIds(attribute(element, 'aria-labelledby'), document);
  const hints = ['aria-label', 'placeholder', 'title', 'name'].map((name) => attribute(element, name) ?? '');
  return oneLine([own, named, ...hints].find((text) => text.trim() !== '') ?? '', 100).replace(/[:*\s]+$/, '');
}

/** The text of a label around its field, without the field's own text. */
function ownText(label: Element): string {
  const copy = label.cloneNode(true) as Element;
  for (const inner of copy.querySelectorAll('select, textarea, button, script, style')) inner.remove();
  return copy.textContent ?? '';
}

function groupLabel(element: Element): string {
  const group = closest(element, 'fieldset, [role="radiogroup"], [role="group"]');
  const legend = group && (find(group, 'legend')?.textContent ?? attribute(group, 'aria-label'));
  return oneLine(legend ?? '', 100);
}

function errorOf(element: Element, document: Document): string {
  const message = byIds(attribute(element, 'aria-errormessage'), document);
  if (message !== '') return oneLine(message, 200);
  if (attribute(element, 'aria-invalid') !== 'true') return '';
  return oneLine(byIds(attribute(element, 'aria-describedby'), document), 200) || 'invalid';
}

function byIds(ids: string | null, document: Document): string {
  if (!ids) return '';
  return ids
    .split(/\s+/)
    .map((id) => {
      const element = Document.prototype.getElementById.call(document, id);
      return element === null ? '' : textOf(element);
    })
    .join(' ')
    .trim();
}

function buttonsOf(form: Element | null, members: readonly Element[]): string[] {
  const own = form ? [...findAll(form, 'button')].filter(isVisible) : [];
  const inputs = members.filter((element) => buttonTypes.test(typeOf(element)));
  const texts = [
    ...own.map((button) => textOf(button) || (attribute(button, 'aria-label') ?? '')),
    ...inputs.map(inputText),
  ];
  return [...new Set(texts.map((text) => oneLine(text, 60)).filter((text) => text !== ''))];
}

function inputText(element: Element): string {
  return (element as HTMLInputElement).value || (attribute(element, 'alt') ?? '');
}

function formName(form: Element, document: Document): string {
  const heading = find(form, 'h1, h2, h3, h4, legend')?.textContent ?? '';
  const named = attribute(form, 'aria-label') ?? byIds(attribute(form, 'aria-labelledby'), document);
  return oneLine(
    [named, heading, attribute(form, 'name') ?? '', attribute(form, 'id') ?? ''].find((text) => text.trim() !== '') ??
      '',
    100,
  );
}

function closest(element: Element, selector: string): Element | null {
  return Element.prototype.closest.call(element, selector);
}

function isVisible(element: Element): boolean {
  return attribute(element, 'type')?.toLowerCase() !== 'hidden' && isRendered(element);
}
