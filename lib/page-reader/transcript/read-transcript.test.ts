// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readPageTranscript } from './read-transcript.ts';

const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello from the file.';
const json3 = JSON.stringify({ events: [{ tStartMs: 3000, segs: [{ utf8: 'Hello from the tube.' }] }] });

beforeEach(() => {
  document.head.innerHTML = '<title>Talk</title>';
  document.body.innerHTML = '';
});

function answering(answers: Record<string, string>) {
  return vi.fn(async (url: string) => {
    const found = Object.entries(answers).find(([part]) => url.includes(part));
    return new Response(found?.[1] ?? '', { status: found ? 200 : 404 });
  });
}

describe('a video with a caption file', () => {
  test('is read from the file its page names', async () => {
    document.body.innerHTML =
      '<video><track kind="chapters" src="https://v.test/c.vtt"><track kind="captions" srclang="en" src="https://v.test/a.vtt"></video>';
    const fetch = answering({ 'a.vtt': vtt });
    expect(await readPageTranscript(document, fetch)).toMatchObject({
      title: 'Talk',
      language: 'en',
      lines: [{ start: 1, text: 'Hello from the file.' }],
    });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('is null without a caption file or a video', async () => {
    expect(await readPageTranscript(document, answering({}))).toBeNull();
    document.body.innerHTML = '<video><track kind="captions" src="https://v.test/gone.vtt"></video>';
    expect(await readPageTranscript(document, answering({}))).toBeNull();
  });
});

describe('a YouTube video', () => {
  const page = (tracks: unknown) => {
    const response = {
      videoDetails: { videoId: 'abcdefghijk' },
      captions: { playerCaptionsTracklistRenderer: { captionTracks: tracks } },
    };
    const script = document.createElement('script');
    script.type = 'text/plain';
    script.textContent = `var ytInitialPlayerResponse = ${JSON.stringify(response)};var meta = {a: "}"};`;
    document.head.innerHTML =
      '<title>Talk</title><link rel="canonical" href="https://www.youtube.com/watch?v=abcdefghijk">';
    document.body.append(script);
  };
  const asr = { baseUrl: 'https://www.youtube.com/api/timedtext?lang=en&kind=asr', languageCode: 'en', kind: 'asr' };
  const written = { baseUrl: 'https://www.youtube.com/api/timedtext?lang=de', languageCode: 'de' };

  test('is read from manual captions rather than automatic ones', async () => {
    page([asr, written]);
    const fetch = answering({ 'lang=de': json3 });
    expect(await readPageTranscript(document, fetch)).toMatchObject({
      language: 'de',
      lines: [{ start: 3, text: 'Hello from the tube.' }],
    });
    expect(fetch.mock.calls[0]?.[0]).toContain('fmt=json3');
  });

  test('is requested like the mobile player if the page’s captions are empty', async () => {
    page([asr]);
    const mobile = {
      captions: { playerCaptionsTracklistRenderer: { captionTracks: [{ ...asr, baseUrl: `${asr.baseUrl}&m=1` }] } },
    };
    const fetch = answering({ 'm=1': json3, player: JSON.stringify(mobile), timedtext: '' });
    expect((await readPageTranscript(document, fetch))?.lines).toEqual([{ start: 3, text: 'Hello from the tube.' }]);
  });

  test('is read from the remaining sources if requests are blocked', async () => {
    page([asr]);
    document.body.insertAdjacentHTML('beforeend', '<video><track kind="captions" src="https://v.test/a.vtt"></video>');
    const blocking = (blocked: RegExp, answers: Record<string, string>) => (url: string) =>
      blocked.test(url) ? Promise.reject(new TypeError('Failed to fetch')) : answering(answers)(url);
    const mobile = {
      captions: { playerCaptionsTracklistRenderer: { captionTracks: [{ ...asr, baseUrl: `${asr.baseUrl}&m=1` }] } },
    };
    const withMobile = blocking(/asr$|asr&fmt/, { 'm=1': json3, player: JSON.stringify(mobile) });
    expect((await readPageTranscript(document, withMobile))?.lines).toEqual([
      { start: 3, text: 'Hello from the tube.' },
    ]);
    const withFile = blocking(/youtube/, { 'a.vtt': vtt });
    expect((await readPageTranscript(document, withFile))?.lines).toEqual([{ start: 1, text: 'Hello from the file.' }]);
  });

  test('is read from the open transcript panel', async () => {
    page([]);
    document.body.insertAdjacentHTML(
      'beforeend',
      '<ytd-transcript-segment-renderer><div>1:05</div> <yt-formatted-string>As seen.</yt-formatted-string></ytd-transcript-segment-renderer>',
    );
    expect((await readPageTranscript(document, answering({})))?.lines).toEqual([{ start: 65, text: 'As seen.' }]);
  });

  test('never requests another site that page data names', async () => {
    page([{ ...written, baseUrl: 'https://evil.test/timedtext' }]);
    const fetch = answering({ evil: json3 });
    expect(await readPageTranscript(document, fetch)).toBeNull();
    expect(fetch.mock.calls.map(([url]) => url)).not.toContainEqual(expect.stringContaining('evil'));
  });
});
