import './learned-notice.css';
import { BookmarkCheck, X } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { t, plural } from '../../lib/i18n/i18n.ts';
import { type FocusEvent, useEffect, useState } from 'react';
import { useBridge } from '../app/bridge.ts';
import {
  type LearnedNews,
  learnedCount,
  mergeLearned,
  noneLearned,
  withoutLearned,
} from '../../lib/outbox/model.ts';
import { shortened } from '../../lib/text/cut-text.ts';

/** How long the line is shown, in milliseconds. */
const shownMs = 8_000;

/** Announces newly searchable pages once. If `isKnown`, the surface already shows that a single page is searchable. */
export function LearnedNotice({ isKnown = false }: { isKnown?: boolean }) {
  const { ask, onEvent } = useBridge();
  const [learned, setLearned] = useState(noneLearned);

  useEffect(() => {
    const take = async () => {
      const taken = await ask('learned.take', {});
      if (taken.ok) setLearned((before) => mergeLearned(before, taken.value));
    };
    const stop = onEvent((event) => {
      if (event.event === 'learned.news') void take();
      if (event.event === 'outbox.removed')
        setLearned((before) => withoutLearned(before, event.id));
    });
    void take();
    return stop;
  }, [ask, onEvent]);

  const words = isKnown && learnedCount(learned) === 1 ? null : learnedText(learned);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (words === null || isHeld) return undefined;
    const timer = setTimeout(() => setLearned(noneLearned), shownMs);
    return () => clearTimeout(timer);
  }, [words, isHeld]);
  // Stays while a person points at it or has moved focus into it.
  const holding = {
    onPointerEnter: () => setIsHeld(true),
    onPointerLeave: () => setIsHeld(false),
    onFocus: () => setIsHeld(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setIsHeld(currentTarget.contains(relatedTarget)),
  };
  const close = () => {
    setLearned(noneLearned);
    // A removed element fires no `pointerleave` or `blur`.
    setIsHeld(false);
  };
  return (
    // The region must exist before its text, or screen readers don't announce it.
    <output className="learned-notice">
      {words === null ? null : (
        <span className="learned-notice-line" {...holding}>
          <BookmarkCheck size={17} />
          <span className="learned-notice-words">{words}</span>
          <IconButton Icon={X} label={t('common_close')} onClick={close} />
        </span>
      )}
    </output>
  );
}

export function learnedText(learned: LearnedNews): string | null {
  const count = learnedCount(learned);
  if (count === 0) return null;
  const title = learned.pages.at(-1)?.title.trim() ?? '';
  return count === 1 && title !== ''
    ? t('learned_one', { title: shortened(title, 48) })
    : plural(count, 'learned_many');
}
