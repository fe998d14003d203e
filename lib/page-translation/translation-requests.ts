import type { PageText, TranslationAnswer, TranslationRequest } from '../contracts/index.ts';
import { attribute } from '../page-reader/dom/index.ts';
import { PageTranslator } from './page-translator.ts';

/** The translation of this document. A page in the back/forward cache keeps it. */
let current: { translationId: string; translator: PageTranslator } | null = null;

/** Answers a request about this document. Only the worker can send one: the page has no way to. */
export async function answerTranslationRequest(request: TranslationRequest): Promise<TranslationAnswer> {
  if (request.type === 'start' && current?.translationId !== request.translationId) begin(request);
  if (current === null || current.translationId !== request.translationId) return { type: 'gone' };
  const { translator } = current;
  let texts: PageText[] = [];
  switch (request.type) {
    case 'start':
      break;
    case 'take':
      texts = await translator.take(request.taker, request.maxTexts, request.maxCharacters, request.waitMs);
      break;
    case 'put':
      translator.put(request.translations);
      break;
    case 'return':
      translator.return(request.ids);
      break;
    case 'show':
      translator.show(request.shows);
      break;
    case 'end':
      end();
      break;
    default:
      request satisfies never;
  }
  const language = attribute(document.documentElement, 'lang') ?? '';
  return { type: 'state', url: location.href, language, progress: translator.progress, texts };
}

function begin({ translationId, target }: Extract<TranslationRequest, { type: 'start' }>): void {
  end();
  if (document.body === null) return;
  current = { translationId, translator: new PageTranslator(target) };
  addEventListener('pagehide', end, { once: true });
}

function end(): void {
  current?.translator.end();
  current = null;
}
