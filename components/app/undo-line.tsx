import './undo-line.css';
import { useEffect, useEffectEvent, useRef } from 'react';
import { errorWords } from '../../lib/i18n/errors.ts';
import { sentences, t } from '../../lib/i18n/i18n.ts';
import { QuietButton } from '../ui/button.tsx';
import { useCommand } from './use-command.ts';

/** A deletion to announce; `binId` is left out if it can't be undone here. */
export type Deleted = { words: string; binId?: string | undefined };

type UndoLineProps = {
  deleted: Deleted | null;
  /** Whether the words are only for screen readers. */
  isHidden?: boolean;
  onChange: (next: Deleted | null) => void;
};

const shownMs = 10_000;

/** Announces a deletion and offers to undo it for a few seconds, or as long as the pointer or the focus is on it. */
export function UndoLine({ deleted, isHidden = false, onChange }: UndoLineProps) {
  const lineRef = useRef<HTMLDivElement>(null);
  const { state, run } = useCommand(({ ask }, id: string) => ask('bin.restore', { id }));
  const isWorking = state.status === 'running';
  const binId = deleted?.binId;
  const words = deleted?.words;
  const onOver = useEffectEvent(() => {
    const inUse = binId === undefined ? ':hover' : ':hover, :focus-within';
    if (lineRef.current?.matches(inUse) !== true && !isWorking) onChange(null);
  });
  useEffect(() => {
    if (words === undefined) return undefined;
    const timer = setInterval(() => onOver(), shownMs);
    return () => clearInterval(timer);
  }, [words]);

  const undo = async (id: string) => {
    const restored = await run(id);
    if (restored === null) return;
    const error = restored.ok ? null : errorWords(restored.error);
    // The button disappears, so focus moves to the line.
    lineRef.current?.focus();
    onChange({ words: error === null ? t('bin_undone') : sentences(error.title, error.next) });
  };
  return (
    <div className={isHidden ? 'visually-hidden' : 'undo-line'} ref={lineRef} tabIndex={-1}>
      <output>{words}</output>
      {binId === undefined ? null : (
        <QuietButton busy={isWorking} onClick={() => void undo(binId)}>
          {t('common_undo')}
        </QuietButton>
      )}
    </div>
  );
}
