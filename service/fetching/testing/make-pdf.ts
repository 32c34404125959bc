/** Creates small PDF files for tests. */

export interface PdfFields {
  readonly title?: string;
  /** The lines of each page, in Latin-1. An empty string leaves a blank line. */
  readonly pages: readonly (readonly string[])[];
  /** Whether the file claims to be protected by a password. */
  readonly isEncrypted?: boolean;
}

/** Creates a PDF with one page for each list of lines. */
export function makePdf({ title, pages, isEncrypted = false }: PdfFields): Uint8Array {
  const pageNumber = (index: number) => 4 + 2 * index;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => {
      const shown = lines.map((line) => `(${escaped(line)}) Tj 0 -14 Td`).join('\n');
      const stream = `BT /F1 12 Tf 72 720 Td\n${shown}\nET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageNumber(index) + 1} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
    `<< ${title === undefined ? '' : `/Title (${escaped(title)})`} >>`,
    `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const encrypt = isEncrypted ? `/Encrypt ${objects.length} 0 R /ID [<41><41>]` : '';
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer << /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length - 1} 0 R ${encrypt} >>\n`;
  file += `startxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(file, (letter) => letter.charCodeAt(0));
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, '\\$&');
}
