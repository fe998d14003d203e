import { namesSecret } from '../../language/index.ts';
import {
  attribute,
  find,
  findAll,
  getTagName,
  getTextContent,
  hidesTyping,
  isRendered,
  matches,
  measureBox,
  property,
} from '../dom/dom.ts';
import { hasSecretType, isSecret, looksLikePassword, namesOfField } from '../dom/form-field.ts';
import { findShadowRoot, frameDocument } from './flat-tree.ts';

/**
 * Whether a document has a field for a password, a code or payment data: one that is shown, only hidden ones, or none.
 */
export type SensitiveFields = 'shown' | 'hidden' | 'none';

/**
 * Input types that take typed text. Others hold a choice, a file, or nothing; `search` is excluded because a search for
 * credit cards is not sensitive.
 */
const TYPED = new Set(['', 'text', 'tel', 'number', 'password', 'email', 'url', 'month', 'date']);

/**
 * Searches a document, with its shadow trees and same-origin frames. A hidden field counts only by its type and
 * `autocomplete`. A frame of another origin has its own document, in which this function is called if the browser
 * allows it; here, such a frame counts if it is for payments.
 */
export function findSensitiveFields(document: Document): SensitiveFields {
  const roots: (Document | ShadowRoot)[] = [document];
  let sensitivity: SensitiveFields = 'none';
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
    for (const element of findAll(root, '*')) {
      const tag = getTagName(element);
      const shadow = findShadowRoot(element, tag, property(Node.prototype, element, 'firstChild') === null);
      if (shadow !== null) roots.push(shadow);
      if (FRAMES.has(tag)) {
        const inner = tag === 'iframe' || tag === 'frame' ? frameDocument(element) : null;
        if (inner !== null) roots.push(inner);
        if (isPaymentFrame(element) && isShown(element)) return 'shown';
      } else if (isField(element, tag) || (tag === 'input' && hasSecretType(element))) {
        const isSecret = hasSecretType(element);
        if ((isSecret || isMarkedSecret(element, root) || isDigitOfCode(element)) && isShown(element)) return 'shown';
        if (isSecret) sensitivity = 'hidden';
      }
    }
  }
  return sensitivity;
}

/** Elements that contain a separate document. */
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed']);

/** Whether the user types into the element. */
function isField(element: Element, tag: string): boolean {
  if (tag === 'input') return TYPED.has((attribute(element, 'type') ?? '').toLowerCase()) || isUnknownType(element);
  if (tag === 'textarea' || tag === 'select') return true;
  return /^(?:|true|plaintext-only)$/i.test(attribute(element, 'contenteditable') ?? 'none');
}

/** Browsers treat an unknown type as text. */
function isUnknownType(element: Element): boolean {
  return (element as HTMLInputElement).type === 'text';
}

/** Whether a field is for a password, a code or payment data, by its type, its names and its labels. */
export function isSecretControl(element: Element): boolean {
  return isSecret(element) || isNamedSecret(element, element.getRootNode() as Document | ShadowRoot);
}

/** The signs of a secret other than its type. */
function isMarkedSecret(element: Element, root: Document | ShadowRoot): boolean {
  return isNamedSecret(element, root) || hidesTyping(element) || looksLikePassword(element);
}

function isNamedSecret(element: Element, root: Document | ShadowRoot): boolean {
  return [...namesOfField(element), ...collectLabels(element, root)].some(isSecretName);
}

/** Whether a name of a field asks for a password, a code or payment data. */
export function isSecretName(text: string): boolean {
  return namesSecret(text) || CARD_HINT.test(text);
}

/** Hints for a card number or an expiry date: `1234 1234 1234 1234`, `MM / YY`. */
const CARD_HINT =
  /^\s*(?:(?:\d{4}|[x•*·#_]{4})(?:[ -]?(?:\d{4}|[x•*·#_]{4})){3}|(?:m{2}|м{2}|a{2}|月)\s*[/.|-]\s*(?:y{2,4}|j{2,4}|a{2,4}|г{2,4}|r{2,4}|g{2,4}|年))\s*$/i;

/** How many adjacent one-character fields form a code. */
const MIN_DIGITS = 4;
const MAX_DIGITS = 8;

/** Whether a field takes one character of a code that is split over adjacent fields. */
export function isDigitOfCode(element: Element): boolean {
  if (getTagName(element) !== 'input') return false;
  if (attribute(element, 'maxlength') !== '1') return isBoxOfCode(element as HTMLInputElement);
  return findRow(element, (around) => [...findAll(around, 'input[maxlength="1"]')]) !== null;
}

/** The closest wrapper of a field in which `list` finds enough fields for a code. */
function findRow<Input extends Element>(
  element: Element,
  list: (around: Element) => Input[],
): { around: Element; row: Input[] } | null {
  let around = property(Node.prototype, element, 'parentElement');
  for (let depth = 0; around !== null && depth < MAX_WRAPPERS; depth += 1) {
    const row = list(around);
    if (row.length >= MIN_DIGITS) return { around, row };
    around = property(Node.prototype, around, 'parentElement');
  }
  return null;
}

/** Boxes for one character are about as wide as high: at most this many times, and at most this many CSS pixels. */
const MAX_BOX_RATIO = 1.5;
const MAX_BOX_WIDTH = 90;

/**
 * Whether a field without a maximum length is one of a row of equal boxes for a character each, without names of their
 * own, in a form that either has no other field and takes digits, or that asks for a code.
 */
function isBoxOfCode(element: HTMLInputElement): boolean {
  const { width, height, top } = measureBox(element);
  if (width === 0 || width > MAX_BOX_WIDTH || width > height * MAX_BOX_RATIO) return false;
  const found = findRow(element, (wrapper) =>
    listTypedInputs(wrapper).filter((each) => {
      const box = measureBox(each);
      return Math.abs(box.top - top) < 2 && Math.abs(box.width - width) < 2;
    }),
  );
  if (found === null || found.row.length > MAX_DIGITS) return false;
  const { around, row } = found;
  // Cells of a table with headers have names, and so have boxes with labels that differ by more than a number.
  if (find(Element.prototype.closest.call(around, 'table') ?? around, 'th') !== null) return false;
  if (new Set(row.map(nameWithoutDigits)).size > 1) return false;
  const section = Element.prototype.closest.call(around, SECTIONS) ?? property(Node.prototype, around, 'parentElement');
  if (section === null) return false;
  const isAlone = listTypedInputs(section).length === row.length;
  return (isAlone && row.every(takesDigits)) || isSecretName(getTextContent(section).trim());
}

const SECTIONS = 'form, fieldset, dialog, section, [role="group"], [role="form"], [role="dialog"]';

function listTypedInputs(around: Element): HTMLInputElement[] {
  const inputs = [...findAll(around, 'input')] as HTMLInputElement[];
  return inputs.filter((each) => TYPED.has((attribute(each, 'type') ?? '').toLowerCase()));
}

function nameWithoutDigits(element: HTMLInputElement): string {
  const names = ['aria-label', 'placeholder'].map((name) => attribute(element, name) ?? '');
  const labels = [...(element.labels ?? [])].map(getTextContent);
  return [...names, ...labels].join(' ').replace(/\d+/g, '').trim();
}

/** Whether a field says that only digits are typed into it. */
export function takesDigits(element: Element): boolean {
  return (
    /^(?:numeric|decimal|tel)$/.test(attribute(element, 'inputmode') ?? '') ||
    /^(?:number|tel)$/.test((element as HTMLInputElement).type) ||
    /\d/.test(attribute(element, 'pattern') ?? '')
  );
}

/** The names of a field for the user: labels, legends, and the text just before it. */
function collectLabels(element: Element, root: Document | ShadowRoot): string[] {
  const labels = [...((element as HTMLInputElement).labels ?? [])].map(getTextContent);
  const ids = (attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
  const referencedLabels = ids.flatMap((id) => {
    const label = elementById(root, id);
    return label === null ? [] : [getTextContent(label)];
  });
  const group = Element.prototype.closest.call(element, 'fieldset, [role="group"]');
  const legend = group === null ? [] : [...findAll(group, ':scope > legend')].map(getTextContent);
  const groupName = group === null ? '' : (attribute(group, 'aria-label') ?? '');
  const own = [
    ...labels,
    ...referencedLabels,
    ...['placeholder', 'aria-label'].map((name) => attribute(element, name) ?? ''),
  ];
  const beside = own.some((text) => text.trim() !== '') ? [] : [...textBefore(element), ...labelAfter(element)];
  return [
    ...labels,
    ...referencedLabels,
    ...legend,
    groupName,
    attribute(element, 'aria-description') ?? '',
    ...beside,
  ];
}

/**
 * A label directly after a field that does not refer to it, as floating labels are written. Only the next element
 * counts, unlike for the names of controls (control-name.ts), because a wrong label would withhold an ordinary field.
 */
function labelAfter(element: Element): string[] {
  const next = property(Element.prototype, element, 'nextElementSibling');
  return next !== null && getTagName(next) === 'label' && attribute(next, 'for') === null ? [getTextContent(next)] : [];
}

function elementById(root: Document | ShadowRoot, id: string): Element | null {
  const { getElementById } = root.nodeType === 9 ? Document.prototype : DocumentFragment.prototype;
  return getElementById.call(root, id);
}

/**
 * The text directly before a field without a label: a line, or the table cell beside it. `onlyOwn`: ignores text that
 * belongs to another field or a button. Without `headings`, ignores headings.
 */
export function textBefore(element: Element, { onlyOwn = false, headings = true } = {}): string[] {
  let place: Element | null = element;
  for (let depth = 0; place !== null && getTagName(place) !== 'body' && depth < MAX_WRAPPERS; depth += 1) {
    for (let node = siblingBefore(place); node !== null; node = siblingBefore(node)) {
      if (node.nodeType === 1 && isUnread(node as Element, onlyOwn)) continue;
      if (node.nodeType === 1 && isField(node as Element, getTagName(node as Element))) return [];
      if (node.nodeType === 1 && !headings && isHeading(node as Element)) return [];
      if (onlyOwn && node.nodeType === 1 && isLabelOfOther(node as Element, element)) return [];
      const text = (
        node.nodeType === 3 ? (node as Text).data : node.nodeType === 1 ? getTextContent(node as Element) : ''
      ).trim();
      if (onlyOwn && node.nodeType === 1 && (matches(node as Element, DRAWN) || find(node, CONTROLS))) return [];
      if (text !== '') return text.length > MAX_TEXT_BEFORE ? [] : [text];
    }
    place = property(Node.prototype, place, 'parentElement');
  }
  return [];
}

/** Controls drawn by a page, whose text is their value. */
const DRAWN =
  '[role="listbox"], [role="option"], [role="combobox"], [role="checkbox"], [role="radio"], [role="switch"], [role="spinbutton"]';
const CONTROLS = `input, select, textarea, ${DRAWN}`;

/**
 * Whether the text of an element is code. With `onlyOwn`, also whether the element is a button, or is hidden, like an
 * error message that may be shown later.
 */
function isUnread(element: Element, onlyOwn: boolean): boolean {
  const tag = getTagName(element);
  if (/^(?:style|script|template|noscript)$/.test(tag)) return true;
  return onlyOwn && (tag === 'button' || !isRendered(element));
}

/** Whether an element is the label of a field that is not in it. */
function isLabelOfOther(element: Element, field: Element): boolean {
  const { control = null } = element as HTMLLabelElement;
  return getTagName(element) === 'label' && control !== null && control !== field;
}

export const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role="heading"]';

/** Whether an element is a heading or a group's name, or ends with a heading. */
function isHeading(element: Element): boolean {
  if (matches(element, `${HEADINGS}, legend`)) return true;
  const last = [...findAll(element, HEADINGS)].at(-1);
  return last !== undefined && getTextContent(element).trim().endsWith(getTextContent(last).trim());
}

/**
 * How many elements around a field are searched for text before them, and the maximum length of a text that can name
 * it, in characters.
 */
const MAX_WRAPPERS = 3;
const MAX_TEXT_BEFORE = 60;

function siblingBefore(node: Node): Node | null {
  return property(Node.prototype, node, 'previousSibling');
}

/**
 * Frames smaller than this, in CSS pixels, hold no field: payment processors load invisible ones on every page of a
 * shop.
 */
const MIN_FRAME = { width: 20, height: 10 };

/** Whether an element, and the frames it is in, are visible. */
function isShown(element: Element): boolean {
  const view = property(Node.prototype, element, 'ownerDocument')?.defaultView ?? null;
  if (!isRendered(element)) return false;
  const tag = getTagName(element);
  if (tag === 'iframe' || tag === 'frame') {
    const { width, height } = Element.prototype.getBoundingClientRect.call(element);
    // Without layout, every size is 0.
    if ((width > 0 || height > 0) && (width < MIN_FRAME.width || height < MIN_FRAME.height)) return false;
  }
  if (view === null || view.parent === view) return true;
  if (view.innerWidth < MIN_FRAME.width || view.innerHeight < MIN_FRAME.height) return false;
  const frame = frameAround(view);
  return frame === null || isShown(frame);
}

/** The frame element in the surrounding document; null if that document is of another origin. */
function frameAround(view: Window): Element | null {
  try {
    return view.frameElement ?? null;
  } catch {
    return null;
  }
}

/** Hosts whose frames take card or bank data, with their subdomains. */
const PROCESSORS =
  '2checkout.com 2co.com 95516.com adyen.com affirm.com afterpay.com airwallex.com alipay.com amazonpay.com applepay.cdn-apple.com authorize.net bambora.com barclaycardsmartpay.com basistheory.com billdesk.com bluesnap.com braintree-api.com braintreegateway.com cardconnect.com cardinalcommerce.com cardpointe.com cashfree.com ccavenue.com chargebee.com checkout.com clearpay.co.uk cloudpayments.kz cloudpayments.ru computop-paygate.com conekta.io culqi.com cybersource.com datatrans.ch datatrans.com dibspayment.com dibspayment.eu doku.com dotpay.pl easebuzz.in ebanx.com ecpay.com.tw elavon.com epoint.az evervault.com fastspring.com firstdata.com fiserv.com flutterwave.com fondy.eu gateway.mastercard.com gerencianet.com.br globalpay.com gocardless.com heartlandportico.com heidelpay.com helcim.com hipay-tpp.com hipay.com hyperpay.com inicis.com instamojo.com iyzico.com iyzipay.com izipay.pe juspay.in kcp.co.kr klarna.com komoju.com kushkipagos.com liqpay.ua lyra.com mangopay.com mercadopago.com midtrans.com mollie.com moneris.com monext.com moyasar.com mpgs.com mul-pay.jp multisafepay.com nexi.it nicepay.co.kr nmi.com nuvei.com ogone.com omise.co onfastspring.com opayo.eu oppwa.com paddle.com pagar.me pagseguro.uol.com.br pay.google.com pay.jp pay1.de payex.com payjunction.com payline.com payments-amazon.com payments.amazon.com paymill.com paymob.com paypal.com paypalobjects.com payplug.com paystack.co paystack.com paytm.in paytr.com paytrace.net payu.com payu.in payulatam.com payzen.eu pci.shopifyinc.com phonepe.com plaid.com portmone.com.ua przelewy24.pl quickpay.net rapyd.net razorpay.com recurly.com redsys.es robokassa.ru safecharge.com saferpay.com sagepay.com securepay.tinkoff.ru securepayments.sberbank.ru shopifycs.com six-payment-services.com sofort.com spreedly.com sps-system.com squarecdn.com squareup.com squareupsandbox.com stripe.com stripe.network stripecdn.com sumup.com swedbankpay.com systempay.fr tap.company tappaysdk.com tenpay.com tosspayments.com tpay.com transbank.cl trustly.com unionpay.com unzer.com usaepay.com verygoodvault.com vgs.io vgscollect.com vivapayments.com wallee.com wayforpay.com wepay.com wompi.co worldline-solutions.com worldpay.com xendit.co yookassa.ru yoomoney.ru zip.co zuora.com'.split(
    ' ',
  );

/** Names of payment processors' frames, including frames on the shop's own host. */
const PAYMENT_FRAME =
  /hosted.?field|braintree|__privateStripe|payment|checkout|3-?d.?secure|(?:^|[^a-z\d])3ds|cardinal/i;

/** Whether this frame belongs to a payment processor, may request payments, or is named after a card or a password. */
function isPaymentFrame(frame: Element): boolean {
  const { src, data } = frame as HTMLIFrameElement & HTMLObjectElement;
  const host = URL.parse(src || data || '')?.hostname.replace(/\.$/, '') ?? '';
  if (PROCESSORS.some((processor) => host === processor || host.endsWith(`.${processor}`))) return true;
  if (/(?:^|;)\s*payment(?!\s+'none')\b/i.test(attribute(frame, 'allow') ?? '')) return true;
  if (attribute(frame, 'allowpaymentrequest') !== null) return true;
  if (PAYMENT_HOST.test(host)) return true;
  const names = ['title', 'name', 'id', 'aria-label'].map((name) => attribute(frame, name) ?? '');
  if (names.some((name) => namesSecret(name) || PAYMENT_FRAME.test(name))) return true;
  // A frame of the size of a field has its label in the page of the shop.
  const { height } = Element.prototype.getBoundingClientRect.call(frame);
  return height <= MAX_FIELD_HEIGHT && textBefore(frame).some(isSecretName);
}

/** Hosts on which shops and less known processors take payments. */
const PAYMENT_HOST = /^(?:pay|payments?|checkout|secure-?pay(?:ments?)?)\./;

/** The maximum height of a frame that contains a single field, in CSS pixels. */
const MAX_FIELD_HEIGHT = 120;
