import type { CopiedRows, CopyKind } from '../storage/copied-rows.ts';
import type { CopyKey, Copying, CopyLimits } from '../storage/port/copy.ts';

interface PagesOptions {
  readonly accountId: string;
  readonly limits: CopyLimits;
  /** The key after which to begin. */
  readonly after?: CopyKey | null;
}

/** Yields all rows of a kind in an account, page by page. No page is empty. */
export async function* pagesOf<Kind extends CopyKind>(
  copying: Pick<Copying, 'rows'>,
  kind: Kind,
  { accountId, limits, after = null }: PagesOptions,
): AsyncGenerator<CopiedRows[Kind][]> {
  let key = after;
  for (;;) {
    const rows: CopiedRows[Kind][] = await copying.rows(kind, { ...limits, accountId, after: key });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    key = last.key;
  }
}
