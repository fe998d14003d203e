import { expect, test, vi } from 'vitest';
import { readPdf } from './read-pdf.ts';

/** A document whose page draws many invalid forms, each of which makes pdf.js warn. */
function pdfWithWrongForms(): Uint8Array<ArrayBuffer> {
  const content = `BT /F1 12 Tf 60 700 Td (Low water at six.) Tj ET ${'/X0 Do '.repeat(500)}`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> /XObject << /X0 1 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  const text = objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`).join('');
  return new TextEncoder().encode(`%PDF-1.7\n${text}trailer\n<< /Root 1 0 R >>\n%%EOF\n`);
}

test('a document has nothing written to the console, which keeps the page that started the worker busy', async () => {
  const written = (['log', 'warn', 'error', 'info', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => undefined),
  );
  const reply = await readPdf({ id: '1', bytes: pdfWithWrongForms(), first: 1, maxPages: 1 }, () => undefined);
  const calls = written.flatMap((each) => each.mock.calls);
  vi.restoreAllMocks();
  expect(JSON.stringify(reply)).toContain('Low water at six.');
  expect(calls).toEqual([]);
});
