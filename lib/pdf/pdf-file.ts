import { getDocumentProxy } from 'unpdf';
import type { OutlineEntry, PageText, TextPiece } from './layout.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

type PdfContent = {
  pages: PageText[];
  /** Includes pages that couldn't be read. */
  pageCount: number;
  outline: OutlineEntry[];
  /** Entries of the document information dictionary, such as `Title`, of any type. */
  info: Readonly<Record<string, unknown>>;
};

export type PdfProblem = 'encrypted' | 'broken' | 'too-long';

type ReadPdfOptions = {
  bytes: Uint8Array<ArrayBuffer>;
  maxPages: number;
  onPage?: (page: number, pages: number) => void;
};

/** Reads a PDF. Never throws. Consumes the bytes. */
export async function readPdfContent({
  bytes,
  maxPages,
  onPage = () => undefined,
}: ReadPdfOptions): Promise<PdfContent | PdfProblem> {
  let pdf: Pdf | null = null;
  try {
    pdf = await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true, useWasm: false });
    if (pdf.numPages > maxPages) return 'too-long';
    const isTagged = (await pdf.getMarkInfo())?.['Marked'] === true;
    const pages: PageText[] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await readPage(pdf, number, isTagged);
      if (page !== null) pages.push(page);
      onPage(number, pdf.numPages);
    }
    if (pages.length === 0) return 'broken';
    const { info } = await pdf.getMetadata();
    const entries = Object.fromEntries(Object.entries(info));
    return { pages, pageCount: pdf.numPages, outline: await outlineOf(pdf), info: entries };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return isLocked ? 'encrypted' : 'broken';
  } finally {
    await pdf?.loadingTask.destroy();
  }
}

/** Returns null for a damaged page, so that the others can still be read. */
async function readPage(pdf: Pdf, number: number, isTagged: boolean): Promise<PageText | null> {
  try {
    const page = await pdf.getPage(number);
    const pageText = await readPageText(page, isTagged);
    page.cleanup();
    return pageText;
  } catch {
    return null;
  }
}

type Node = Awaited<ReturnType<Pdf['getOutline']>>[number];
/** Limited, because each entry takes a call to PDF.js. */
const maxEntries = 2000;

/** Returns the entries up to the first that can't be read. */
async function outlineOf(pdf: Pdf): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const waiting: { node: Node; depth: number }[] = [];
  const add = (nodes: readonly Node[], depth: number) =>
    waiting.unshift(...nodes.map((node) => ({ node, depth })));
  try {
    // PDF.js returns null without an outline, contrary to its types.
    add((await pdf.getOutline()) ?? [], 0);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { node, depth } = next;
      const page = await targetPageOf(pdf, node.dest);
      if (page !== null) entries.push({ title: node.title, page, depth });
      if (entries.length >= maxEntries) break;
      const inner: Node[] = node.items;
      add(inner, depth + 1);
    }
  } catch {
    // The text can be read without an outline. Headings are then recognized by size.
  }
  return entries;
}

async function targetPageOf(pdf: Pdf, destination: Node['dest']): Promise<number | null> {
  const target: unknown[] | null =
    typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
  const page = target?.[0];
  if (typeof page === 'number') return page + 1;
  if (!isReference(page)) return null;
  return (await pdf.getPageIndex(page)) + 1;
}

function isReference(value: unknown): value is { num: number; gen: number } {
  return typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
}

type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;
type Item = Awaited<ReturnType<PdfPage['getTextContent']>>['items'][number];
type TextItem = Extract<Item, { str: string }>;
type Tree = Awaited<ReturnType<PdfPage['getStructTree']>>;
type TreeNode = Tree | Tree['children'][number];

/** Reads a page, dropping text that doesn't run in the main direction, such as a stamp in the margin. */
async function readPageText(page: PdfPage, isTagged: boolean): Promise<PageText> {
  const { items } = await page.getTextContent({ includeMarkedContent: isTagged });
  const levels = headingLevels(isTagged ? await page.getStructTree() : null);
  const [, bottom = 0, , top = 0] = page.view;
  const pieces = withHeadingLevels(items, levels).map(({ item, level }) => ({
    direction: directionOf(item),
    piece: pieceOf(item, level, bottom),
  }));
  const direction = mainDirection(pieces);
  return {
    number: page.pageNumber,
    height: top - bottom,
    pieces: pieces.filter((entry) => entry.direction === direction).map(({ piece }) => piece),
  };
}

function headingLevels(tree: TreeNode | null): Map<string, number> {
  const levels = new Map<string, number>();
  const visit = (node: TreeNode, level: number): void => {
    if ('id' in node) {
      if (level > 0) levels.set(node.id, level);
      return;
    }
    const [, digit] = /^H([1-6])?$/.exec(node.role) ?? [null, null];
    const nodeLevel = digit === null ? level : Number(digit ?? 2);
    for (const child of node.children) visit(child, nodeLevel);
  };
  // PDF.js returns null without a structure tree, contrary to its types.
  if (tree !== null) visit(tree, 0);
  return levels;
}

function withHeadingLevels(
  items: readonly Item[],
  levels: ReadonlyMap<string, number>,
): { item: TextItem; level: number }[] {
  const openLevels: number[] = [];
  const textItems: { item: TextItem; level: number }[] = [];
  for (const item of items) {
    if ('str' in item) textItems.push({ item, level: openLevels.at(-1) ?? 0 });
    else if (item.type === 'endMarkedContent') openLevels.pop();
    else openLevels.push(levels.get(item.id) ?? openLevels.at(-1) ?? 0);
  }
  return textItems;
}

type Direction = 'right' | 'up' | 'down';

function directionOf({ transform }: TextItem): Direction {
  const [a = 0, b = 0] = transform.map(Number);
  if (Math.abs(a) >= Math.abs(b)) return 'right';
  return b > 0 ? 'up' : 'down';
}

function mainDirection(pieces: readonly { direction: Direction; piece: TextPiece }[]): Direction {
  const letters = { right: 0, up: 0, down: 0 };
  for (const { direction, piece } of pieces) letters[direction] += piece.text.length;
  if (letters.right >= letters.up && letters.right >= letters.down) return 'right';
  return letters.up >= letters.down ? 'up' : 'down';
}

/** Returns the piece for a text item, turning sideways pages upright. */
function pieceOf(item: TextItem, level: number, bottom: number): TextPiece {
  const [, , c = 0, d = 0, e = 0, f = 0] = item.transform.map(Number);
  const direction = directionOf(item);
  const x = direction === 'right' ? e : direction === 'up' ? f : -f;
  const y = direction === 'right' ? f - bottom : direction === 'up' ? -e : e;
  return {
    text: item.str,
    x,
    y,
    width: direction === 'right' ? item.width : item.height || item.width,
    fontSize: Math.hypot(c, d),
    endsLine: item.hasEOL,
    level,
  };
}
