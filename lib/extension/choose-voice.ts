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
