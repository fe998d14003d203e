import { deflateSync } from 'node:zlib';

/**
 * A small PDF: one page for each list of lines, in Helvetica, with page numbers. An empty list is a page without text,
 * like a scan. `drawn`: lines below the edge of every page, which are invisible but take time to read.
 */
export function buildPdf(pages: readonly (readonly string[])[], title = '', lock = '', drawn = 0): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  const first = 5;
  const below = first + pages.length * 2;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  add(`<< /Title (${quoted(title)}) >>`);
  for (const [index, lines] of pages.entries()) {
    const foot = lines.length > 0 ? `\nBT /F1 9 Tf 290 30 Td (${index + 1}) Tj ET` : '';
    const content = lines.map((line, row) => textAt(line, row)).join('\n') + foot;
    const resources = '<< /Font << /F1 3 0 R >> >>';
    const page = `/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources}`;
    add(`<< ${page} /Contents [${first + index * 2 + 1} 0 R ${below} 0 R] >>`);
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  const hidden = Array.from({ length: drawn }, (_, row) => textAt('below', 100 + row)).join('\n');
  add(`<< /Length ${hidden.length} >>\nstream\n${hidden}\nendstream`);
  return assemble(objects, lock);
}

/** A document whose second page is small but expands to a minute's work. */
export function slowPdf(): Buffer {
  const pages = buildPdf([['The tides come twice a day.'], ['slow']]).toString('latin1');
  // Repeated so that it also takes long on a fast machine.
  const text = pages.replace('/Contents [8 0 R 9 0 R]', `/Contents [${'8 0 R '.repeat(60)}]`);
  const packed = deflateSync(Buffer.from('BT /F1 1 Tf 60 60 Td ET\n'.repeat(2_000_000))).toString('latin1');
  const slow = `<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`;
  // pdf.js finds the objects of a file whose cross-reference table is wrong.
  return Buffer.from(
    text.replace(/(\n8 0 obj\n)[\s\S]*?(?=\nendobj)/, (_, head) => head + slow),
    'latin1',
  );
}

/** A line that begins with `# ` is larger. */
function textAt(line: string, row: number): string {
  const isHeading = line.startsWith('# ');
  const size = isHeading ? 20 : 11;
  return `BT /F1 ${size} Tf 60 ${760 - (row === 0 ? 0 : 26 + row * 14)} Td (${quoted(line.replace(/^# /, ''))}) Tj ET`;
}

function quoted(text: string): string {
  return text.replace(/[()\\]/g, '\\$&');
}

/** A document that no password opens, since neither of its two password hashes is valid. */
export function lockedPdf(): Buffer {
  const [owner, user, id] = ['0a'.repeat(32), '0b'.repeat(32), '0c'.repeat(16)];
  return buildPdf(
    [['Nobody reads this.']],
    '',
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${owner}> /U <${user}> /P -4 >> /ID [<${id}> <${id}>]`,
  );
}

function assemble(objects: readonly string[], lock: string): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, '0')} 00000 n \n`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R ${lock} >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
