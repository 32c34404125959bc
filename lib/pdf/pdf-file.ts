/** Opens a PDF with PDF.js and takes out what it sets on its pages and says of itself. */
import { getDocumentProxy } from 'unpdf';
import type { OutlineEntry, SetPage } from './set-text.ts';
import { contentsOf } from './outline.ts';
import { setPageOf } from './set-page.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

export type PdfContent = {
  pages: SetPage[];
  /** Also those that could not be read. */
  pageCount: number;
  outline: OutlineEntry[];
  /** The file's own entries, such as `Title`; of any type. */
  info: Readonly<Record<string, unknown>>;
};

export type PdfProblem = 'encrypted' | 'broken' | 'too-long';

export type PdfSteps = {
  bytes: Uint8Array<ArrayBuffer>;
  mostPages: number;
  /** Told after each page. */
  onPage?: (page: number, pages: number) => void;
};

/** Gives the content, or what is wrong with the file; never throws. The bytes are used up. */
export async function contentOf({
  bytes,
  mostPages,
  onPage = () => undefined,
}: PdfSteps): Promise<PdfContent | PdfProblem> {
  let pdf: Pdf | null = null;
  try {
    pdf = await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true, useWasm: false });
    if (pdf.numPages > mostPages) return 'too-long';
    const isTagged = (await pdf.getMarkInfo())?.['Marked'] === true;
    const pages: SetPage[] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pageOf(pdf, number, isTagged);
      if (page !== null) pages.push(page);
      onPage(number, pdf.numPages);
    }
    if (pages.length === 0) return 'broken';
    const { info } = await pdf.getMetadata();
    const entries = Object.fromEntries(Object.entries(info));
    return { pages, pageCount: pdf.numPages, outline: await contentsOf(pdf), info: entries };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return isLocked ? 'encrypted' : 'broken';
  } finally {
    await pdf?.loadingTask.destroy();
  }
}

/** One damaged page does not keep the others from being read. */
async function pageOf(pdf: Pdf, number: number, isTagged: boolean): Promise<SetPage | null> {
  try {
    const page = await pdf.getPage(number);
    const set = await setPageOf(page, isTagged);
    page.cleanup();
    return set;
  } catch {
    return null;
  }
}
