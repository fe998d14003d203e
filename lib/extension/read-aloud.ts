import { browser } from 'wxt/browser';

/** Calls back with whether this browser can read aloud, now and when that changes. Returns the function that ends it. */
export function watchVoices(onChange: (canRead: boolean) => void): () => void {
  const speech = globalThis.speechSynthesis;
  if (!speech) {
    onChange(false);
    return () => undefined;
  }
  const look = () => onChange(localVoices(speech.getVoices()).length > 0);
  speech.addEventListener('voiceschanged', look);
  look();
  return () => speech.removeEventListener('voiceschanged', look);
}

/**
 * Reads sentences aloud, one after the other, in a voice of their language. `onEnd` is called once, when the last was read
 * or one could not be. Returns the function that stops it, after which `onEnd` is not called any more.
 */
export function readAloud(sentences: readonly string[], onEnd: () => void): () => void {
  const speech = globalThis.speechSynthesis;
  const stopping = new AbortController();
  const { signal } = stopping;
  const speak = async () => {
    const detected = await browser.i18n.detectLanguage(sentences.join(' ').slice(0, 2_000));
    const voice = chooseVoice(localVoices(speech.getVoices()), detected.languages[0]?.language ?? null);
    // What another page of ours reads.
    speech.cancel();
    for (const sentence of sentences) {
      if (signal.aborted) return;
      const utterance = new SpeechSynthesisUtterance(sentence);
      utterance.voice = voice;
      if (voice) utterance.lang = voice.lang;
      // One at a time: what is queued outlives the page in some browsers.
      const isRead = await new Promise<boolean>((resolve) => {
        utterance.onend = () => resolve(true);
        utterance.onerror = () => resolve(false);
        speech.speak(utterance);
      });
      if (!isRead) break;
    }
    if (!signal.aborted) onEnd();
  };
  void speak();
  return () => {
    stopping.abort();
    speech.cancel();
  };
}

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>;

/** The voices of this machine: the others send what they read to a server of the browser's maker. */
export function localVoices<Each extends Voice>(voices: readonly Each[]): Each[] {
  return voices.filter(({ localService }) => localService);
}

/**
 * The voice for a text in `language` (a BCP 47 tag, or null where it is not known): of that very language and region, else of
 * the language, the default one first; without any the default voice. null where there are none at all.
 */
export function chooseVoice<Each extends Voice>(voices: readonly Each[], language: string | null): Each | null {
  const rank = (voice: Each) => {
    // Android and some engines of Linux write en_GB.
    const tag = voice.lang.replaceAll('_', '-').toLowerCase();
    const wanted = language?.toLowerCase() ?? '';
    const isSame = wanted !== '' && tag.split('-')[0] === wanted.split('-')[0];
    return (isSame ? 4 : 0) + (isSame && tag === wanted ? 2 : 0) + (voice.default ? 1 : 0);
  };
  return voices.toSorted((one, other) => rank(other) - rank(one))[0] ?? null;
}
