import { fenceOf } from '../guard/fence.ts';
import { maskSecrets } from '../guard/mask-secrets.ts';
import type { AddedTab } from '../protocol/attached.ts';
import type { AttachedData, ModelMessage } from '../protocol/model-client.ts';
import type { UserMessage } from '../protocol/thread.ts';

type Question = Extract<ModelMessage, { role: 'user' }>;

/**
 * A question as a model gets it, with what the person attached as data. Names of tabs are pages' words and are masked as their
 * texts are; a file is what the person wants the model to have, as the words of the question are.
 */
export function questionMessage({ messageId, content, tabs = [], files = [] }: UserMessage): Question {
  if (tabs.length === 0 && files.length === 0) return { role: 'user', content };
  const texts = files.flatMap((file) =>
    file.type === 'text' ? [{ label: 'A file the user attached:', text: `File: ${file.name}\n\n${file.text}` }] : [],
  );
  const images = files.flatMap((file) => (file.type === 'image' ? [{ name: file.name, image: file.image }] : []));
  const data = [...(tabs.length > 0 ? [tabsData(tabs)] : []), ...texts];
  return { role: 'user', content, attached: { fence: fenceOf(messageId), data, images } };
}

function tabsData(tabs: readonly AddedTab[]): AttachedData {
  const lines = tabs.map(({ tabId, title, url }) => maskSecrets(JSON.stringify({ tab_id: tabId, title, url })).text);
  return {
    label: 'Open tabs the user added to this question; read_tab reads each by its tab_id:',
    text: lines.join('\n'),
  };
}

/** The same conversation for a model that sees no pictures: it is told which there were. */
export function withoutPictures(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== 'user' || message.attached === undefined || message.attached.images.length === 0)
      return message;
    const { data, images } = message.attached;
    const names = images.map(({ name }) => name).join('\n');
    const told = { label: 'Pictures the user attached, which you cannot see:', text: names };
    return { ...message, attached: { ...message.attached, data: [...data, told], images: [] } };
  });
}
