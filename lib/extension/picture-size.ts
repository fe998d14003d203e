/**
 * Maximum number of pixels of a picture that is decoded. Each pixel needs four bytes, so a file of 60 KB can take
 * gigabytes.
 */
const MAX_PIXELS = 120_000_000;

/**
 * Whether, according to its header, a picture has few enough pixels to be decoded. `mediaType`: as returned by
 * `pictureType`.
 */
export function isDecodable(bytes: Uint8Array, mediaType: string | null): boolean {
  const size = mediaType === null ? null : (SIZES[mediaType]?.(bytes) ?? null);
  if (size === null) return false;
  const [width, height] = size;
  return width > 0 && height > 0 && width * height <= MAX_PIXELS;
}

type Size = [width: number, height: number];

/** The size by media type. Null if the header does not contain it. */
const SIZES: Record<string, (bytes: Uint8Array) => Size | null> = {
  'image/png': (bytes) => pair(bytes, 16, 4),
  'image/gif': (bytes) => pair(bytes, 6, 2, true),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
};

/** Two numbers of `length` bytes each. */
function pair(bytes: Uint8Array, at: number, length: number, isLittleEndian = false): Size | null {
  if (at + 2 * length > bytes.length) return null;
  const read = (from: number) => {
    const digits = [...bytes.subarray(from, from + length)];
    return (isLittleEndian ? digits.reverse() : digits).reduce((sum, digit) => sum * 256 + digit, 0);
  };
  return [read(at), read(at + length)];
}

/** Found in the first segment that begins a frame (ITU T.81, B.2.2): SOF0 to SOF15, except DHT, JPG and DAC. */
function jpegSize(bytes: Uint8Array): Size | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return pair(bytes, at + 5, 2);
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + Math.max(2, (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0));
  }
  return null;
}

/**
 * Found in the first chunk (RFC 9649): `VP8X` has the size of the whole image, and the others that of their picture.
 */
function webpSize(bytes: Uint8Array): Size | null {
  const kind = String.fromCharCode(...bytes.subarray(12, 16));
  if (kind === 'VP8X') return pair(bytes, 24, 3, true)?.map((each) => each + 1) as Size | null;
  if (kind === 'VP8 ') return pair(bytes, 26, 2, true)?.map((each) => each & 0x3fff) as Size | null;
  if (kind !== 'VP8L' || bytes.length < 25) return null;
  const bits = new DataView(bytes.buffer, bytes.byteOffset).getUint32(21, true);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

/** The largest of the sizes in `ispe` boxes (ISO/IEC 23008-12, 6.5.3), which a grid and its parts have. */
function avifSize(bytes: Uint8Array): Size | null {
  const sizes: Size[] = [];
  for (let at = bytes.indexOf(0x69); at >= 0; at = bytes.indexOf(0x69, at + 1)) {
    if (String.fromCharCode(...bytes.subarray(at, at + 4)) !== 'ispe') continue;
    const size = pair(bytes, at + 8, 4);
    if (size !== null) sizes.push(size);
  }
  return sizes.toSorted(([a, b], [c, d]) => c * d - a * b)[0] ?? null;
}
