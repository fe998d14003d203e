import { type CodePiece, highlight } from './highlight.ts';

/** A block of code; the reply is what `highlight` returns. */
export type CodeRequest = { code: string; language: string };
export type HighlightReply = readonly CodePiece[] | null;

self.onmessage = ({ data }: MessageEvent<CodeRequest>) => {
  self.postMessage(highlight(data.code, data.language) satisfies HighlightReply);
};
