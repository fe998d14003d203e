import { expect, test } from 'vitest';
import { linesOfJson3, linesOfVtt, secondsOfClock } from './caption-lines.ts';

test('reads WebVTT with styles, speakers, entities and rolling lines', () => {
  const vtt = `WEBVTT

STYLE
::cue { color: red }

1
00:00:01.000 --> 00:00:03.000 align:start
<v Ada>Tides &amp; moons</v>

00:04.500 --> 00:06.000
Tides

00:06.000 --> 00:08.000
Tides rise twice
a day.

01:00:00.250 --> 01:00:01.000
Bye.`;
  expect(linesOfVtt(vtt)).toEqual([
    { start: 1, text: 'Tides & moons' },
    { start: 4.5, text: 'Tides' },
    { start: 6, text: 'rise twice a day.' },
    { start: 3600.25, text: 'Bye.' },
  ]);
});

test('takes only whole words from rolling lines', () => {
  const cues = ['No', 'Nobody knows.', 'Nobody knows. Yes', 'Yes'];
  const vtt = ['WEBVTT', ...cues.map((text, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${text}`)].join('\n\n');
  expect(linesOfVtt(vtt).map(({ text }) => text)).toEqual(['No', 'Nobody knows.', 'Yes']);
});

test('reads SRT', () => {
  expect(
    linesOfVtt('1\r\n00:00:01,500 --> 00:00:02,000\r\nHello.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nYes.'),
  ).toEqual([
    { start: 1.5, text: 'Hello.' },
    { start: 3, text: 'Yes.' },
  ]);
});

test('reads json3, and ignores other text', () => {
  const events = [
    { tStartMs: 1200, segs: [{ utf8: 'So ' }, { utf8: 'today' }] },
    { tStartMs: 2000 },
    { tStartMs: 2500, segs: [{ utf8: '\n' }] },
  ];
  expect(linesOfJson3(JSON.stringify({ events }))).toEqual([{ start: 1.2, text: 'So today' }]);
  expect(linesOfJson3('')).toEqual([]);
  expect(linesOfJson3('null')).toEqual([]);
  expect(linesOfJson3('{"events":3}')).toEqual([]);
});

test('parses a displayed time', () => {
  expect([secondsOfClock('1:05'), secondsOfClock(' 1:00:01 '), secondsOfClock('soon')]).toEqual([65, 3601, null]);
});
