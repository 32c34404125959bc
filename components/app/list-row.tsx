import { SquareArrowOutUpRight, Trash2 } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from '../ui/button.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { rowByKey } from './use-focus.ts';

export function RowTitle({ title, href }: { title: string; href: string | null }) {
  const words = (
    <span className="save-row-words" dir="auto">
      {title}
    </span>
  );
  if (href === null) return words;
  return (
    <a className="save-row-link" href={href} target="_blank" rel="noreferrer" data-act="open">
      {words}
      <SquareArrowOutUpRight className="save-row-opens" size={13} />
    </a>
  );
}

/** `name` makes the button's label unique within the list. */
export function RowDelete({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <IconButton
      Icon={Trash2}
      label={t('saves_of', { action: t('saves_actions_delete'), title: name })}
      className="save-row-delete"
      data-act="delete"
      aria-keyshortcuts="Delete"
      onClick={onPress}
    />
  );
}

type RowsSkeletonProps = {
  className: string;
  /** The width of each row's title, in percent. */
  widths: readonly number[];
  children?: ReactNode;
};

export function RowsSkeleton({ className, widths, children }: RowsSkeletonProps) {
  return (
    <div className={className} data-skeleton>
      <span className="visually-hidden">{t('common_loading')}</span>
      {widths.map((width) => (
        <div key={width} className="row-skeleton">
          <SkeletonLine width={width} tall />
          <SkeletonLine width={width / 2} />
        </div>
      ))}
      {children}
    </div>
  );
}

/** Handles keys in the list: arrow keys, Home and End move the focus; Delete and Backspace delete a row. */
export function onRowKey(event: KeyboardEvent<HTMLElement>, filter: HTMLElement | null): void {
  const { key, target, currentTarget } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof HTMLElement) || target.closest('dialog') !== null) return;
  const row = target.closest('[data-save]');
  if (row !== null && (key === 'Delete' || key === 'Backspace')) {
    row.querySelector<HTMLElement>('[data-act="delete"], [data-act="discard"]')?.click();
    return event.preventDefault();
  }
  const isInRows = row !== null || target.dataset['act'] === 'attention';
  if (!isInRows && !(target === filter && key === 'ArrowDown')) return;
  const goal = rowByKey(currentTarget, target, key) ?? (key === 'ArrowUp' ? filter : null);
  if (goal === null) return;
  event.preventDefault();
  goal.focus();
}
