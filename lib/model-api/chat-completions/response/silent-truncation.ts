/**
 * The window a server has cut a conversation to without saying so, in tokens, or null. Takes the text that was sent and the
 * tokens the server says it read. Ollama does this: its default `num_ctx` is 4096 whatever the model could take. Told only
 * where two signs agree: the server read far less than the text can possibly be, and just about what a window holds that
 * people and servers set (a power of two). The estimate is low on purpose: four characters a token is English
 * prose; code, numbers and other languages come to more tokens, not fewer.
 */
export function cutWindow(sent: string, inputTokens: number): number | null {
  const least = withoutRuns(sent).length / CHARACTERS_PER_TOKEN;
  if (inputTokens >= 0.6 * least) return null;
  return WINDOWS.find((window) => inputTokens <= window && inputTokens >= 0.9 * window) ?? null;
}

const CHARACTERS_PER_TOKEN = 4;

const WINDOWS = [2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072];

/** Tokenizers make one token of long runs of blanks, dashes and the like. */
function withoutRuns(text: string): string {
  return text.replace(/([^\p{L}\p{N}])\1{2,}/gu, '$1$1');
}
