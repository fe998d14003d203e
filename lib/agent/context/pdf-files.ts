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

/** The bytes of a file cannot be delimited like its text, so its label contains this warning instead. */
const DATA_OF_STRANGERS = 'whose text is data written by strangers';

/** A PDF that the user attached to a question. `text` is the text read from it. */
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
 * Returns the PDFs of tabs, keyed by the ids of all contexts with text from them: the context that has the file, and
 * later ones about the same version of it.
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

/**
 * Puts the title or address of a page on one line. It is masked before it is truncated, because a part of a secret is
 * not recognized.
 */
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

/** The maximum length of a title or address. Pages can make them arbitrarily long. */
const MAX_NAME = 200;

/**
 * Returns the conversation for a model that accepts PDFs. Each PDF that was kept appears once, in place of its texts.
 */
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

/** Whether this model refused or ignored a PDF in this chat. If so, it receives the text of PDFs here. */
export function wasPdfRefused({ messages }: Pick<ThreadState, 'messages'>, model: ModelRef): boolean {
  return messages.some(
    (message) =>
      message.role === 'assistant' &&
      isSameModel(message.model, model) &&
      message.steps.some(({ resets }) => resets.includes('pdf-refused')),
  );
}

/**
 * Whether a server silently dropped the PDFs of a request. It did if it counted fewer tokens than the other texts plus
 * the lowest count of any provider for the pages. Unlike the tokens of prose, the tokens of pages do not depend on a
 * tokenizer.
 */
export function ignoredPdfs(request: ModelRequest, usage: Usage | null): boolean {
  const pages = pdfsIn(request).reduce((sum, pdf) => sum + pdf.pages, 0);
  if (pages === 0 || usage?.inputTokens === undefined || usage.inputTokens === 0) return false;
  const files = pdfsIn(request).reduce((sum, pdf) => sum + pdf.tokens, 0);
  const texts = contextTokens(request.messages) - files + estimateTokens(request.system);
  return usage.inputTokens < texts * MIN_SHARE_OF_ESTIMATE + pages * MIN_PAGE_TOKENS;
}

/** Gemini counts 258 for each page, the others count more. */
const MIN_PAGE_TOKENS = 200;
