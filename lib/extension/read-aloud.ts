import { browser } from 'wxt/browser';
import { chooseVoice, localVoices } from './choose-voice.ts';

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
