/** The highlights of a page as they stand now, with the notes they came from. */
import type { HighlightFacts } from '../../core/highlights/highlight-view.ts';
import { isKept } from '../../core/outbox/view.ts';
import type { HighlightPorts } from './ports.ts';

type Ports = Pick<HighlightPorts, 'highlights' | 'itemsOf'>;

/** Gives those whose note was not discarded; a note that has left the list of saves is still in its Memory. */
export async function highlightsOf(
  pageKey: string,
  { highlights, itemsOf }: Ports,
): Promise<HighlightFacts[]> {
  const all = await highlights.ofPage(pageKey);
  const items = new Map((await itemsOf(all.map(({ id }) => id))).map((item) => [item.id, item]));
  return all.flatMap((highlight): HighlightFacts[] => {
    const item = items.get(highlight.id) ?? null;
    if (item === null) return [{ highlight, item }];
    return isKept(item) ? [{ highlight, item }] : [];
  });
}

/** Gives those whose mark is to be drawn. */
export async function marksOf(pageKey: string, ports: Ports): Promise<HighlightFacts[]> {
  const all = await highlightsOf(pageKey, ports);
  return all.filter(({ highlight }) => highlight.isUnmarked !== true);
}
