import { base64Of } from '../protocol/base64.ts';
import type { ToolImage } from '../protocol/tool-output.ts';

/** Models shrink what is longer; in pixels of the picture (page-reading 5). */
const longEdge = 1568;
const quality = 0.8;

/** A picture as it is sent to a model: a JPEG no larger than models look at. Rejects where the browser cannot open it. */
export async function scaledPicture(picture: Blob): Promise<ToolImage> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, longEdge / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) {
    // What is transparent would become black.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
  }
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return { mediaType: 'image/jpeg', data: base64Of(new Uint8Array(await blob.arrayBuffer())), width, height };
}
