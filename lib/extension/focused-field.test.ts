import '../testing/fake-browser.ts';
import { beforeEach, expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import { FieldError, type FieldRequest, type FrameFocus } from '../contracts/focused-field.ts';
import { findFocusedField, undoField, writeField } from './focused-field.ts';

/** The frames of a tab, and the requests that each of them received. */
let frames: Record<number, FrameFocus>;
let requests: { frameId: number; request: FieldRequest }[];

type Injection = { target: { frameIds?: number[] }; args?: [FieldRequest]; files?: string[] };

async function executeScript({ target, args, files }: Injection): Promise<object[]> {
  if (files) return Object.entries(frames).map(([frameId, result]) => ({ frameId: Number(frameId), result }));
  const [frameId = 0] = target.frameIds ?? [];
  const [request] = args ?? [];
  if (request === undefined) return [];
  requests.push({ frameId, request });
  const found = { type: 'found', label: 'Reply', isMultiline: true, selected: '' };
  return [{ frameId, result: request.type === 'find' ? found : { type: 'done' } }];
}

beforeEach(() => {
  requests = [];
  Object.assign(browser, { scripting: { executeScript } });
});

test('the focus is followed into frames, and only the frame with the focus is asked for its field', async () => {
  frames = {
    0: { key: '', host: 'mail.test', focusedFrame: '1', isOpaque: false },
    4: { key: '0', host: 'ads.test', focusedFrame: null, isOpaque: false },
    7: { key: '1', host: 'editor.test', focusedFrame: '1.0', isOpaque: false },
    9: { key: '1.0', host: '', focusedFrame: null, isOpaque: false },
  };
  expect(await findFocusedField(3)).toMatchObject({
    tabId: 3,
    frameId: 9,
    label: 'Reply',
    host: 'editor.test',
    isEmbedded: true,
  });
  expect(requests.map(({ frameId }) => frameId)).toEqual([9]);
});

test('a frame that only says it has the focus is not asked', async () => {
  frames = {
    0: { key: '', host: 'mail.test', focusedFrame: null, isOpaque: false },
    4: { key: '0', host: 'ads.test', focusedFrame: '0', isOpaque: false },
  };
  expect(await findFocusedField(3)).toMatchObject({ frameId: 0, host: 'mail.test' });
  expect(requests.map(({ frameId }) => frameId)).toEqual([0]);
});

test('a field in a frame of another site is found with its host', async () => {
  frames = {
    0: { key: '', host: 'mail.test', focusedFrame: '0', isOpaque: false },
    4: { key: '0', host: 'comments.test', focusedFrame: null, isOpaque: false },
  };
  expect(await findFocusedField(3)).toMatchObject({ frameId: 4, host: 'comments.test', isEmbedded: true });
});

const PAGE = { key: '', host: 'mail.test', isOpaque: false };
const ADS = { key: '0', host: 'ads.test', isOpaque: false };

test.each<[string, FrameFocus[], { host: string; isEmbedded: boolean }]>([
  [
    'of the page is of the page',
    [
      { ...PAGE, focusedFrame: '0' },
      { key: '0', host: '', isOpaque: false, focusedFrame: null },
    ],
    { host: 'mail.test', isEmbedded: false },
  ],
  [
    'of a frame of another site is of that site',
    [
      { ...PAGE, focusedFrame: '0' },
      { ...ADS, focusedFrame: '0.2' },
      { key: '0.2', host: '', isOpaque: false, focusedFrame: null },
    ],
    { host: 'ads.test', isEmbedded: true },
  ],
  [
    'several frames deep is of the nearest site around it',
    [
      { ...PAGE, focusedFrame: '0' },
      { ...ADS, focusedFrame: '0.0' },
      { key: '0.0', host: '', isOpaque: false, focusedFrame: '0.0.1' },
      { key: '0.0.1', host: '', isOpaque: false, focusedFrame: null },
    ],
    { host: 'ads.test', isEmbedded: true },
  ],
  [
    'with an opaque origin is of no site',
    [
      { ...PAGE, focusedFrame: '0' },
      { key: '0', host: '', isOpaque: true, focusedFrame: null },
    ],
    { host: '', isEmbedded: true },
  ],
  [
    'inside one with an opaque origin is of no site',
    [
      { ...PAGE, focusedFrame: '0' },
      { key: '0', host: '', isOpaque: true, focusedFrame: '0.0' },
      { key: '0.0', host: '', isOpaque: false, focusedFrame: null },
    ],
    { host: '', isEmbedded: true },
  ],
  [
    'that the page serves, but locks out of its site, is of no site',
    [
      { ...PAGE, focusedFrame: '0' },
      { key: '0', host: 'mail.test', isOpaque: true, focusedFrame: null },
    ],
    { host: '', isEmbedded: true },
  ],
  [
    'that another site serves without its rights is of that site',
    [
      { ...PAGE, focusedFrame: '0' },
      { ...ADS, isOpaque: true, focusedFrame: null },
    ],
    { host: 'ads.test', isEmbedded: true },
  ],
])('a frame without an address (srcdoc, blob:, about:blank) %s', async (_, list, site) => {
  frames = Object.fromEntries(list.map((frame, frameId) => [frameId, frame]));
  expect(await findFocusedField(3)).toMatchObject(site);
});

test('a page without a site has its own field', async () => {
  frames = { 0: { key: '', host: '', isOpaque: true, focusedFrame: null } };
  expect(await findFocusedField(3)).toMatchObject({ host: '', isEmbedded: false });
});

test('a frame without access, or frames that name each other, are an error', async () => {
  frames = { 0: { key: '', host: 'mail.test', focusedFrame: '0', isOpaque: false } };
  await expect(findFocusedField(3)).rejects.toEqual(new FieldError('frame-no-access'));
  frames = {
    0: { key: '', host: 'mail.test', focusedFrame: '0', isOpaque: false },
    4: { key: '0', host: 'ads.test', focusedFrame: '0', isOpaque: false },
  };
  await expect(findFocusedField(3)).rejects.toEqual(new FieldError('frame-no-access'));
  expect(requests).toEqual([]);
});

test('text is sent to the frame and the field that were found', async () => {
  frames = {
    0: { key: '', host: 'mail.test', focusedFrame: '0', isOpaque: false },
    4: { key: '0', host: 'mail.test', focusedFrame: null, isOpaque: false },
  };
  const field = await findFocusedField(3);
  await writeField(field, 'Text', 'Old');
  await undoField(field);
  const { fieldId } = field;
  expect(requests.slice(1)).toEqual([
    { frameId: 4, request: { type: 'write', fieldId, text: 'Text', replaces: 'Old' } },
    { frameId: 4, request: { type: 'undo', fieldId } },
  ]);
});
