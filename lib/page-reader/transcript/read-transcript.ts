import type { Transcript } from '../../contracts/index.ts';
import { oneLine } from '../../text/index.ts';
import { property } from '../dom/dom.ts';
import { linesOfVtt } from './caption-lines.ts';
import { type Fetch, youtubeTranscript } from './youtube.ts';

type Captions = Pick<Transcript, 'language' | 'lines'>;

/**
 * Captions of the video on the page, or null. Loads caption files that the page names, and does not change the page.
 */
export async function readPageTranscript(document: Document, fetch: Fetch): Promise<Transcript | null> {
  const transcript = (await youtubeTranscript(document, fetch)) ?? (await trackTranscript(document, fetch));
  if (!transcript) return null;
  const title = oneLine(String(property(Document.prototype, document, 'title')), 200);
  return { title, url: document.location.href.slice(0, 4000), ...transcript };
}

async function trackTranscript(document: Document, fetch: Fetch): Promise<Captions | null> {
  const videos = [...document.querySelectorAll<HTMLMediaElement>('video, audio')];
  for (const video of videos.sort((one, other) => measureArea(other) - measureArea(one))) {
    const tracks = [...video.querySelectorAll('track')].filter((track) => /^(?:captions|subtitles|)$/.test(track.kind));
    const preferred = tracks.find((track) => track.default) ?? tracks[0];
    for (const track of preferred ? [preferred, ...tracks] : []) {
      const lines = linesOfCues(track) ?? (await fetchTrack(track, fetch));
      if (lines.length > 0) return { language: track.srclang, lines };
    }
    for (const track of video.textTracks ?? []) {
      const lines = linesOfCues({ track });
      if (lines && lines.length > 0 && track.kind !== 'metadata') return { language: track.language, lines };
    }
  }
  return null;
}

/** Cues that the browser has already loaded; null if it has not loaded any. */
function linesOfCues({ track }: Pick<HTMLTrackElement, 'track'>): Captions['lines'] | null {
  if (!track?.cues || track.cues.length === 0) return null;
  return [...track.cues].flatMap((cue) => {
    const text = 'text' in cue ? oneLine(String(cue.text).replace(/<[^<>]*>/g, '')) : '';
    return text === '' ? [] : [{ start: cue.startTime, text }];
  });
}

async function fetchTrack({ src }: HTMLTrackElement, fetch: Fetch): Promise<Captions['lines']> {
  if (!/^https?:|^blob:/.test(src)) return [];
  try {
    const response = await fetch(src);
    return response.ok ? linesOfVtt(await response.text()) : [];
  } catch {
    // A file of another origin that the page is not allowed to load.
    return [];
  }
}

function measureArea(element: Element): number {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
}
