import '../testing/fake-browser.ts';
import { beforeEach, expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import { FieldError, type FieldRequest, type FrameFocus } from '../contracts/focused-field.ts';
import { findField, undoField, writeField } from './focused-field.ts';

/** The frames of a tab, and what is asked of which of them. */
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

test('the focus is followed into frames, and only the frame that has it is asked for its field', async () => {
  frames = {
    0: { key: '', host: 'mail.test', focusedFrame: '1' },
    4: { key: '0', host: 'ads.test', focusedFrame: null },
    7: { key: '1', host: 'editor.test', focusedFrame: '1.0' },
    9: { key: '1.0', host: '', focusedFrame: null },
  };
  expect(await findField(3)).toMatchObject({
    tabId: 3,
    frameId: 9,
    label: 'Reply',
    host: 'mail.test',
    isEmbedded: false,
  });
  expect(requests.map(({ frameId }) => frameId)).toEqual([9]);
});

test('a frame that only says it has the focus is not asked', async () => {
  frames = {
    0: { key: '', host: 'mail.test', focusedFrame: null },
    4: { key: '0', host: 'ads.test', focusedFrame: '0' },
  };
  expect(await findField(3)).toMatchObject({ frameId: 0, host: 'mail.test' });
  expect(requests.map(({ frameId }) => frameId)).toEqual([0]);
});

test('a field in a frame of another site is found with its host', async () => {
  frames = {
    0: { key: '', host: 'mail.test', focusedFrame: '0' },
    4: { key: '0', host: 'comments.test', focusedFrame: null },
  };
  expect(await findField(3)).toMatchObject({ frameId: 4, host: 'comments.test', isEmbedded: true });
});

test('a frame without access, or frames that name each other, are an error', async () => {
  frames = { 0: { key: '', host: 'mail.test', focusedFrame: '0' } };
  await expect(findField(3)).rejects.toEqual(new FieldError('frame-no-access'));
  frames = {
    0: { key: '', host: 'mail.test', focusedFrame: '0' },
    4: { key: '0', host: 'ads.test', focusedFrame: '0' },
  };
  await expect(findField(3)).rejects.toEqual(new FieldError('frame-no-access'));
  expect(requests).toEqual([]);
});

test('text goes to the frame and the field that were found', async () => {
  frames = {
    0: { key: '', host: 'mail.test', focusedFrame: '0' },
    4: { key: '0', host: 'mail.test', focusedFrame: null },
  };
  const field = await findField(3);
  await writeField(field, 'Text', 'Old');
  await undoField(field);
  const { fieldId } = field;
  expect(requests.slice(1)).toEqual([
    { frameId: 4, request: { type: 'write', fieldId, text: 'Text', replaces: 'Old' } },
    { frameId: 4, request: { type: 'undo', fieldId } },
  ]);
});
