import { parseJson, type Transcript } from '../../contracts/index.ts';
import { oneLine } from '../../text/index.ts';
import { linesOfJson3, secondsOfClock } from './caption-lines.ts';

type Lines = Transcript['lines'];
type Track = { baseUrl: string; languageCode?: string; kind?: string };
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * Captions of a YouTube video. The tracks named in the page often return 200 with an empty body, because their
 * addresses require an attestation (obsidian-clipper#946, youtube-transcript-api#592). The tracks that the site names
 * for its own mobile player do not. Falls back to the transcript panel, if the user has opened it. Null on other pages.
 */
export async function youtubeTranscript(
  document: Document,
  fetch: Fetch,
): Promise<{ language: string; lines: Lines } | null> {
  const videoId = findVideoId(document);
  if (videoId === null) return null;
  const panel = panelLines(document);
  if (panel.length > 0) return { language: '', lines: panel };
  const pageTracks = readTracks(playerResponse(document, videoId));
  for (const tracks of [async () => pageTracks, () => mobileTracks(videoId, fetch)]) {
    try {
      const track = chooseTrack(await tracks(), document.documentElement.lang);
      const lines = track ? await fetchTrack(track, document, fetch) : [];
      if (track && lines.length > 0) return { language: track.languageCode ?? '', lines };
    } catch {
      // For example, the request was stopped by a content blocker, which may allow the others.
    }
  }
  return null;
}

function findVideoId(document: Document): string | null {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? '';
  const addresses = [document.location.href, canonical];
  const isYoutube = addresses.some((url) => /^https:\/\/(?:www\.|m\.)?youtube\.com\//.test(url));
  const id = addresses
    .map((url) => /[?&]v=([\w-]{11})|\/shorts\/([\w-]{11})/.exec(url))
    .find((match) => match !== null);
  return isYoutube ? (id?.[1] ?? id?.[2] ?? null) : null;
}

/** The first script with the player response. After navigation within the page, it is still that of the first video. */
function playerResponse(document: Document, videoId: string): unknown {
  for (const { textContent } of document.querySelectorAll('script:not([src])')) {
    const start = textContent?.indexOf('ytInitialPlayerResponse = {') ?? -1;
    if (!textContent || start === -1) continue;
    const response = objectAt(textContent, textContent.indexOf('{', start));
    return field(response, 'videoDetails', 'videoId') === videoId ? response : null;
  }
  return null;
}

/** The JSON object that begins at `start`, since scripts continue after it. */
function objectAt(source: string, start: number): unknown {
  let depth = 0;
  let inString = false;
  for (let at = start; at < source.length; at += 1) {
    const character = source[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return parseJson(source.slice(start, at + 1));
    }
  }
  return null;
}

async function mobileTracks(videoId: string, fetch: Fetch): Promise<Track[]> {
  const client = { clientName: 'ANDROID', clientVersion: '20.10.38' };
  const response = await fetch('/youtubei/v1/player?prettyPrint=false', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ context: { client }, videoId }),
  });
  return response.ok ? readTracks(parseJson(await response.text())) : [];
}

function readTracks(response: unknown): Track[] {
  const tracks = field(response, 'captions', 'playerCaptionsTracklistRenderer', 'captionTracks');
  return Array.isArray(tracks) ? tracks.filter((track): track is Track => typeof track?.baseUrl === 'string') : [];
}

/** Prefers captions written by people over automatic ones, and among those the page's language. */
function chooseTrack(tracks: readonly Track[], language: string): Track | undefined {
  const inLanguage = (track: Track) => track.languageCode?.split('-')[0] === language.split('-')[0];
  const humanTracks = tracks.filter((track) => track.kind !== 'asr');
  return humanTracks.find(inLanguage) ?? humanTracks[0] ?? tracks.find(inLanguage) ?? tracks[0];
}

async function fetchTrack({ baseUrl }: Track, document: Document, fetch: Fetch): Promise<Lines> {
  const url = new URL(baseUrl, document.location.href);
  // An address in page data is untrusted, so only the site's own host is fetched.
  if (url.hostname !== document.location.hostname && !url.hostname.endsWith('.youtube.com')) return [];
  url.searchParams.set('fmt', 'json3');
  const response = await fetch(url.href);
  return response.ok ? linesOfJson3(await response.text()) : [];
}

/** The lines of the open transcript panel. Its elements are renamed from time to time, but each begins with a time. */
function panelLines(document: Document): Lines {
  const segments = document.querySelectorAll('ytd-transcript-segment-renderer, transcript-segment-view-model');
  return [...segments].flatMap((segment) => {
    const [clock = '', ...words] = (segment.textContent ?? '').trim().split(/\s+/);
    const start = secondsOfClock(clock);
    const text = oneLine(words.join(' '));
    return start === null || text === '' ? [] : [{ start, text }];
  });
}

function field(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );
}
