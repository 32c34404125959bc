/** Reads the contents that a PDF carries beside its pages. */
import type { getDocumentProxy } from 'unpdf';
import type { OutlineEntry } from './set-text.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Node = Awaited<ReturnType<Pdf['getOutline']>>[number];

/** More are no contents, and each costs a question. */
const mostEntries = 2000;

/** Gives the entries that lead to a page; none where the contents cannot be read. */
export async function contentsOf(pdf: Pdf): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const waiting: { node: Node; depth: number }[] = [];
  const add = (nodes: readonly Node[], depth: number) =>
    waiting.unshift(...nodes.map((node) => ({ node, depth })));
  try {
    // A file without contents gives null, whatever its type says.
    add((await pdf.getOutline()) ?? [], 0);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { node, depth } = next;
      const page = await pageOf(pdf, node.dest);
      if (page !== null) entries.push({ title: node.title, page, depth });
      if (entries.length >= mostEntries) break;
      const inner: Node[] = node.items;
      add(inner, depth + 1);
    }
  } catch {
    // The text is read all the same; its headings are told by their size.
  }
  return entries;
}

async function pageOf(pdf: Pdf, named: Node['dest']): Promise<number | null> {
  const place: unknown[] | null =
    typeof named === 'string' ? await pdf.getDestination(named) : named;
  const page = place?.[0];
  if (typeof page === 'number') return page + 1;
  if (!isReference(page)) return null;
  return (await pdf.getPageIndex(page)) + 1;
}

function isReference(value: unknown): value is { num: number; gen: number } {
  return typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
}
