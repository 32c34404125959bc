import { type ReactNode, useId, useRef, useState } from 'react';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { useFirstOfMore } from '../app/use-focus.ts';
import type { SavesHook } from './use-saves.ts';
import { Button } from '../ui/button.tsx';
import { savesWords } from './saves-text.ts';
import { DiscardedRow } from './discarded-row.tsx';
import { SaveRow } from './save-row.tsx';
import type { RowAction, RowConnection } from './save-row-view.ts';
import { many, refused, retryable, waitingTogether, type SavesSection as Section } from './saves-model.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';

export type SavesSectionProps = {
  section: Section;
  saves: SavesHook;
  now: number;
  connection: RowConnection;
  /** How many highlights each page has, by its `pageKey`. */
  highlights: ReadonlyMap<string, number>;
  /** The page in front by its `pageKey`; null where it is not known. */
  frontPage: string | null;
  onHighlights: () => void;
  onAct: (action: RowAction, item: OutboxView) => void;
};

/** Rows shown at first, and with each wish for more. */
const portion = 100;

/** One part of the list, with what can be done about all in it where they are many. */
export function SavesSection(props: SavesSectionProps) {
  const { section, saves, now, connection, highlights, frontPage, onHighlights, onAct } = props;
  const { key, entries, items } = section;
  const [shown, setShown] = useState(portion);
  const listRef = useRef<HTMLUListElement>(null);
  const id = useId();
  useFirstOfMore(listRef, shown);
  const left = entries.length - shown;
  const together = key === 'way' ? waitingTogether(items) : null;

  return (
    <section className="saves-section" aria-labelledby={id} data-section={key}>
      <div className="saves-section-head">
        <h2 id={id} className="saves-section-title">
          {savesWords.sections[key]}
          {items.length === 0 ? null : (
            <span className="saves-section-count">
              <span className="visually-hidden">, </span>
              {items.length}
            </span>
          )}
        </h2>
        {key === 'trouble' ? <ForAll items={items} saves={saves} /> : null}
        {together === null ? null : (
          <div className="saves-section-all">
            <Button
              size="small"
              data-act="retry-all"
              onClick={() => void saves.retry(together.items)}
            >
              {savesWords.all['retry-now']}
            </Button>
          </div>
        )}
      </div>
      {together === null ? null : <p className="saves-section-why">{together.words}</p>}
      <ul className="saves-list" ref={listRef} aria-labelledby={id}>
        {entries
          .slice(0, shown)
          .map((entry) =>
            entry.kind === 'discarded' ? (
              <DiscardedRow
                key={entry.discarded.key}
                discarded={entry.discarded}
                onUndo={saves.restore}
                onForget={saves.forgetDiscarded}
              />
            ) : (
              <SaveRow
                key={entry.item.id}
                item={entry.item}
                version={entry.version}
                now={now}
                failure={saves.errors.get(entry.item.id) ?? null}
                tried={saves.tries.get(entry.item.id) ?? 0}
                isWorking={saves.running.has(entry.item.id)}
                isSaidAbove={together !== null && entry.item.state.status === 'waiting'}
                connection={connection}
                highlights={highlightsOf(entry.item, highlights)}
                onHighlights={onHighlights}
                isInFront={entry.item.pageKey === frontPage}
                onAct={onAct}
              />
            ),
          )}
      </ul>
      {left <= 0 ? null : (
        <Button wide size="small" data-act="more" onClick={() => setShown(shown + portion)}>
          {plural(Math.min(left, portion), 'saves_more')}
        </Button>
      )}
    </section>
  );
}

/** A highlight is no way to itself. */
function highlightsOf(
  { kind, pageKey }: OutboxView,
  highlights: SavesSectionProps['highlights'],
): number {
  return kind === 'note' ? 0 : (highlights.get(pageKey) ?? 0);
}

function ForAll({ items, saves }: { items: readonly OutboxView[]; saves: SavesHook }): ReactNode {
  const again = retryable(items);
  const unwanted = refused(items);
  if (again.length < many && unwanted.length < many) return null;
  return (
    <div className="saves-section-all">
      {again.length < many ? null : (
        <Button size="small" data-act="retry-all" onClick={() => void saves.retry(again)}>
          {t('saves_all_retry')}
        </Button>
      )}
      {unwanted.length < many ? null : (
        <Button
          size="small"
          look="quiet"
          data-act="discard-all"
          onClick={() => void saves.discard(unwanted)}
        >
          {plural(unwanted.length, 'saves_all_discard')}
        </Button>
      )}
    </div>
  );
}
