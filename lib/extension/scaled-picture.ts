import { base64Of, type ToolImage } from '../contracts/index.ts';

/** Models scale larger pictures down; in pixels. */
const longEdge = 1568;
const quality = 0.8;

/** A part of a picture, as shares of its size. */
export type PicturePart = { left: number; top: number; width: number; height: number };

const WHOLE: PicturePart = { left: 0, top: 0, width: 1, height: 1 };

/** Scales a picture, or a part of one, to a JPEG no larger than models use. Rejects if the browser cannot decode it. */
export async function scaledPicture(picture: Blob, part = WHOLE): Promise<ToolImage> {
  const bitmap = await createImageBitmap(picture);
  const [fromWidth, fromHeight] = [bitmap.width * part.width, bitmap.height * part.height];
  const scale = Math.min(1, longEdge / Math.max(fromWidth, fromHeight));
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
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return { mediaType: 'image/jpeg', data: base64Of(new Uint8Array(await blob.arrayBuffer())), width, height };
}
