export { readPageTranscript } from './read-transcript.ts';
