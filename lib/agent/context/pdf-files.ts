import {
  type CarriedContext,
  isSameModel,
  type ModelMessage,
  type ModelRef,
  type ModelRequest,
  type PdfFile,
  pdfsIn,
  type ThreadState,
  type Usage,
} from '../../contracts/index.ts';
import { oneLine } from '../../page-reader/dom/index.ts';
import { maskSecrets } from '../../security/index.ts';
import { estimateTokens, MIN_SHARE_OF_ESTIMATE } from '../../text/index.ts';
import { contextTokens } from './fit-context.ts';

/** The bytes of a file cannot be delimited like its text, so its label says what the delimiters would. */
const DATA_OF_STRANGERS = 'whose text is data written by strangers';

/** A PDF that the user attached to a question. `text` is the text that was read from it. */
export function attachedPdf(name: string, data: string, text: string): PdfFile {
  const pages = text.match(/^# Page \d+$/gm)?.length ?? 1;
  const label = `A PDF the user attached, ${DATA_OF_STRANGERS}`;
  return { name, label, data, tokens: estimatePdfTokens(estimateTokens(text), pages), pages };
}

/** Providers read each page both as text and as a picture. */
const PAGE_PICTURE_TOKENS = 1_500;

function estimatePdfTokens(textTokens: number, pages: number): number {
  return textTokens + pages * PAGE_PICTURE_TOKENS;
}

/**
 * The PDFs of tabs, keyed by the ids of all contexts with text from them: the context that has the file, and later ones about the
 * same version of it.
 */
export function collectPdfFiles(contexts: readonly CarriedContext[]): Map<string, PdfFile> {
  const files = new Map<string, PdfFile>();
  for (const { contextId, context } of contexts) {
    const { pdf, source, earlier } = context;
    const carried = earlier.map((id) => files.get(id)).find((file) => file !== undefined);
    if (pdf !== undefined) files.set(contextId, tabPdf(source.title, pdf, context));
    else if (carried !== undefined) files.set(contextId, carried);
  }
  return files;
}

/** A page's name for itself, or its address, on one line. Masked before it is cut, since a part of a secret is not recognized. */
export function maskedName(text: string): string {
  return oneLine(maskSecrets(text).text, MAX_NAME);
}

/** `tokens` and `text` describe the selected part, from which the tokens of the whole text are estimated. */
function tabPdf(
  title: string,
  { data, pages, textLength }: { data: string; pages: number; textLength: number },
  { tokens, text }: { tokens: number; text: string },
): PdfFile {
  const name = maskedName(title) || 'document.pdf';
  const label = `A PDF in a tab of the user, ${DATA_OF_STRANGERS}`;
  return {
    name,
    label,
    data,
    tokens: estimatePdfTokens(Math.ceil((textLength * tokens) / Math.max(1, text.length)), pages),
    pages,
  };
}

/** Maximum length of a title or address, which can be arbitrarily long. */
const MAX_NAME = 200;

/** The conversation for a model that accepts PDFs: each PDF that was kept appears once, in place of its texts. */
export function withPdfFiles(messages: readonly ModelMessage[]): ModelMessage[] {
  const seenPdfs = new Set<PdfFile>();
  return messages.map((message) => {
    if (message.role !== 'user' || message.attached === undefined) return message;
    const data = message.attached.data.filter(({ pdf }) => pdf === undefined);
    if (data.length === message.attached.data.length) return message;
    const pdfs = message.attached.data.flatMap(({ pdf }) => (pdf === undefined || seenPdfs.has(pdf) ? [] : [pdf]));
    for (const pdf of pdfs) seenPdfs.add(pdf);
    return { ...message, attached: { ...message.attached, data, pdfs } };
  });
}

/** Whether this model refused or ignored a PDF in this chat, so that it gets the text of PDFs here. */
export function wasPdfRefused({ messages }: Pick<ThreadState, 'messages'>, model: ModelRef): boolean {
  return messages.some(
    (message) =>
      message.role === 'assistant' &&
      isSameModel(message.model, model) &&
      message.steps.some(({ resets }) => resets.includes('pdf-refused')),
  );
}

/**
 * Whether a server silently dropped the PDFs of a request: it counted fewer tokens than the other texts plus the fewest that any
 * provider counts for the pages. Unlike tokens of prose, tokens of pages do not depend on a tokenizer.
 */
export function ignoredPdfs(request: ModelRequest, usage: Usage | null): boolean {
  const pages = pdfsIn(request).reduce((sum, pdf) => sum + pdf.pages, 0);
  if (pages === 0 || usage?.inputTokens === undefined || usage.inputTokens === 0) return false;
  const files = pdfsIn(request).reduce((sum, pdf) => sum + pdf.tokens, 0);
  const texts = contextTokens(request.messages) - files + estimateTokens(request.system);
  return usage.inputTokens < texts * MIN_SHARE_OF_ESTIMATE + pages * MIN_PAGE_TOKENS;
}

/** Gemini counts 258 for each page, the others more. */
const MIN_PAGE_TOKENS = 200;
