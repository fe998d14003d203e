import { expect, test } from 'vitest';
import { saysNoPictures } from './file-refusal.ts';

test.each([
  'This model does not support image input',
  'image_url is not supported by this model',
  'Invalid content type. image_url is only supported by certain models.',
  'unknown variant `image_url`, expected `text`',
  'The model is text-only model and takes no pictures',
  'Vision is not enabled for this model',
  'At most 0 image(s) may be provided in one request.',
  'Model only supports text input, images are not allowed',
  '该模型不支持图片输入',
])('says that there are no pictures: %s', (text) => {
  expect(saysNoPictures(400, text)).toBe(true);
});

test.each([
  [400, 'The image is too large: 12 MB exceeds the maximum of 5 MB'],
  [400, 'Could not process image'],
  [400, 'Unsupported image format: image/tiff'],
  [400, 'messages.0.content.1.image.source.base64: invalid base64 data'],
  [400, 'Image dimensions exceed the limit of 8000 pixels'],
  [429, 'Image input is not supported at this rate'],
  [401, 'No vision for this key'],
  [400, 'Failed to download image from URL'],
  [500, 'Internal server error'],
])('does not for %i: %s', (status, text) => {
  expect(saysNoPictures(status, text)).toBe(false);
});
