import { describe, expect, test } from 'vitest';
import { refusal, type Target } from './model-error.ts';

const WITH_PDF: Target = { host: 'api.example.com', hostKind: 'public', hasKey: true, modelId: 'm', hasPdfs: true };
const read = (status: number, text: string, target = WITH_PDF) =>
  refusal(target, status, JSON.stringify({ error: { message: text } }));

describe('a server that accepts no PDFs (quirk: refused-pdf)', () => {
  test.each([
    ['Gemini', 400, 'Unsupported MIME type: application/pdf'],
    ['Anthropic', 400, "'claude-2.1' does not support PDF input."],
    ['Bedrock', 400, "This model doesn't support documents."],
    [
      'Bedrock, newer',
      400,
      "This model doesn't support the document field for user messages. Remove document and try again.",
    ],
    [
      'Llama Stack',
      400,
      "Input tag 'input_file' found using 'type' does not match any of the expected tags: 'input_text', 'input_image'",
    ],
    [
      'Anthropic relays',
      422,
      "messages.0.content.1: Input tag 'document' found using 'type' does not match any of the expected tags: 'text', 'image', 'tool_use', 'tool_result'",
    ],
    ['OpenAI relays', 400, "Invalid value: 'input_file'. Supported values are: 'input_text' and 'input_image'."],
    ['Qwen', 400, "Invalid value: file. Supported values are: 'text','image_url','video_url' and 'video'."],
    [
      'oMLX',
      422,
      "body -> messages -> 4 -> content -> list[union[ContentBlockText]] -> 2 -> ContentBlockText -> type: Input should be 'text'",
    ],
    [
      'an older relay',
      400,
      'messages.0.content.1.image.source.base64.media_type: Input should be ‘image/jpeg’, ‘image/png’'.replace(
        /[‘’]/g,
        "'",
      ),
    ],
    ['any', 415, 'Unsupported Media Type'],
  ])('%s: its text is sent from now on', (_server, status, text) => {
    expect(read(status, text)).toMatchObject({
      type: 'retry',
      reason: 'pdf-refused',
      observation: { type: 'request-quirk', quirk: 'pdfs-as-text', evidence: text },
      afterMs: 0,
    });
  });
});

describe('a PDF that a server does not take', () => {
  test.each([
    [400, 'Could not process PDF'],
    [400, 'messages.38.content.0.pdf.source.base64.data: A maximum of 100 PDF pages may be provided.'],
    [400, 'The PDF specified is password protected.'],
    [400, 'The document has no pages.'],
    [400, 'Request contains an invalid argument.'],
    [413, 'Request Entity Too Large'],
  ])('%i %s: its text is sent, and the next PDF as a file', (status, text) => {
    expect(read(status, text)).toMatchObject({ type: 'retry', reason: 'pdf-refused', observation: null });
  });
});

describe('another refusal of a request with a PDF', () => {
  test.each([
    [401, 'The API key does not support PDF input'],
    [429, 'Too many PDF pages per minute'],
    [400, 'prompt is too long: 213462 tokens > 200000 maximum'],
    [400, 'registry.ollama.ai/library/m does not support tools'],
    [400, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."],
    [404, 'The model `m` does not exist or you do not have access to it.'],
    [500, 'Internal server error'],
  ])('%i %s is not about the PDF', (status, text) => {
    expect(JSON.stringify(read(status, text))).not.toContain('pdf-refused');
  });

  test('a request without PDFs is never repeated for them', () => {
    const { hasPdfs: _, ...without } = WITH_PDF;
    expect(JSON.stringify(read(400, 'Unsupported MIME type: application/pdf', without))).not.toContain('pdf-refused');
    expect(read(413, 'Request Entity Too Large', without)).toMatchObject({ reason: 'context-length' });
  });
});
