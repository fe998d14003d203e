// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { ElicitationAnswer, ElicitationField } from '../../lib/contracts/elicitation.ts';
import { elementText, press, render } from '../../lib/testing/render-component.tsx';
import { AnswerForm, ElicitationCard } from './elicitation-card.tsx';

const described = { description: '', isRequired: false };
const options = [
  { value: 's', title: 'Single' },
  { value: 'd', title: 'Double' },
];
const FIELDS: ElicitationField[] = [
  {
    type: 'text',
    name: 'a',
    title: 'Guest',
    ...described,
    format: null,
    minLength: null,
    maxLength: null,
    default: 'Ada',
  },
  {
    type: 'text',
    name: 'b',
    title: 'Note',
    ...described,
    format: null,
    minLength: null,
    maxLength: null,
    default: null,
  },
  {
    type: 'text',
    name: 'c',
    title: 'Arrival',
    ...described,
    format: 'date-time',
    minLength: null,
    maxLength: null,
    default: '2026-11-25T12:30:00.000Z',
  },
  { type: 'number', name: 'd', title: 'Nights', ...described, isInteger: true, minimum: 1, maximum: 9, default: 2 },
  { type: 'boolean', name: 'e', title: 'Breakfast', ...described, default: false },
  { type: 'choice', name: 'f', title: 'Room', ...described, options, default: 'd' },
  { type: 'choices', name: 'g', title: 'Extras', ...described, options, minItems: null, maxItems: 1, default: ['s'] },
];

async function card(fields: ElicitationField[]) {
  const answers: ElicitationAnswer[] = [];
  const form = { server: { name: 'Hotel', url: 'https://hotel.test/mcp' }, message: '<img src=x> Who?', fields };
  const { host } = await render(
    <AnswerForm
      value={async (_toolCallId, _elicitationId, answer) => {
        answers.push(answer);
        return true;
      }}
    >
      <ElicitationCard toolCallId="a" elicitationId="e" form={form} />
    </AnswerForm>,
  );
  return { host, answers };
}

test('a form says who asks, who receives the answer, and not to enter passwords, and its texts are plain text', async () => {
  const { host } = await card(FIELDS);
  expect(elementText(host)).toContain('Hotel asks you for information');
  expect(elementText(host)).toContain('<img src=x> Who?');
  expect(elementText(host)).toContain('sent only to https://hotel.test/mcp. Don’t enter passwords');
  expect(host.querySelector('img')).toBeNull();
});

test('the values filled in by the server are the answer, and empty fields are omitted', async () => {
  const { host, answers } = await card(FIELDS);
  await press(host, 'Send answer');
  expect(answers).toEqual([
    {
      action: 'accept',
      content: { a: 'Ada', c: '2026-11-25T12:30:00.000Z', d: 2, e: false, f: 'd', g: ['s'] },
    },
  ]);
});

test('a value that does not fit is named and not sent', async () => {
  const { host, answers } = await card(
    FIELDS.map((field) => (field.type === 'choices' ? { ...field, default: ['s', 'd'] } : field)),
  );
  await press(host, 'Send answer');
  expect(answers).toEqual([]);
  expect(elementText(host)).toContain('Check “Extras”.');
});

test.each([
  ['Decline', 'decline'],
  ['Cancel', 'cancel'],
])('%s sends nothing that was entered', async (name, action) => {
  const { host, answers } = await card(FIELDS);
  await press(host, name);
  expect(answers).toEqual([{ action }]);
});
