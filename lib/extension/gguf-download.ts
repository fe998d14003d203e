import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type GgufDownload, GgufError, type GgufModel } from '../contracts/index.ts';
import { checkGgufFile } from './gguf-check.ts';
import { checkRoom, ggufFolder, ggufParts, hasErrorName, removeGguf, toPartFileName } from './gguf-files.ts';
import { sendFor } from './send.ts';
import { defineSetting } from './setting.ts';

/** The file published by the maker of the model if there is one. Both are Apache-2.0. */
const GGUF_DOWNLOADS: readonly GgufDownload[] = [
  {
    modelId: 'Qwen3-0.6B-Q8_0',
    url: 'https://huggingface.co/Qwen/Qwen3-0.6B-GGUF/resolve/23749fefcc72300e3a2ad315e1317431b06b590a/Qwen3-0.6B-Q8_0.gguf',
    sha256: '9465e63a22add5354d9bb4b99e90117043c7124007664907259bd16d043bb031',
    bytes: 639_446_688,
    licence: 'Apache-2.0',
  },
  {
    modelId: 'SmolLM2-1.7B-Instruct-Q4_K_M',
    url: 'https://huggingface.co/HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF/resolve/2d4a76a30b4af41ecd395c35725ac11688d4cfe4/smollm2-1.7b-instruct-q4_k_m.gguf',
    sha256: 'decd2598bc2c8ed08c19adc3c8fdd461ee19ed5708679d1c54ef54a5a30d4f33',
    bytes: 1_055_609_536,
    licence: 'Apache-2.0',
  },
];

const testDownloads = defineSetting<GgufDownload[]>('local:testGgufDownloads', []);

/**
 * The models that are offered for download. Known at build time, so that a shipped bundle does not contain test models.
 */
export async function ggufDownloads(): Promise<readonly GgufDownload[]> {
  return import.meta.env.MODE === 'e2e' ? [...GGUF_DOWNLOADS, ...(await testDownloads.getValue())] : GGUF_DOWNLOADS;
}

/** A download is stored in complete parts of this size, so that at most this much has to be loaded again. In bytes. */
const PART_BYTES = 32_000_000;

/** A download reports its progress each time this many bytes have arrived. */
const REPORT_BYTES = 2_000_000;

type Environment = {
  fetch: typeof globalThis.fetch;
  folder: () => Promise<FileSystemDirectoryHandle>;
  partBytes: number;
};

/**
 * Downloads a model from the list, and yields how many of its bytes have arrived. Continues after the parts that an
 * earlier attempt has stored. The server, or a proxy in front of it, may send anything, so the file is kept only if its
 * checksum matches the list. Throws GgufError, or the reason of `signal`, in which case complete parts are kept.
 */
export async function* downloadGguf(
  download: GgufDownload,
  addedAt: number,
  signal: AbortSignal,
  environment: Partial<Environment> = {},
): AsyncGenerator<number, GgufModel> {
  const { fetch = sendFor('model-file'), folder = ggufFolder, partBytes = PART_BYTES } = environment;
  const { modelId, bytes } = download;
  const files = await folder();
  const hash = sha256.create();
  let bytesSoFar = 0;
  for (const part of await ggufParts(files, modelId)) {
    for await (const piece of part.stream()) hash.update(piece);
    bytesSoFar += part.size;
    signal.throwIfAborted();
    yield bytesSoFar;
  }
  if (bytesSoFar < bytes) {
    await checkRoom(bytes - bytesSoFar);
    const body = await request(download, bytesSoFar, fetch, signal);
    const parts = new PartWriter(files, modelId, bytesSoFar / partBytes, partBytes);
    let reported = bytesSoFar;
    try {
      for await (const piece of body) {
        if (bytesSoFar + piece.length > bytes) throw new GgufError({ type: 'wrong-checksum' });
        hash.update(piece);
        await parts.write(piece);
        bytesSoFar += piece.length;
        if (bytesSoFar - reported < REPORT_BYTES) continue;
        reported = bytesSoFar;
        yield bytesSoFar;
      }
      if (bytesSoFar === bytes) await parts.close();
    } catch (error) {
      throw toDownloadError(error, bytes, signal);
    } finally {
      await parts.drop();
    }
    if (bytesSoFar < bytes) throw new GgufError({ type: 'download-broken' });
  }
  yield bytesSoFar;
  if (bytesToHex(hash.digest()) !== download.sha256) {
    await removeGguf(files, modelId);
    throw new GgufError({ type: 'wrong-checksum' });
  }
  return checkGgufFile(modelId, new Blob(await ggufParts(files, modelId)), addedAt);
}

/**
 * Requests the rest of the file. The host serves it from another host, so redirects are followed. No user data is sent.
 */
async function request({ url }: GgufDownload, from: number, fetch: Environment['fetch'], signal: AbortSignal) {
  let response: Response;
  try {
    const headers: HeadersInit = from === 0 ? {} : { range: `bytes=${from}-` };
    response = await fetch(url, {
      headers,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new GgufError({ type: 'download-broken' }, String(error));
  }
  const { status, body } = response;
  // If a server sent the whole file again, its beginning would be appended to the stored parts.
  const isRest = from === 0 ? status === 200 : status === 206;
  if (body === null || !isRest) {
    await body?.cancel();
    throw new GgufError({ type: 'download-refused', host: new URL(url).hostname, status });
  }
  return body;
}

function toDownloadError(error: unknown, bytes: number, signal: AbortSignal): unknown {
  if (error instanceof GgufError || signal.aborted) return error;
  if (hasErrorName(error, 'QuotaExceededError')) return new GgufError({ type: 'disk-full', bytes });
  return new GgufError({ type: 'download-broken' }, String(error));
}

/** Writes files of `partBytes` each. An incomplete one is dropped. */
class PartWriter {
  readonly #files: FileSystemDirectoryHandle;
  readonly #modelId: string;
  readonly #partBytes: number;
  #next: number;
  #open: FileSystemWritableFileStream | null = null;
  #written = 0;

  constructor(files: FileSystemDirectoryHandle, modelId: string, next: number, partBytes: number) {
    this.#files = files;
    this.#modelId = modelId;
    this.#next = next;
    this.#partBytes = partBytes;
  }

  async write(piece: Uint8Array<ArrayBuffer>): Promise<void> {
    for (let at = 0; at < piece.length; ) {
      const name = toPartFileName(this.#modelId, this.#next);
      this.#open ??= await (await this.#files.getFileHandle(name, { create: true })).createWritable();
      const fitting = piece.subarray(at, at + this.#partBytes - this.#written);
      await this.#open.write(fitting);
      at += fitting.length;
      this.#written += fitting.length;
      if (this.#written === this.#partBytes) await this.close();
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    this.#written = 0;
    this.#next += 1;
    await open?.close();
  }

  /** Removes the part that is being written, whose file already exists but is empty. */
  async drop(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    await open.abort().catch(() => undefined);
    await this.#files.removeEntry(toPartFileName(this.#modelId, this.#next)).catch(() => undefined);
  }
}
