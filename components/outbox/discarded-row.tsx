import { sentences, around, plural, t } from '../../lib/i18n/i18n.ts';
import './discarded-row.css';
import { useEffect } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import { isFinished, undoMs } from '../../lib/outbox/model.ts';
import type { Discarded } from './saves-state.ts';
import { errorOf, useCommand } from '../app/use-command.ts';
import { QuietButton } from '../ui/button.tsx';
import { NamedLine } from '../ui/named-line.tsx';
import { errorWords } from '../../lib/i18n/errors.ts';
import { titleOf } from './save-state.ts';

type DiscardedRowProps = {
  discarded: Discarded;
  onUndo: (key: string) => Promise<Result<unknown, AppError>>;
  onForget: (key: string) => void;
};

export function DiscardedRow({ discarded: { key, items }, onUndo, onForget }: DiscardedRowProps) {
  const { state, run } = useCommand(() => onUndo(key));
  const error = errorOf(state);
  useEffect(() => {
    const timer = setTimeout(() => onForget(key), undoMs);
    return () => clearTimeout(timer);
  }, [key, onForget]);
  const [first] = items;
  if (first === undefined) return null;
  const title = titleOf(first).slice(0, 120);
  const group = items.length === 1 ? null : plural(items.length, 'saves_undo_many');

  const isTooLate = error?.code === 'memory.not-found';
  const action = isTooLate ? t('common_close') : t('common_undo');
  return (
    <li className="discarded-row" data-save={first.id}>
      {group === null ? (
        <NamedLine
          className="discarded-row-words"
          around={
            // The connection already has the document; this only removes it from the list.
            around(isFinished(first.state) ? 'saves_undo_hidden' : 'saves_undo_one', 'title')
          }
          name={title}
        />
      ) : (
        <span className="discarded-row-words">{group}</span>
      )}
      <QuietButton
        busy={state.status === 'running'}
        data-act="undo"
        aria-label={isTooLate ? action : t('saves_of', { action, title: group ?? title })}
        onClick={() => (isTooLate ? onForget(key) : void run(undefined))}
      >
        {action}
      </QuietButton>
      {error === null ? null : (
        <p className="discarded-row-error" role="alert">
          {isTooLate
            ? t('saves_undo_tooLate_title')
            : sentences(errorWords(error).title, errorWords(error).next)}
        </p>
      )}
    </li>
  );
}
