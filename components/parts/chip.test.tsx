// @vitest-environment happy-dom
import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import type { AttachedFile } from '../../lib/contracts/attachments.ts';
import { elementText, press, render } from '../../lib/testing/render-component.tsx';
import { FileChip, TabChip } from '../ask/attachment-chips.tsx';
import { AttachedList } from './chip.tsx';

const text: AttachedFile = { type: 'text', name: 'notes.txt', text: 'The harbour master is Ines.' };
const picture: AttachedFile = {
  type: 'image',
  name: 'map.png',
  image: { mediaType: 'image/png', data: 'QUJD', width: 640, height: 480 },
};
const tab = { tabId: 7, title: 'The ferry', url: 'https://ferry.example/times' };

async function item(chip: ReactElement) {
  const { host } = await render(<ul>{chip}</ul>);
  return host.querySelector('li') as HTMLLIElement;
}

describe('the attachments of a question', () => {
  test('are a named list, and not rendered if empty', async () => {
    const { host, rerender } = await render(
      <AttachedList label="Attached">
        <TabChip tab={tab} />
        <FileChip file={text} />
      </AttachedList>,
    );
    expect(host.querySelector('ul')?.getAttribute('aria-label')).toBe('Attached');
    expect([...host.querySelectorAll('li > span')].map(elementText)).toEqual(['The ferry', 'notes.txt']);
    await rerender(<AttachedList label="Attached">{[]}</AttachedList>);
    expect(host.querySelector('ul')).toBeNull();
  });

  test.each([
    ['a text with what it costs', <FileChip key="a" file={text} />, 'notes.txt ~6 tokens'],
    ['a picture with its size', <FileChip key="a" file={picture} />, 'map.png 640 × 480'],
    [
      'a picture with a warning for a model that sees none',
      <FileChip key="a" file={picture} isImageUnsupported />,
      'map.png 640 × 480 This model can’t see images',
    ],
    ['a text without that warning', <FileChip key="a" file={text} isImageUnsupported />, 'notes.txt ~6 tokens'],
    ['a tab with its site', <TabChip key="a" tab={tab} />, 'The ferry ferry.example'],
    ['a tab without a title as its site', <TabChip key="a" tab={{ ...tab, title: '' }} />, 'ferry.example'],
  ])('%s', async (_sentence, chip, shown) => {
    expect(elementText(await item(chip))).toBe(shown);
  });

  test('show a small picture without a duplicate name', async () => {
    const image = (await item(<FileChip file={picture} />)).querySelector('img');
    expect(image?.getAttribute('src')).toBe('data:image/png;base64,QUJD');
    expect(image?.getAttribute('alt')).toBe('');
  });

  test('can be removed before sending', async () => {
    const removed: string[] = [];
    await press(await item(<FileChip file={text} onRemove={() => removed.push('file')} />), 'Remove: notes.txt');
    await press(await item(<TabChip tab={tab} onRemove={() => removed.push('tab')} />), 'Remove: The ferry');
    expect(removed).toEqual(['file', 'tab']);
    expect((await item(<FileChip file={text} />)).querySelector('button')).toBeNull();
  });
});
