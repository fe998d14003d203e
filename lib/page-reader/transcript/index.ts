export { readTranscript } from './read-transcript.ts';
