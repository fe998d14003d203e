import type { FormCase } from './form-pages.ts';

/** A form of `e2e/forms`, by its name there. */
export type LibraryCase = Omit<FormCase, 'html'>;

/** The expectations for forms built with libraries. */
export const LIBRARY_CASES: readonly LibraryCase[] = [
  {
    name: 'react-controlled',
    schema: {
      name: { type: 'string' },
      note: { default: 'old' },
      size: { enum: ['Small', 'Large'] },
      news: { type: 'boolean' },
      plan: { enum: ['basic', 'team'], default: 'basic' },
    },
    values: { Name: 'Ada', Note: 'new', Size: 'Large', News: true, Plan: 'team' },
    held: { name: 'Ada', note: 'new', size: 'l', news: true, plan: 'team' },
  },
  {
    name: 'react-formatted',
    schema: { sum: {}, reference: {} },
    values: { Sum: '1234567', Reference: 'abc' },
    held: { sum: '1,234,567', code: '' },
    results: { sum: 'set', reference: 'not-taken' },
  },
  {
    name: 'hook-form',
    schema: { name: {}, e_mail: {}, news: { type: 'boolean' }, size: { enum: ['Large'] } },
    values: { Name: 'Ada', 'E-mail': 'nobody', News: true, Size: 'Large' },
    held: { name: 'Ada', mail: 'nobody', news: true, size: 'l' },
    results: { name: 'set', e_mail: 'invalid', news: 'set', size: 'set' },
  },
  {
    name: 'formik',
    schema: { name: {}, age: { type: 'integer', default: 20 }, plan: { enum: ['basic', 'team'] } },
    values: { Name: 'Ada', Age: 36, Plan: 'team' },
    held: { name: 'Ada', age: 36, plan: 'team' },
  },
  {
    name: 'mui-text',
    schema: {
      name: { type: 'string' },
      about_you: {},
      i_agree: { type: 'boolean' },
      dark_colours: { type: 'boolean' },
    },
    values: { Name: 'Ada', 'About you': 'One\nTwo', 'I agree': true, 'Dark colours': true },
    held: { name: 'Ada', bio: 'One\nTwo', agree: true, dark: true },
  },
  {
    name: 'mui-choices',
    schema: {
      country: { type: 'string' },
      seat: { enum: ['aisle', 'window'], default: 'aisle' },
      volume: { minimum: 0, maximum: 100, default: 30 },
    },
    values: { Country: 'Chile', Seat: 'window', Volume: 75 },
    held: { country: 'Chile', seat: 'window', volume: 75 },
  },
  { name: 'mui-autocomplete', schema: { town: { type: 'string' } }, values: { Town: 'Linz' }, held: { town: 'Linz' } },
  {
    name: 'radix',
    schema: {
      colour: { type: 'string' },
      with_timer: { type: 'boolean' },
      night_light: { type: 'boolean' },
      base: { enum: ['wood', 'steel'], default: 'wood' },
    },
    values: { Colour: 'Green', 'With timer': true, 'Night light': true, Base: 'steel' },
    held: { colour: 'green', timer: true, night: true, base: 'steel' },
  },
  {
    name: 'radix-slider',
    schema: { level: { type: 'number', maximum: 100, default: 40 } },
    values: { Level: 65 },
    held: { level: [65] },
  },
  {
    name: 'headless-ui',
    schema: { lead: { type: 'string', default: 'Ada' }, open_to_all: { type: 'boolean' } },
    values: { Lead: 'Mary', 'Open to all': true },
    held: { lead: 'Mary', open: true },
  },
  {
    name: 'headless-combobox',
    schema: { person: { type: 'string' } },
    values: { Person: 'Grace' },
    held: { person: 'Grace' },
  },
  {
    name: 'react-aria',
    schema: {
      name: {},
      wood: { type: 'string' },
      legs: {},
      with_lamp: { type: 'boolean' },
      dark: { type: 'boolean' },
      side: { enum: ['Left', 'Right'] },
    },
    values: { Name: 'Ada', Wood: 'Ash', Legs: 6, 'With lamp': true, Dark: true, Side: 'Right' },
    held: { name: 'Ada', wood: 'Ash', legs: 6, lamp: true, dark: true, side: 'right' },
  },
  {
    name: 'vue',
    schema: {
      name: {},
      town: {},
      age: { type: 'integer' },
      news: {},
      days: { type: 'array' },
      plan: { enum: ['Basic', 'Team'] },
      size: { enum: ['Small', 'Large'] },
    },
    values: { Name: ' Ada', Town: 'Graz', Age: 36, News: true, Days: ['Tue'], Plan: 'Team', Size: 'Large' },
    held: { name: 'Ada', town: 'Graz', age: 36, news: true, days: ['tu'], plan: 'team', size: 'l' },
  },
  {
    name: 'imask-phone',
    schema: { phone: {}, day: {}, sum: {} },
    values: { Phone: '+436641234567', Day: '17.05.2027', Sum: '1234,5' },
    held: { phone: '436641234567', sum: 1234.5 },
  },
  { name: 'flatpickr', schema: { arrival: {} }, values: { Arrival: '2027-05-17' }, held: { arrival: '2027-05-17' } },
  {
    name: 'tom-select',
    schema: { fruit: { enum: ['Apple', 'Pear'] } },
    values: { Fruit: 'Pear' },
    held: { fruit: '2' },
  },
  {
    name: 'tom-select-tags',
    schema: { tags: { type: 'array', items: { type: 'string' }, default: ['Red'] } },
    values: { Tags: ['Green', 'Blue'] },
    held: { tags: '2,3' },
  },
  { name: 'select2', schema: { fruit: { enum: ['Apple', 'Pear'] } }, values: { Fruit: 'Pear' }, held: { fruit: '2' } },
  { name: 'react-select', schema: { town: { type: 'string' } }, values: { Town: 'Linz' }, held: { town: 'linz' } },
  {
    name: 'primevue',
    schema: { town: { type: 'string' }, open: { type: 'boolean' }, news: { type: 'boolean' }, seats: {} },
    values: { Town: 'Linz', Open: true, News: true, Seats: 5 },
    held: { town: 'Linz', open: true, news: true, seats: 5 },
  },
];
