import { type CodePiece, highlight } from './highlight.ts';

/** A block of code; the reply is what `highlight` returns. */
export type HighlightRequest = { code: string; language: string };
export type HighlightReply = readonly CodePiece[] | null;

self.onmessage = ({ data }: MessageEvent<HighlightRequest>) => {
  self.postMessage(highlight(data.code, data.language) satisfies HighlightReply);
};
