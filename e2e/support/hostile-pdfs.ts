import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** A compressed stream that expands to `times` copies of the same bytes, created without holding them in memory. */
function bomb(chunk: string, times: number): Buffer {
  // A deflate block that ends at a byte boundary can be repeated. A full flush creates such a block.
  const block = deflateRawSync(Buffer.from(chunk), { finishFlush: 3 /* Z_FULL_FLUSH */ });
  const end = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: times }, () => block), end]);
}

const packedTwice = (bytes: Buffer) => deflateSync(bytes, { level: 9 });

type Dictionary = string;
type PdfObject = string | { dictionary: Dictionary; bytes: Buffer };

/**
 * A file of these objects, the first of which is the catalog. Readers find the objects of a file without a
 * cross-reference table.
 */
function pdfOfObjects(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  for (const [index, object] of objects.entries()) {
    parts.push(Buffer.from(`${index + 1} 0 obj\n`));
    if (typeof object === 'string') parts.push(Buffer.from(object));
    else {
      parts.push(Buffer.from(`<< ${object.dictionary} /Length ${object.bytes.length} >>\nstream\n`), object.bytes);
      parts.push(Buffer.from('\nendstream'));
    }
    parts.push(Buffer.from('\nendobj\n'));
  }
  parts.push(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\n%%EOF\n`));
  return Buffer.concat(parts);
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const plain = (text: string): PdfObject => ({ dictionary: '', bytes: Buffer.from(text) });
const WORDS = 'BT /F1 12 Tf 60 700 Td (Low water at six.) Tj ET\n';

/** One page with this content and these resources. Further objects start with number 6. */
function onePage(content: PdfObject, more: readonly PdfObject[] = [], resources = '', page = ''): Buffer {
  return pdfOfObjects([
    CATALOG,
    PAGES,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> ${resources} >> /Contents 5 0 R ${page} >>`,
    FONT,
    content,
    ...more,
  ]);
}

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

/** Documents of at most a few megabytes that keep a reader busy, or fill its memory, without end. */
export const HOSTILE_PDFS: Readonly<Record<string, () => Buffer>> = {
  'unpacks-to-10-GB': () =>
    onePage({
      dictionary: '/Filter [/FlateDecode /FlateDecode]',
      bytes: packedTwice(bomb(`${WORDS}${' '.repeat(1_000_000)}`, 10_000)),
    }),
  'endless-operators': () => onePage({ dictionary: '/Filter /FlateDecode', bytes: bomb('q Q '.repeat(250_000), 500) }),
  'endless-text': () =>
    onePage({ dictionary: '/Filter /FlateDecode', bytes: bomb(`BT /F1 1 Tf ${'(a) Tj '.repeat(100_000)} ET `, 200) }),
  'deep-arrays': () => onePage(plain(WORDS), [], '', `/PieceInfo ${'['.repeat(2_000_000)}`),
  'deep-content': () => onePage(plain(`${WORDS}${'['.repeat(3_000_000)}`)),
  'deep-dictionaries': () => onePage(plain(WORDS), [], '', `/PieceInfo ${'<< /A '.repeat(500_000)}`),
  'many-fonts': () =>
    onePage(
      plain(times(20_000, (index) => `BT /F${index + 10} 12 Tf (a) Tj ET\n`) + WORDS),
      times(20_000, (index) => `\n<< /Type /Font /Subtype /TrueType /BaseFont /A${index} >>`)
        .split('\n')
        .slice(1),
      '',
      `/Resources << /Font << /F1 4 0 R ${times(20_000, (index) => `/F${index + 10} ${index + 6} 0 R `)} >> >>`,
    ),
  'giant-box': () =>
    onePage(
      plain(`${WORDS}BT /F1 1e30 Tf 1e38 1e38 Td (far) Tj ET\n`),
      [],
      '',
      '/CropBox [-1e38 -1e38 1e38 1e38] /UserUnit 1e20',
    ),
  'character-map': () =>
    pdfOfObjects([
      CATALOG,
      PAGES,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
      '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [7 0 R] >>',
      plain('BT /F1 12 Tf 60 700 Td <0001> Tj ET'),
      plain(
        `begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange\n${times(2_000, () => '1 beginbfrange <00000000> <fffffffe> <0041> endbfrange 1 begincidrange <00000000> <fffffffe> 0 endcidrange\n')} endcmap`,
      ),
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [0 4294967294 500] /DW 1000 >>',
    ]),
  'forms-in-forms': () =>
    onePage(
      plain(`${'/X0 Do '.repeat(20)}${WORDS}`),
      Array.from({ length: 20 }, (_, index) => ({
        dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 4 0 R >> /XObject << /X${index + 1} ${index + 7} 0 R >> >>`,
        bytes: Buffer.from(`BT /F1 9 Tf (a) Tj ET ${`/X${index + 1} Do `.repeat(20)}`),
      })),
      '/XObject << /X0 6 0 R >>',
    ),
  'form-in-itself': () =>
    onePage(
      plain(`/X0 Do ${WORDS}`),
      [
        {
          dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X0 6 0 R >> >>',
          bytes: Buffer.from('/X0 Do /X0 Do '),
        },
      ],
      '/XObject << /X0 6 0 R >>',
    ),
  'pages-in-themselves': () =>
    pdfOfObjects([CATALOG, '<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 1000000000 >>']),
  'pages-without-end': () =>
    pdfOfObjects([
      CATALOG,
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(500_000)}] /Count 500000 >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
      FONT,
      plain(WORDS),
    ]),
  'structure-without-end': () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>',
      PAGES,
      '<< /Type /Page /Parent 2 0 R /StructParents 0 /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
      FONT,
      plain(`/P << /MCID 0 >> BDC ${WORDS} EMC`),
      `<< /Type /StructTreeRoot /K [7 0 R] /ParentTree << /Nums [0 [${'7 0 R '.repeat(200_000)}]] >> >>`,
      `<< /Type /StructElem /S /P /Pg 3 0 R /P 7 0 R /K [${times(200_000, (index) => `${index} `)} 7 0 R] >>`,
    ]),
  'notes-without-end': () =>
    onePage(
      plain(WORDS),
      [
        '<< /Type /Annot /Subtype /FreeText /Rect [0 0 9 9] /Contents (a) /DA (/F1 9 Tf) /AP << /N 7 0 R >> >>',
        {
          dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Filter /FlateDecode',
          bytes: bomb('q Q '.repeat(250_000), 100),
        },
      ],
      '',
      `/Annots [${'6 0 R '.repeat(300_000)}]`,
    ),
  'function-without-end': () =>
    onePage(
      plain(`/Pattern cs /P1 scn 0 0 99 99 re f ${WORDS}`),
      [
        '<< /PatternType 2 /Shading << /ShadingType 1 /ColorSpace [/Separation /A /DeviceRGB 7 0 R] /Function 7 0 R >> >>',
        { dictionary: '/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]', bytes: Buffer.from('{'.repeat(1_000_000)) },
      ],
      '/Pattern << /P1 6 0 R >>',
    ),
  'title-without-end': () =>
    pdfOfObjects(
      [
        CATALOG,
        PAGES,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
        FONT,
        plain(WORDS),
        `<< /Title (${'(a'.repeat(1_500_000)}`,
      ],
      '/Info 6 0 R',
    ),
};

/** A picture of 30,000 by 30,000 points in 110 KB. */
export function giantPicture(): Buffer {
  const side = 30_000;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A ZIP archive that lists this many files, each of which claims to expand to 4 GB. */
export function buildArchive(files: number): Buffer {
  const entry = Buffer.alloc(31, 0);
  entry.write('PK\x03\x04', 'latin1');
  entry.writeUInt32LE(0xfffffffe, 22);
  entry.writeUInt16LE(1, 26);
  entry.write('a', 30);
  return Buffer.concat(Array.from({ length: files }, () => entry));
}
