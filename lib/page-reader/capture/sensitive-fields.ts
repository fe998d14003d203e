import { namesSecret } from '../../language/index.ts';
import { attribute, findAll, isDotted, isRendered, property, tagOf, textOf } from '../dom/dom.ts';
import { hasSecretType, isSecret, namesOfField } from '../dom/form-field.ts';
import { frameDocument, shadowRootOf } from './flat-tree.ts';

/** Whether a document has a field for a password, a code or payment data: one that is shown, only hidden ones, or none. */
export type SensitiveFields = 'shown' | 'hidden' | 'none';

/** Input types that something is typed into. Others hold a choice, a file, or nothing. */
const TYPED = new Set(['', 'text', 'tel', 'number', 'password', 'email']);

/**
 * Looks through a document, its shadow trees and its frames of the same origin, all of them. A hidden field counts by its type and
 * `autocomplete` alone. A frame of another origin has a document of its own, in which this is called if the browser allows that;
 * here it counts if it is one for payments.
 */
export function findSensitiveFields(document: Document): SensitiveFields {
  const roots: (Document | ShadowRoot)[] = [document];
  let found: SensitiveFields = 'none';
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
    for (const element of findAll(root, '*')) {
      const tag = tagOf(element);
      const shadow = shadowRootOf(element, tag, property(Node.prototype, element, 'firstChild') === null);
      if (shadow !== null) roots.push(shadow);
      if (tag === 'iframe' || tag === 'frame') {
        const inner = frameDocument(element);
        if (inner !== null) roots.push(inner);
        if (isPaymentFrame(element) && isShown(element)) return 'shown';
      } else if (isField(element, tag)) {
        const isSecret = hasSecretType(element);
        if ((isSecret || isNamedSecret(element, root)) && isShown(element)) return 'shown';
        if (isSecret) found = 'hidden';
      }
    }
  }
  return found;
}

/** Whether something is typed into the element: a search for credit cards is none of them. */
function isField(element: Element, tag: string): boolean {
  if (tag === 'input') return TYPED.has((attribute(element, 'type') ?? '').toLowerCase()) || isUnknownType(element);
  if (tag === 'textarea' || tag === 'select') return true;
  return attribute(element, 'contenteditable') !== null && attribute(element, 'role') === 'textbox';
}

/** Browsers take a type they do not know for text. */
function isUnknownType(element: Element): boolean {
  return (element as HTMLInputElement).type === 'text';
}

/** Whether a field is for a password, a code or payment data, by its type, its names, and what names it for its reader. */
export function isSecretControl(element: Element): boolean {
  return isSecret(element) || isNamedSecret(element, element.getRootNode() as Document | ShadowRoot);
}

function isNamedSecret(element: Element, root: Document | ShadowRoot): boolean {
  const texts = [...namesOfField(element), ...labelsOf(element, root)];
  if (texts.some(namesSecret)) return true;
  const style = property(Node.prototype, element, 'ownerDocument')?.defaultView?.getComputedStyle(element);
  return style !== undefined && isDotted(style);
}

/** What names a field for its reader: labels, legends, and the text just before it. */
function labelsOf(element: Element, root: Document | ShadowRoot): string[] {
  const labels = [...((element as HTMLInputElement).labels ?? [])].map(textOf);
  const ids = (attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
  const named = ids.flatMap((id) => {
    const label = elementById(root, id);
    return label === null ? [] : [textOf(label)];
  });
  const group = Element.prototype.closest.call(element, 'fieldset, [role="group"]');
  const legend = group === null ? [] : [...findAll(group, ':scope > legend')].map(textOf);
  const groupName = group === null ? '' : (attribute(group, 'aria-label') ?? '');
  const own = [...labels, ...named, ...['placeholder', 'aria-label'].map((name) => attribute(element, name) ?? '')];
  const before = own.some((text) => text.trim() !== '') ? [] : textBefore(element);
  return [...labels, ...named, ...legend, groupName, ...before];
}

function elementById(root: Document | ShadowRoot, id: string): Element | null {
  const { getElementById } = root.nodeType === 9 ? Document.prototype : DocumentFragment.prototype;
  return getElementById.call(root, id);
}

/** The text just before a field without a label: a line, or the cell of a table beside it. `onlyOwn`: not that of another field. */
export function textBefore(element: Element, { onlyOwn = false } = {}): string[] {
  let place: Element | null = element;
  for (let depth = 0; place !== null && depth < MAX_WRAPPERS; depth += 1) {
    for (let node = siblingBefore(place); node !== null; node = siblingBefore(node)) {
      const text = (
        node.nodeType === 3 ? (node as Text).data : node.nodeType === 1 ? textOf(node as Element) : ''
      ).trim();
      if (onlyOwn && node.nodeType === 1 && findAll(node, 'input, select, textarea').length > 0) return [];
      if (text !== '') return text.length > MAX_TEXT_BEFORE ? [] : [text];
      if (node.nodeType === 1 && isField(node as Element, tagOf(node as Element))) return [];
    }
    place = property(Node.prototype, place, 'parentElement');
  }
  return [];
}

/** Elements around a field that are looked before, and the length of a text that can name it, in characters. */
const MAX_WRAPPERS = 3;
const MAX_TEXT_BEFORE = 60;

function siblingBefore(node: Node): Node | null {
  return property(Node.prototype, node, 'previousSibling');
}

/** Frames smaller than this hold no field, in CSS pixels: processors load invisible ones on every page of a shop. */
const MIN_FRAME = { width: 20, height: 10 };

/** Whether an element, and the frames it is in, are visible. */
function isShown(element: Element): boolean {
  const view = property(Node.prototype, element, 'ownerDocument')?.defaultView ?? null;
  if (!isRendered(element)) return false;
  const tag = tagOf(element);
  if (tag === 'iframe' || tag === 'frame') {
    const { width, height } = Element.prototype.getBoundingClientRect.call(element);
    // Without a layout, nothing has a size.
    if ((width > 0 || height > 0) && (width < MIN_FRAME.width || height < MIN_FRAME.height)) return false;
  }
  if (view === null || view.parent === view) return true;
  if (view.innerWidth < MIN_FRAME.width || view.innerHeight < MIN_FRAME.height) return false;
  const frame = frameAround(view);
  return frame === null || isShown(frame);
}

/** The element of a frame in the document around it; null if that is of another origin. */
function frameAround(view: Window): Element | null {
  try {
    return view.frameElement;
  } catch {
    return null;
  }
}

/** Hosts whose frames take card or bank data, with their subdomains. */
const PROCESSORS =
  'adyen.com alipay.com authorize.net bluesnap.com braintree-api.com braintreegateway.com chargebee.com checkout.com cloudpayments.ru computop-paygate.com cybersource.com datatrans.com datatrans.ch globalpay.com gocardless.com heartlandportico.com inicis.com klarna.com mercadopago.com mollie.com mul-pay.jp nmi.com omise.co paddle.com pagseguro.uol.com.br pay.google.com pay.jp pay1.de paypal.com paypalobjects.com paytm.in payu.com payu.in payulatam.com plaid.com razorpay.com recurly.com redsys.es robokassa.ru saferpay.com securepay.tinkoff.ru shopifycs.com pci.shopifyinc.com spreedly.com squarecdn.com squareup.com stripe.com stripe.network stripecdn.com tenpay.com tosspayments.com trustly.com worldpay.com yookassa.ru yoomoney.ru'.split(
    ' ',
  );

/** A frame of a payment processor, or one that may ask for payments, or that is called after a card or a password. */
function isPaymentFrame(frame: Element): boolean {
  const host = URL.parse((frame as HTMLIFrameElement).src)?.hostname ?? '';
  if (PROCESSORS.some((processor) => host === processor || host.endsWith(`.${processor}`))) return true;
  if (/(?:^|;)\s*payment(?!\s+'none')\b/i.test(attribute(frame, 'allow') ?? '')) return true;
  if (attribute(frame, 'allowpaymentrequest') !== null) return true;
  const names = ['title', 'name', 'id', 'aria-label'].map((name) => attribute(frame, name) ?? '');
  return names.some((name) => namesSecret(name) || /hosted.?field|braintree|__privateStripe/i.test(name));
}
