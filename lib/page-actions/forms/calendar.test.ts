// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { chooseDay } from './calendar.ts';
import { refuse } from './choices.ts';

let input: HTMLInputElement;
let calendar: HTMLElement;
const mayFill = () => null;

/** A calendar of one month, hidden until its field is pressed, like those of date pickers. */
function draw(year: number, month: number): void {
  const count = new Date(year, month + 1, 0).getDate();
  const name = new Intl.DateTimeFormat('en', { month: 'long' }).format(new Date(year, month, 1));
  const days = Array.from({ length: count }, (_, index) => {
    const isClosed = index === 30 ? ' disabled' : '';
    return `<span class="day${isClosed}" aria-label="${name} ${index + 1}, ${year}">${index + 1}</span>`;
  });
  calendar.innerHTML = `<span class="prev-month">‹</span><span class="next-year">»</span><span class="next-month">›</span>${days.join('')}`;
  calendar.querySelector('.next-month')?.addEventListener('click', () => draw(year, month + 1));
  calendar.querySelector('.prev-month')?.addEventListener('click', () => draw(year, month - 1));
  for (const day of calendar.querySelectorAll('.day'))
    day.addEventListener('click', () => {
      input.value = day.getAttribute('aria-label') ?? '';
    });
}

beforeEach(() => {
  document.body.innerHTML = '<input class="flatpickr-input" readonly><div></div>';
  input = document.querySelector('input') as HTMLInputElement;
  calendar = document.querySelector('div') as HTMLElement;
  input.addEventListener('click', () => draw(2027, 4), { once: true });
});

test.each([
  ['of the month that is shown', '2027-05-17', 'May 17, 2027'],
  ['of a later month', '2027-07-03', 'July 3, 2027'],
  ['of an earlier month', '2027-02-28', 'February 28, 2027'],
])('chooses a day %s', async (_what, date, expected) => {
  expect(await chooseDay(input, date, mayFill)).toBeNull();
  expect(input.value).toBe(expected);
});

test('refuses a day that is closed, and a value that is not a date', async () => {
  expect(await chooseDay(input, '2027-05-31', mayFill)).toMatchObject({ reason: 'no-such-option' });
  expect(await chooseDay(input, 'tomorrow', mayFill)).toMatchObject({ reason: 'wrong-type' });
  expect(input.value).toBe('');
});

test('reports that a field without a calendar accepts nothing', async () => {
  document.body.innerHTML = '<input readonly>';
  expect(await chooseDay(document.querySelector('input') as HTMLInputElement, '2027-05-17', mayFill)).toMatchObject({
    reason: 'read-only',
  });
});

test('chooses no day if the field has become another one as its calendar opened', async () => {
  const check = () => (calendar.innerHTML === '' ? null : refuse('differs'));
  expect(await chooseDay(input, '2027-05-17', check)).toMatchObject({ reason: 'differs' });
  expect(input.value).toBe('');
});
