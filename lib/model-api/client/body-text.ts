import { readAtMost } from '../../control-flow/index.ts';

/**
 * Decodes a response body that arrives in pieces of any size: UTF-8, or UTF-16 if the first two bytes indicate it
 * (quirk: utf-16-body).
 */
export class BodyDecoder {
  #decoder: TextDecoder | null = null;
  /** The first byte, if it arrived alone. */
  #first: Uint8Array = new Uint8Array();

  decode(bytes: Uint8Array): string {
    return this.#decoder === null ? this.#begin(bytes) : this.#decoder.decode(bytes, { stream: true });
  }

  /** Ends the body, and returns what was held back. */
  end(): string {
    return (this.#decoder ?? new TextDecoder()).decode(this.#decoder === null ? this.#first : undefined);
  }

  #begin(bytes: Uint8Array): string {
    const start = this.#first.length === 0 ? bytes : Uint8Array.of(...this.#first, ...bytes);
    if (start.length < 2) {
      this.#first = start;
      return '';
    }
    this.#decoder = new TextDecoder(detectEncoding(start));
    return this.#decoder.decode(start, { stream: true });
  }
}

/** Detects a byte order mark, or the zero byte of a UTF-16 ASCII character, with which every such reply begins. */
function detectEncoding([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
}

/**
 * Converts a refusal to a form that the other code can read: UTF-8, and only the error itself if it is in an event
 * stream (quirk: refusal-in-events).
 */
export async function readableRefusal(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const { status, statusText, headers } = response;
  return new Response(await refusalText(response), { status, statusText, headers });
}

/** Maximum length of a refusal, in bytes. */
const MAX_REFUSAL = 1_000_000;

/** If a body cannot be decompressed (quirk: not-compressed) or is too long, only the status is used. */
async function refusalText(response: Response): Promise<string> {
  const bytes = await readAtMost(response, MAX_REFUSAL).catch(() => null);
  if (bytes === null) return '';
  const decoder = new BodyDecoder();
  return errorInEvents(decoder.decode(bytes) + decoder.end());
}

/** The data of the first event with an error, otherwise of all events; the text itself if it is not an event stream. */
function errorInEvents(text: string): string {
  if (!EVENT_FIELD.test(text)) return text;
  const data = [...text.matchAll(/^data:[ \t]*(.*)$/gm)].map((match) => (match[1] ?? '').trim());
  const payloads = data.filter((each) => each !== '' && !/^\[done\]$/i.test(each));
  return payloads.find((each) => /"(?:error|message|detail)"/.test(each)) ?? (payloads.join('\n') || text);
}

const EVENT_FIELD = /^\s*(?:(?:data|event|id|retry):|:)/;
