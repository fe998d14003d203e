import { browser } from 'wxt/browser';

/** Calls back with whether this browser can read aloud, now and when that changes. Returns the unsubscribe function. */
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
 * Reads sentences aloud, in order, in a voice of their language. `onEnd` is called once, when the last one was read or
 * one failed. Returns a function that stops it, after which `onEnd` is not called.
 */
export function readAloud(sentences: readonly string[], onEnd: () => void): () => void {
  const speech = globalThis.speechSynthesis;
  const stopping = new AbortController();
  const { signal } = stopping;
  const speak = async () => {
    const detected = await browser.i18n.detectLanguage(sentences.join(' ').slice(0, 2_000));
    const voice = chooseVoice(localVoices(speech.getVoices()), detected.languages[0]?.language ?? null);
    // Another page of the extension may be reading.
    speech.cancel();
    for (const sentence of sentences) {
      if (signal.aborted) return;
      // The browser would choose another voice, which may send the text to a server.
      if (voice === null) break;
      const utterance = new SpeechSynthesisUtterance(sentence);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      // One sentence at a time, since in some browsers queued ones continue after the page is closed.
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

/** The local voices. Other voices send the text to a server of the browser's vendor. */
export function localVoices<Each extends Voice>(voices: readonly Each[]): Each[] {
  return voices.filter(({ localService }) => localService);
}

/**
 * The voice for a text in `language` (a BCP 47 tag, or null if unknown). Prefers the same language and region, then the
 * same language, with the default voice first; otherwise uses the default voice. Null if there are no voices.
 */
export function chooseVoice<Each extends Voice>(voices: readonly Each[], language: string | null): Each | null {
  const rank = (voice: Each) => {
    // Android and some Linux engines write en_GB.
    const tag = voice.lang.replaceAll('_', '-').toLowerCase();
    const targetTag = language?.toLowerCase() ?? '';
    const isSame = targetTag !== '' && tag.split('-')[0] === targetTag.split('-')[0];
    return (isSame ? 4 : 0) + (isSame && tag === targetTag ? 2 : 0) + (voice.default ? 1 : 0);
  };
  return voices.toSorted((one, other) => rank(other) - rank(one))[0] ?? null;
}
