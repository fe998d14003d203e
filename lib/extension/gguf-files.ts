import { GgufError, type GgufModel } from '../contracts/index.ts';
import { readGgufHeader } from './gguf-header.ts';

const FOLDER = 'gguf';

/** Held while a file is written, so that another page does not take it for a left-over. */
const WRITE_LOCK = 'gguf-files';

/**
 * The largest file that is taken, in bytes. Firefox keeps the file in the memory of the WebAssembly, where llama.cpp can address
 * 2 GB of it (ngxson/wllama README, "Limitations"); and larger models are too slow here.
 */
export const MAX_GGUF_BYTES = 2_000_000_000;

/**
 * Whether this browser can run models: their WebAssembly has memory with addresses of 64 bits, which Chrome has from version 133 and
 * Firefox from 134.
 */
export function canRunGguf(): boolean {
  try {
    new WebAssembly.Memory({ address: 'i64', initial: 1n } as unknown as WebAssembly.MemoryDescriptor);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks a GGUF file and copies it to the origin's private file system. A model of the same name is replaced. `onProgress` receives
 * the share, 0 to 1. Throws GgufError, or the reason of `signal`; nothing is left of a file then.
 */
export async function storeGgufFile(
  file: File,
  addedAt: number,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<GgufModel> {
  if (!canRunGguf()) throw new GgufError({ type: 'no-memory64' });
  const model = await checkGgufFile(modelIdOf(file.name), file, addedAt);
  await checkRoom(model.bytes);
  await navigator.locks.request(WRITE_LOCK, { mode: 'shared', signal }, () => write(model, file, onProgress, signal));
  return model;
}

/** The model in a file. Throws GgufError if it cannot be one that is run here. */
export async function checkGgufFile(modelId: string, file: Blob, addedAt: number): Promise<GgufModel> {
  const { contextTokens } = await readGgufHeader(file);
  const bytes = file.size;
  if (bytes > MAX_GGUF_BYTES) throw new GgufError({ type: 'too-large', bytes, limit: MAX_GGUF_BYTES });
  return { modelId, bytes, contextTokens, addedAt, hasTools: false };
}

/** Throws GgufError if the browser does not allow so many bytes more. */
export async function checkRoom(bytes: number): Promise<void> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < bytes) throw new GgufError({ type: 'disk-full', bytes });
}

/** The file of a stored model, which a download has left in parts. Throws GgufError if it is gone. */
export async function openGgufFile({ modelId, bytes }: GgufModel): Promise<Blob> {
  const files = await ggufFolder();
  const whole = await fileIn(files, fileOf(modelId));
  const found = [whole ?? new Blob(), new Blob(await ggufParts(files, modelId))];
  const file = found.find(({ size }) => size === bytes);
  if (file === undefined) throw new GgufError({ type: 'model-deleted' });
  return file;
}

/** The parts of a downloaded file that are complete, from the first on. */
export async function ggufParts(files: FileSystemDirectoryHandle, modelId: string): Promise<File[]> {
  const parts: File[] = [];
  for (;;) {
    const part = await fileIn(files, partOf(modelId, parts.length));
    // One that was being written when the browser was closed is empty.
    if (part === null || part.size === 0) return parts;
    parts.push(part);
  }
}

/** Removes the files of all models but these, unless a file is being written. */
export async function keepGgufFiles(modelIds: readonly string[]): Promise<void> {
  await navigator.locks.request(WRITE_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    const files = await ggufFolder();
    for await (const name of files.keys()) if (!modelIds.some((id) => isOf(id, name))) await files.removeEntry(name);
  });
}

/** Removes the files of a model, whole or not. */
export async function removeGguf(files: FileSystemDirectoryHandle, modelId: string): Promise<void> {
  for await (const name of files.keys()) if (isOf(modelId, name)) await files.removeEntry(name);
}

async function write(
  { modelId, bytes }: GgufModel,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const files = await ggufFolder();
  let written = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      controller.enqueue(piece);
      written += piece.byteLength;
      onProgress(written / bytes);
    },
  });
  try {
    // What is written takes the place of the file when it is complete, and is dropped otherwise.
    const target = await (await files.getFileHandle(fileOf(modelId), { create: true })).createWritable();
    await file.stream().pipeThrough(counting).pipeTo(target, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (isNamed(error, 'QuotaExceededError')) throw new GgufError({ type: 'disk-full', bytes });
    // The file was changed or removed while it was read.
    if (isNamed(error, 'NotReadableError') || isNamed(error, 'NotFoundError'))
      throw new GgufError({ type: 'file-cut' });
    throw new GgufError({ type: 'not-stored' }, String(error));
  }
}

export async function ggufFolder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

function fileOf(modelId: string): string {
  return `${modelId}.gguf`;
}

export function partOf(modelId: string, part: number): string {
  return `${fileOf(modelId)}.part-${part}`;
}

function isOf(modelId: string, name: string): boolean {
  return name === fileOf(modelId) || name.startsWith(`${fileOf(modelId)}.part-`);
}

async function fileIn(files: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    return await (await files.getFileHandle(name)).getFile();
  } catch (error) {
    if (isNamed(error, 'NotFoundError')) return null;
    throw new GgufError({ type: 'not-stored' }, String(error));
  }
}

/** The name of the file without its ending, with what file systems and lists can show. */
function modelIdOf(name: string): string {
  const id = name
    .replace(/\.gguf$/i, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, 100);
  return id.replace(/^[.-]+/, '') || 'model';
}

export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
