import './discarded-row.css';
import { sentences, around, plural, t } from '../../lib/i18n/i18n.ts';
import { useEffect, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import { undoMs } from '../../lib/outbox/schedule.ts';
import type { Discarded } from './saves-model.ts';
import { Button } from '../ui/button.tsx';
import { NamedLine } from '../ui/named-line.tsx';
import { errorWords } from '../app/error-text.ts';
import { savesWords } from './saves-text.ts';
import { isKeptAnyway, titleOf } from './save-row.tsx';

export type DiscardedRowProps = {
  discarded: Discarded;
  /** Says why it could not be had back. */
  onUndo: (key: string) => Promise<AppError | null>;
  onForget: (key: string) => void;
};

/** Stands in the place of what was discarded, with the way back. */
export function DiscardedRow({ discarded: { key, items }, onUndo, onForget }: DiscardedRowProps) {
  const [isWorking, setIsWorking] = useState(false);
  const [trouble, setTrouble] = useState<AppError | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => onForget(key), undoMs);
    return () => clearTimeout(timer);
  }, [key, onForget]);
  const [first] = items;
  if (first === undefined) return null;
  const isOne = items.length === 1;
  const title = titleOf(first).slice(0, shownTitleLength);

  const undo = async () => {
    setIsWorking(true);
    setTrouble(await onUndo(key));
    setIsWorking(false);
  };
  const isTooLate = trouble?.code === 'memory.not-found';
  return (
    <li className="discarded-row" data-save={first.id}>
      {isOne ? (
        <NamedLine
          className="discarded-row-words"
          around={
            isKeptAnyway(first)
              ? around('saves_undo_hidden', 'title')
              : around('saves_undo_one', 'title')
          }
          name={title}
        />
      ) : (
        <span className="discarded-row-words">{plural(items.length, 'saves_undo_many')}</span>
      )}
      <Button
        size="small"
        look="quiet"
        busy={isWorking}
        data-act="undo"
        aria-label={
          isTooLate
            ? t('saves_undo_close')
            : isOne
              ? t('saves_undo_of', { title })
              : plural(items.length, 'saves_undo_ofMany')
        }
        onClick={() => (isTooLate ? onForget(key) : void undo())}
      >
        {isTooLate ? t('saves_undo_close') : t('saves_undo_action')}
      </Button>
      {trouble === null ? null : (
        <p className="discarded-row-trouble" role="alert">
          {sentenceOf(trouble)}
        </p>
      )}
    </li>
  );
}

const shownTitleLength = 120;

function sentenceOf(error: AppError): string {
  const { title, next } =
    error.code === 'memory.not-found' ? savesWords.undo.tooLate : errorWords(error);
  return sentences(title, next);
}
