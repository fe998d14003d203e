import { GgufError, type GgufModel } from '../contracts/index.ts';
import { type GgufHeader, readGgufHeader } from './gguf-header.ts';

/**
 * Maximum size of a model, in bytes. Firefox keeps the model in WebAssembly memory, of which llama.cpp can address 2 GB
 * (ngxson/wllama README, "Limitations"). Larger models would also be too slow here.
 */
export const MAX_GGUF_BYTES = 2_000_000_000;

/** Maximum number of missing files that are named. A model may consist of thousands. */
const MAX_NAMES = 5;

type CheckedFile = { file: File; header: GgufHeader };

/** The model in a downloaded file. Throws GgufError if it cannot be run here. */
export async function checkGgufFile(modelId: string, file: Blob, addedAt: number): Promise<GgufModel> {
  return checkModel(
    modelId,
    [{ file: new File([file], `${modelId}.gguf`), header: await readGgufHeader(file) }],
    addedAt,
  );
}

/**
 * The model in one file, or in all the files into which it is split, in any order. The returned `files` are in the
 * right order. The headers show which files belong together, since browsers and users change names. Throws GgufError.
 */
export async function checkGgufFiles(
  inputFiles: readonly File[],
  addedAt: number,
): Promise<{ model: GgufModel; files: File[] }> {
  const checked: CheckedFile[] = [];
  for (const file of inputFiles) checked.push({ file, header: await readGgufHeader(file) });
  const [first] = checked;
  if (first === undefined) throw new GgufError({ type: 'not-gguf' });
  const parts = first.header.part === null ? alone(checked) : inOrder(checked);
  const files = parts.map(({ file }) => file);
  return { model: checkModel(toModelId(first.file.name), parts, addedAt), files };
}

/** A model in a single file, which must not be given together with other files. */
function alone(files: readonly CheckedFile[]): readonly CheckedFile[] {
  const other = files[1];
  if (other !== undefined) throw new GgufError({ type: 'not-one-model', file: other.file.name });
  return files;
}

function inOrder(files: readonly CheckedFile[]): CheckedFile[] {
  const [first] = files;
  const whole = first?.header.part ?? { count: 0, tensors: 0 };
  const parts = new Map<number, CheckedFile>();
  for (const each of files) {
    const { part } = each.header;
    const isSame =
      part?.count === whole.count &&
      part.tensors === whole.tensors &&
      toModelId(each.file.name) === toModelId(first?.file.name ?? '') &&
      !parts.has(part.index);
    if (!isSame) throw new GgufError({ type: 'not-one-model', file: each.file.name });
    parts.set(part.index, each);
  }
  const missing: string[] = [];
  for (let index = 0; index < whole.count && missing.length < MAX_NAMES; index++) {
    if (!parts.has(index)) missing.push(partName(first?.file.name ?? '', index, whole.count));
  }
  if (missing.length > 0) throw new GgufError({ type: 'parts-missing', missing, count: whole.count });
  const ordered = [...parts].toSorted(([a], [b]) => a - b).map(([, each]) => each);
  // The files may be parts of two models with the same name and shape. llama.cpp would refuse them later, with a less
  // helpful message.
  const tensors = ordered.reduce((sum, { header }) => sum + header.tensors, 0);
  if (tensors !== whole.tensors) throw new GgufError({ type: 'not-one-model', file: ordered.at(-1)?.file.name ?? '' });
  return ordered;
}

function checkModel(modelId: string, files: readonly CheckedFile[], addedAt: number): GgufModel {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  // The first file describes the model.
  const header = files[0]?.header;
  const hasTensors = files.some(({ header: { tensors } }) => tensors > 0);
  if (!header?.isChat || !hasTensors) throw new GgufError({ type: 'not-a-chat-model' });
  if (bytes > MAX_GGUF_BYTES) throw new GgufError({ type: 'too-large', bytes, limit: MAX_GGUF_BYTES });
  const splits = files.length > 1 ? { splits: files.map(({ file }) => file.size) } : {};
  return { modelId, bytes, contextTokens: header.contextTokens, addedAt, hasTools: false, ...splits };
}

/** The suffix that llama-gguf-split adds to names, and the number that browsers may append. */
const PART_OF = /-\d{5}-of-\d{5}(?: ?\(\d+\))?$/i;

/** The name of another part of the model to which this file belongs. */
function partName(name: string, index: number, count: number): string {
  const digits = (number: number) => String(number).padStart(5, '0');
  return `${removeExtension(name).replace(PART_OF, '')}-${digits(index + 1)}-of-${digits(count)}.gguf`;
}

function removeExtension(name: string): string {
  return name.replace(/\.gguf$/i, '');
}

/** The file name without its extension and part number, limited to characters that file systems and lists can show. */
function toModelId(name: string): string {
  const id = removeExtension(name)
    .replace(PART_OF, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, 100);
  return id.replace(/^[.-]+/, '') || 'model';
}
