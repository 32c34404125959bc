/** Takes the text of one page from PDF.js, with the headings that the file's own structure names. */
import type { getDocumentProxy } from 'unpdf';
import type { SetPage, SetText } from './set-text.ts';

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;
type Item = Awaited<ReturnType<PdfPage['getTextContent']>>['items'][number];
type TextItem = Extract<Item, { str: string }>;
type Tree = Awaited<ReturnType<PdfPage['getStructTree']>>;
type TreeNode = Tree | Tree['children'][number];

/** Gives what a page sets; text that runs across the rest, as a stamp in the margin does, is left out. */
export async function setPageOf(page: PdfPage, isTagged: boolean): Promise<SetPage> {
  const { items } = await page.getTextContent({ includeMarkedContent: isTagged });
  const levels = isTagged ? levelsOf(await page.getStructTree()) : noLevels;
  const [, bottom = 0, , top = 0] = page.view;
  const pieces = leveled(items, levels).map(({ item, level }) => ({
    way: wayOf(item),
    piece: pieceOf(item, level, bottom),
  }));
  const way = mainWay(pieces);
  return {
    number: page.pageNumber,
    height: top - bottom,
    pieces: pieces.filter((one) => one.way === way).map(({ piece }) => piece),
  };
}

const noLevels: ReadonlyMap<string, number> = new Map();

/** The level of each stretch of the page that stands in a heading. */
function levelsOf(tree: TreeNode | null): Map<string, number> {
  const levels = new Map<string, number>();
  const visit = (node: TreeNode, level: number): void => {
    if ('id' in node) {
      if (level > 0) levels.set(node.id, level);
      return;
    }
    const [, digit] = /^H([1-6])?$/.exec(node.role) ?? [null, null];
    const own = digit === null ? level : Number(digit ?? 2);
    for (const child of node.children) visit(child, own);
  };
  // A file without a tree gives null, whatever its type says.
  if (tree !== null) visit(tree, 0);
  return levels;
}

function leveled(
  items: readonly Item[],
  levels: ReadonlyMap<string, number>,
): { item: TextItem; level: number }[] {
  const open: number[] = [];
  const set: { item: TextItem; level: number }[] = [];
  for (const item of items) {
    if ('str' in item) set.push({ item, level: open.at(-1) ?? 0 });
    else if (item.type === 'endMarkedContent') open.pop();
    else open.push(levels.get(item.id) ?? open.at(-1) ?? 0);
  }
  return set;
}

type Way = 'right' | 'up' | 'down';

function wayOf({ transform }: TextItem): Way {
  const [a = 0, b = 0] = numbersOf(transform);
  if (Math.abs(a) >= Math.abs(b)) return 'right';
  return b > 0 ? 'up' : 'down';
}

function mainWay(pieces: readonly { way: Way; piece: SetText }[]): Way {
  const letters = { right: 0, up: 0, down: 0 };
  for (const { way, piece } of pieces) letters[way] += piece.text.length;
  if (letters.right >= letters.up && letters.right >= letters.down) return 'right';
  return letters.up >= letters.down ? 'up' : 'down';
}

/** A page that was set sideways is turned, so that its lines follow each other downwards. */
function pieceOf(item: TextItem, level: number, bottom: number): SetText {
  const [, , c = 0, d = 0, e = 0, f = 0] = numbersOf(item.transform);
  const way = wayOf(item);
  const x = way === 'right' ? e : way === 'up' ? f : -f;
  const y = way === 'right' ? f - bottom : way === 'up' ? -e : e;
  return {
    text: item.str,
    x,
    y,
    width: way === 'right' ? item.width : item.height || item.width,
    fontSize: Math.hypot(c, d),
    endsLine: item.hasEOL,
    level,
  };
}

function numbersOf(transform: readonly unknown[]): number[] {
  return transform.map(Number);
}
