import { GgufError, type GgufModel } from '../contracts/index.ts';
import { checkGgufFiles } from './gguf-check.ts';
import { canRunGguf } from './gguf-support.ts';

const FOLDER = 'gguf';

/** Held while a file is written, so that another page does not treat the file as a leftover. */
const WRITE_LOCK = 'gguf-files';

/**
 * Checks the files of a model, either one or all of its parts, and copies them to the origin private file system.
 * Replaces a model of the same name. `onProgress` receives the share, 0 to 1. Throws GgufError, or the reason of
 * `signal`, in which case none of the files remain.
 */
export async function storeGgufFiles(
  inputFiles: readonly File[],
  addedAt: number,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<GgufModel> {
  if (!canRunGguf()) throw new GgufError({ type: 'no-memory64' });
  const { model, files } = await checkGgufFiles(inputFiles, addedAt);
  await checkRoom(model.bytes);
  await navigator.locks.request(WRITE_LOCK, { mode: 'shared', signal }, () => write(model, files, onProgress, signal));
  return model;
}

/** Throws GgufError if the browser does not have room for `bytes` more. */
export async function checkRoom(bytes: number): Promise<void> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < bytes) throw new GgufError({ type: 'disk-full', bytes });
}

/** The files of a stored model, in order. A downloaded file is stored in parts. Throws GgufError if one is missing. */
export async function openGgufFiles({ modelId, bytes, splits }: GgufModel): Promise<Blob[]> {
  const folder = await ggufFolder();
  if (splits !== undefined) {
    const files = await Promise.all(splits.map((_, index) => fileIn(folder, toSplitFileName(modelId, index))));
    const whole = files.flatMap((file, index) => (file !== null && file.size === splits[index] ? [file] : []));
    if (whole.length < splits.length) throw new GgufError({ type: 'model-deleted' });
    return whole;
  }
  const whole = await fileIn(folder, toFileName(modelId));
  const candidates = [whole ?? new Blob(), new Blob(await ggufParts(folder, modelId))];
  const file = candidates.find(({ size }) => size === bytes);
  if (file === undefined) throw new GgufError({ type: 'model-deleted' });
  return [file];
}

/** The parts of a downloaded file that are complete, from the first on. */
export async function ggufParts(files: FileSystemDirectoryHandle, modelId: string): Promise<File[]> {
  const parts: File[] = [];
  for (;;) {
    const part = await fileIn(files, toPartFileName(modelId, parts.length));
    // A part that was being written when the browser was closed is empty.
    if (part === null || part.size === 0) return parts;
    parts.push(part);
  }
}

/** Removes the files of all models except these, unless a file is being written. */
export async function keepGgufFiles(modelIds: readonly string[]): Promise<void> {
  await navigator.locks.request(WRITE_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    const files = await ggufFolder();
    for await (const name of files.keys())
      if (!modelIds.some((id) => isModelFile(id, name))) await files.removeEntry(name);
  });
}

/** Removes the files of a model, complete or not. */
export async function removeGguf(files: FileSystemDirectoryHandle, modelId: string): Promise<void> {
  for await (const name of files.keys()) if (isModelFile(modelId, name)) await files.removeEntry(name);
}

async function write(
  { modelId, bytes }: GgufModel,
  inputFiles: readonly File[],
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const files = await ggufFolder();
  const names =
    inputFiles.length > 1 ? inputFiles.map((_, index) => toSplitFileName(modelId, index)) : [toFileName(modelId)];
  const targets: FileSystemWritableFileStream[] = [];
  let bytesWritten = 0;
  const counting = () =>
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        controller.enqueue(piece);
        bytesWritten += piece.byteLength;
        onProgress(bytesWritten / bytes);
      },
    });
  try {
    // The written files replace the existing ones when all are complete, and are dropped otherwise.
    for (const [index, file] of inputFiles.entries()) {
      const target = await (await files.getFileHandle(names[index] ?? '', { create: true })).createWritable();
      targets.push(target);
      await file.stream().pipeThrough(counting()).pipeTo(target, { signal, preventClose: true });
    }
    for (const target of targets) await target.close();
    for await (const name of files.keys())
      if (isModelFile(modelId, name) && !names.includes(name)) await files.removeEntry(name);
  } catch (error) {
    // Aborting rejects if the file was already aborted or closed.
    for (const target of targets) await target.abort().catch(() => undefined);
    signal.throwIfAborted();
    if (hasErrorName(error, 'QuotaExceededError')) throw new GgufError({ type: 'disk-full', bytes });
    // A file was changed or removed while it was being read.
    if (hasErrorName(error, 'NotReadableError') || hasErrorName(error, 'NotFoundError'))
      throw new GgufError({ type: 'file-cut' });
    throw new GgufError({ type: 'not-stored' }, String(error));
  }
}

export async function ggufFolder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

function toFileName(modelId: string): string {
  return `${modelId}.gguf`;
}

export function toPartFileName(modelId: string, part: number): string {
  return `${toFileName(modelId)}.part-${part}`;
}

/** A file of a model that is split into several. */
function toSplitFileName(modelId: string, index: number): string {
  return `${toFileName(modelId)}.split-${index}`;
}

function isModelFile(modelId: string, name: string): boolean {
  const file = toFileName(modelId);
  return name === file || name.startsWith(`${file}.part-`) || name.startsWith(`${file}.split-`);
}

async function fileIn(files: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    return await (await files.getFileHandle(name)).getFile();
  } catch (error) {
    if (hasErrorName(error, 'NotFoundError')) return null;
    throw new GgufError({ type: 'not-stored' }, String(error));
  }
}

export function hasErrorName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
