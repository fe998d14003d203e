import type { CapabilityObservation } from '../../contracts/index.ts';

/**
 * Whether an error response to a request with PDFs is about them, so that the same request may succeed with their text;
 * otherwise null. `observation` is null if the server supports PDFs, but refused this one: too many pages, a password,
 * damaged. Only meaningful if PDFs were sent as files. Source of the wordings: docs/quirks.md, `refused-pdf`.
 */
export function pdfRefusal(status: number, text: string): { observation: CapabilityObservation | null } | null {
  // quirk: refused-pdf
  if (status === 415 || ([400, 404, 422, 500, 501].includes(status) && PDFS_UNSUPPORTED.test(text)))
    return { observation: { type: 'request-quirk', quirk: 'pdfs-as-text', evidence: text } };
  // A gateway that replies 413 refuses the size of the request, most of which is the file.
  const isAboutFile = status === 413 || ([400, 422].includes(status) && ABOUT_A_PDF.test(text));
  return isAboutFile ? { observation: null } : null;
}

const PDFS_UNSUPPORTED = new RegExp(
  [
    /['"`]?\b(input_file|inline_?data|documents?( field)?|pdfs?|(application\/)pdf|file (input|content)s?)\b['"`]?.{0,60}(not support|unsupported|n't support|not permitted|not allowed|does not match any|is not available)/,
    /(not support|unsupported|n't support|no endpoints found that support|unknown|unrecognized|invalid (value|type)|unexpected).{0,60}\b(input_file|inline_?data|documents?\b|pdfs?|application\/pdf|['"`]?file['"`]?(?=[.,;\s]|$))/,
    // oMLX and other servers that only accept text and pictures
    /\bcontent\b.{0,200}input should be ('text'|a valid string)|media_type: input should be 'image\//,
  ]
    .map(({ source }) => source)
    .join('|'),
  'is',
);

/** Gemini gives no reason for refusing some files (googleapis/js-genai#862). */
const ABOUT_A_PDF = /\bpdfs?\b|document has no pages|\bfile_data\b|input_file|request contains an invalid argument/i;

/**
 * Whether an error response to a request with pictures says that the model does not accept any, so that the same
 * request may succeed without them (quirk: refused-picture). Only meaningful if pictures were sent.
 */
export function saysNoPictures(status: number, text: string): boolean {
  return (
    ([400, 404, 405, 415, 422].includes(status) || status >= 500) &&
    NO_PICTURES.test(text) &&
    !ABOUT_ONE_PICTURE.test(text)
  );
}

const NO_PICTURES = new RegExp(
  [
    /\b(images?|image_?url|input_image|pictures?|vision|visual|multi-?modal)\b.{0,80}(not (be )?(support|accept|allow|permit|enabled|available|valid)|unsupported|n't support|disabled|unavailable|no endpoints)/,
    /(not support|unsupported|n't support|does not|cannot|can't|not able to|no endpoints found that support|not (accept|allow|process|a)|unknown|unexpected|invalid|only (supports? |accepts? )?text).{0,60}\b(images?|image_?url|input_image|pictures?|vision|visual|multi-?modal)\b/,
    /mmproj|missing data required for image|not a (multi-?modal|vision) model|text[- ]only model|at most 0 image|\bcontent\b.{0,200}(must|should|input should) be (a |an )?(valid )?(string|'text'|text)|content.{0,40}expected (a )?string|unknown variant `?(image_url|image)|图[片像].{0,12}不支持|不支持.{0,12}图[片像]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'is',
);

/** The error is about this picture or its location. */
const ABOUT_ONE_PICTURE =
  /too (large|big|many|small)|exceed|could not (process|decode|download|fetch|load)|(failed|unable) to (process|decode|download|fetch|load)|corrupt|(unsupported|invalid|not supported).{0,20}(format|mime|media[ _]type|base64|url)|(format|mime|media[ _]type|base64).{0,40}(not support|unsupported|invalid)|dimension|pixels|megabyte|\bMB\b/i;
