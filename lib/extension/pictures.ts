import { browser } from 'wxt/browser';
import { decodeBase64, encodeBase64, type Failure, type FailureReason, type ToolImage } from '../contracts/index.ts';
import { readAtMost } from '../control-flow/index.ts';
import { sendCommand } from './commands.ts';
import { inject } from './inject.ts';
import { requestHostPermission } from './permissions.ts';
import { isDecodable } from './picture-size.ts';
import { sendFor } from './send.ts';

/** Maximum size of a picture. Bytes. */
const MAX_BYTES = 10_000_000;
const TIMEOUT_MS = 20_000;

/** File signatures by type; the server's content type is ignored. SVG is not supported, since it is a document. */
const KINDS: readonly [mediaType: string, ...signs: [at: number, sign: string][]][] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF8']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ['image/avif', [4, 'ftypavi']],
];

/**
 * Loads a picture from the web after the user clicked its name, without cookies, referrer or redirects. Returns a data
 * URL, or the error.
 */
export async function fetchPicture(url: string): Promise<{ url: string } | { error: FailureReason }> {
  const host = URL.parse(url)?.host ?? '';
  try {
    const response = await sendFor('picture')(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return { error: { type: 'picture-refused', host, status: response.status } };
    const bytes = await readAtMost(response, MAX_BYTES);
    if (bytes === null) return { error: { type: 'picture-too-large', megabytes: MAX_BYTES / 1_000_000 } };
    const mediaType = pictureType(bytes);
    return mediaType === null || !isDecodable(bytes, mediaType)
      ? { error: { type: 'not-a-picture', host } }
      : { url: `data:${mediaType};base64,${encodeBase64(bytes)}` };
  } catch {
    return { error: { type: 'picture-not-sent', host } };
  }
}

/** The type of a picture according to its signature. Null for anything else. */
export function pictureType(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const kind = KINDS.find(([, ...signs]) => signs.every(([at, sign]) => start.startsWith(sign, at)));
  return kind?.[0] ?? null;
}

/** Opening the panel scrolls the page, so the position must be the same before and after the screenshot. */
const TRIES = 4;

/**
 * A picture as displayed on the page, without a request to its server. The click on it grants access. Null if it is out
 * of view or in a frame, or if the browser refuses.
 */
export async function pictureOnPage(tabId: number, windowId: number, url: string): Promise<ToolImage | null> {
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await locatePicture(tabId, url);
      if (before.width <= 0 || before.height <= 0) return null;
      const shot = await browser.tabs.captureVisibleTab(windowId, { format: 'png' });
      const after = await locatePicture(tabId, url);
      if (!(await browser.tabs.get(tabId)).active) return null;
      if (isSame(before, after)) return await scaledPicture(pictureFrom(shot), before);
    }
    return null;
  } catch {
    // The question is sent without the picture. The model can still look at the page.
    return null;
  }
}

/** The picture in a `data:` URL from the browser. */
export function pictureFrom(dataUrl: string): Blob {
  const [, type = '', base64 = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(dataUrl) ?? [];
  return new Blob([decodeBase64(base64)], { type });
}

/**
 * Position of the picture with this address in the window, as shares of its size. Without width if it is out of view.
 */
function locatePicture(tabId: number, url: string): Promise<PicturePart> {
  return inject(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId },
      args: [url],
      func: (address: string) => {
        const shares = [...document.images]
          .filter((image) => image.currentSrc === address || image.src === address)
          .map((image) => {
            const box = image.getBoundingClientRect();
            const left = Math.max(0, box.left);
            const top = Math.max(0, box.top);
            return {
              left: left / innerWidth,
              top: top / innerHeight,
              width: (Math.min(innerWidth, box.right) - left) / innerWidth,
              height: (Math.min(innerHeight, box.bottom) - top) / innerHeight,
            };
          });
        return shares.find(({ width, height }) => width > 0 && height > 0) ?? { left: 0, top: 0, width: 0, height: 0 };
      },
    }),
  );
}

function isSame(one: PicturePart, other: PicturePart): boolean {
  return (['left', 'top', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) < 0.002);
}

/** Maximum length of the longer edge, in pixels. Models scale larger pictures down. */
const LONG_EDGE = 1568;
const QUALITY = 0.8;

/** A part of a picture, as shares of its size. */
type PicturePart = { left: number; top: number; width: number; height: number };

const WHOLE: PicturePart = { left: 0, top: 0, width: 1, height: 1 };

/**
 * Scales a picture, or a part of one, to a JPEG no larger than models use. Rejects if the browser cannot decode it, or
 * if that would take too much memory.
 */
export async function scaledPicture(picture: Blob, part = WHOLE): Promise<ToolImage> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  if (!isDecodable(bytes, pictureType(bytes))) throw new RangeError('Not a picture that can be decoded.');
  const bitmap = await createImageBitmap(picture);
  const [fromWidth, fromHeight] = [bitmap.width * part.width, bitmap.height * part.height];
  const scale = Math.min(1, LONG_EDGE / Math.max(fromWidth, fromHeight));
  const width = Math.max(1, Math.round(fromWidth * scale));
  const height = Math.max(1, Math.round(fromHeight * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) {
    // Transparent areas would become black.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    const [left, top] = [bitmap.width * part.left, bitmap.height * part.top];
    context.drawImage(bitmap, left, top, fromWidth, fromHeight, 0, 0, width, height);
  }
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return { mediaType: 'image/jpeg', data: encodeBase64(new Uint8Array(await blob.arrayBuffer())), width, height };
}

/**
 * Loads a picture in an answer. Call it directly in a click handler, since the browser first asks for permission for
 * the host.
 */
export async function loadPicture(
  url: string,
): Promise<{ url: string } | { failure: Failure | 'not-allowed' | 'not-loaded' }> {
  if (!(await requestHostPermission(url))) return { failure: 'not-allowed' };
  const reply = await sendCommand({ type: 'load-picture', url });
  if (reply.type === 'picture') return { url: reply.url };
  return { failure: reply.type === 'refused' ? reply.failure : 'not-loaded' };
}
