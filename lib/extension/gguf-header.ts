import { GgufError } from '../contracts/index.ts';

export type GgufHeader = {
  /** The context that the model was trained with, in tokens. */
  contextTokens: number;
  /** Whether it describes a chat model. For a model in several files, the first file contains this. */
  isChat: boolean;
  /** The number of tensors in this file. */
  tensors: number;
  /**
   * For a model in several files: which of `count` files it is, counted from 0, and the number of tensors in all of
   * them.
   */
  part: { index: number; count: number; tensors: number } | null;
};

/** How many bytes of a file are read at most to find the end of its header: vocabularies have several megabytes. */
const MAX_HEADER = 64_000_000;

/**
 * Reads the header of a file in the format of ggml-org/ggml, docs/gguf.md. The file is untrusted: every length is
 * checked against the available bytes. Throws GgufError if it is not a GGUF file, or ends before the last of its
 * tensors.
 */
export async function readGgufHeader(file: Blob): Promise<GgufHeader> {
  const head = await file.slice(0, MAX_HEADER).arrayBuffer();
  const reader = new HeaderReader(head, file.size);
  if (head.byteLength < 4 || reader.u32() !== MAGIC) throw new GgufError({ type: 'not-gguf' });
  const version = reader.u32();
  // Version 1 used other lengths, and the format of newer versions is unknown.
  if (version !== 2 && version !== 3) throw new GgufError({ type: 'gguf-version', version });
  const tensors = reader.count();
  const entries = reader.count();
  const values = new Map<string, string | number | null>();
  for (let entry = 0; entry < entries; entry++) {
    const key = reader.string();
    values.set(key, reader.value(reader.u32()));
  }
  let end = 0;
  for (let tensor = 0; tensor < tensors; tensor++) end = Math.max(end, reader.tensorEnd());
  const alignment = toNumberOrZero(values.get('general.alignment')) || 32;
  const data = Math.ceil(reader.position / alignment) * alignment;
  if (data + end > file.size) throw new GgufError({ type: 'file-cut' });
  const architecture = String(values.get('general.architecture') ?? '');
  return {
    contextTokens: toNumberOrZero(values.get(`${architecture}.context_length`)) || 2_048,
    isChat: values.has('tokenizer.ggml.tokens') && !NO_CHATS.test(architecture),
    tensors,
    part: readSplitPart(values),
  };
}

/** The fields that llama-gguf-split writes: tools/gguf-split of ggml-org/llama.cpp. */
function readSplitPart(values: ReadonlyMap<string, string | number | null>): GgufHeader['part'] {
  const [index, count, tensors] = ['split.no', 'split.count', 'split.tensors.count'].map((key) =>
    toNumberOrZero(values.get(key)),
  );
  return index === undefined || count === undefined || tensors === undefined || count < 2
    ? null
    : { index, count, tensors };
}

/** Encoders of text and pictures, which generate nothing. */
const NO_CHATS = /bert|clip|t5encoder/;

/** "GGUF", read as a number. */
const MAGIC = 0x46554747;

/** Bytes of a value of each type, by type number. Strings (8) and arrays (9) contain their length. */
const VALUE_BYTES = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
const STRING = 8;
const ARRAY = 9;

/** Elements and bytes of a block of a tensor, by type number. For other types the end is not checked. */
const BLOCKS: Record<number, [number, number]> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  20: [32, 18],
  23: [256, 136],
  30: [1, 2],
};

class HeaderReader {
  position = 0;
  readonly #view: DataView;
  readonly #fileSize: number;
  readonly #text = new TextDecoder();

  constructor(bytes: ArrayBuffer, fileSize: number) {
    this.#view = new DataView(bytes);
    this.#fileSize = fileSize;
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  /** A number of bytes or entries, each of at least one byte. */
  count(): number {
    const count = Number(this.#view.getBigUint64(this.#take(8), true));
    if (count > this.#fileSize) throw new GgufError({ type: 'file-cut' });
    return count;
  }

  string(): string {
    const length = this.count();
    return this.#text.decode(new Uint8Array(this.#view.buffer, this.#take(length), length));
  }

  /** A string or number; null for anything else, which is skipped. */
  value(type: number): string | number | null {
    if (type === STRING) return this.string();
    if (type === ARRAY) {
      this.#skipArray(0);
      return null;
    }
    const bytes = VALUE_BYTES[type];
    if (bytes === undefined) throw new GgufError({ type: 'not-gguf' });
    const at = this.#take(bytes);
    if (type === 2) return this.#view.getUint16(at, true);
    if (type === 4) return this.#view.getUint32(at, true);
    if (type === 5) return this.#view.getInt32(at, true);
    return type === 10 ? Number(this.#view.getBigUint64(at, true)) : null;
  }

  /** The end of the next tensor's data, relative to the beginning of all data. */
  tensorEnd(): number {
    this.string();
    const dimensions = this.u32();
    let elements = 1;
    for (let dimension = 0; dimension < dimensions; dimension++)
      elements *= Number(this.#view.getBigUint64(this.#take(8), true));
    const [blockElements, blockBytes] = BLOCKS[this.u32()] ?? [1, 0];
    const offset = Number(this.#view.getBigUint64(this.#take(8), true));
    return offset + (elements / blockElements) * blockBytes;
  }

  #skipArray(depth: number): void {
    const type = this.u32();
    const length = this.count();
    if (type === ARRAY) {
      if (depth === 4) throw new GgufError({ type: 'not-gguf' });
      for (let index = 0; index < length; index++) this.#skipArray(depth + 1);
    } else if (type === STRING) {
      for (let index = 0; index < length; index++) this.#take(this.count());
    } else {
      this.#take(length * (VALUE_BYTES[type] ?? 1));
    }
  }

  #take(bytes: number): number {
    const at = this.position;
    if (at + bytes > this.#view.byteLength) throw new GgufError({ type: 'file-cut' });
    this.position = at + bytes;
    return at;
  }
}

function toNumberOrZero(value: string | number | null | undefined): number {
  return typeof value === 'number' ? value : 0;
}
