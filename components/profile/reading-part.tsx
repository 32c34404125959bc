import { sentences } from '../../lib/language/text.ts';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import { TroubleNotice } from '../ask/trouble-notice.tsx';
import type { ReadingHook } from '../hooks/use-reading.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import type { ErrorWords } from '../words/errors.ts';
import { profileWords } from '../words/profile.ts';
import { readingSeconds } from './profile-view.ts';

export type ReadingPartProps<T> = ReadingHook<T> & {
  id: string;
  title: string;
  text?: string;
  /** What can be done besides reading it, whether or not it can be read. */
  tools?: ReactNode;
  refreshLabel: string;
  wordsOf: (error: AppError) => ErrorWords;
  /** What is spoken once it is read. */
  spoken: (value: T) => string;
  now: number;
  /** Gives what was read; after it could not be read again nothing is told of what is not in it. */
  children: (value: T, isLatest: boolean) => ReactNode;
};

/** Something that is read from the memory: when it was, the way to read it again, why it failed, and what it says. */
export function ReadingPart<T extends { readAt: number }>(props: ReadingPartProps<T>) {
  const { id, title, text, tools, refreshLabel, wordsOf, spoken, now, children } = props;
  const { reading, refresh, comeToFront } = props;
  const { value, error, since } = reading;
  const headingRef = useRef<HTMLHeadingElement>(null);
  const failedRef = useRef(false);

  // The button that had it tried again is gone once that went well.
  useEffect(() => {
    const isMended = failedRef.current && error === null;
    failedRef.current = error !== null;
    if (isMended && document.activeElement === document.body) headingRef.current?.focus();
  }, [error]);

  return (
    <section className="profile-part" aria-labelledby={id}>
      <div className="profile-part-head">
        {/* The panel brings people here by giving it the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <h2
          id={id}
          className="profile-part-title"
          ref={headingRef}
          tabIndex={-1}
          onFocus={comeToFront}
        >
          {title}
        </h2>
        {value === null ? null : (
          <p className="profile-part-when">
            <span className="profile-part-read">{profileWords.read}</span>{' '}
            <TimeAgo then={value.readAt} now={now} />
          </p>
        )}
        {value === null ? null : (
          <Button
            look="quiet"
            size="small"
            busy={since !== null}
            icon={<RefreshCw size={14} aria-hidden="true" />}
            aria-label={refreshLabel}
            onClick={refresh}
          >
            {profileWords.refresh}
          </Button>
        )}
      </div>
      {text === undefined ? null : <p className="profile-part-text">{text}</p>}
      {tools}
      <div className="profile-trouble" aria-live="polite">
        {error === null ? null : (
          <TroubleNotice
            error={error}
            words={wordsOf(error)}
            again={profileWords.retry}
            busy={since !== null}
            onAgain={refresh}
          />
        )}
      </div>
      {value === null && error === null ? <ReadingSkeleton since={since} now={now} /> : null}
      {value === null ? null : children(value, error === null)}
      <LiveRegion words={value === null || since !== null || error !== null ? '' : spoken(value)} />
    </section>
  );
}

/** Holds the place of what is on its way, and says how long it has been once that is long. */
export function ReadingSkeleton({ since, now }: { since: number | null; now: number }) {
  const elapsed = readingSeconds(since, now);
  return (
    <div className="reading-skeleton">
      <SkeletonLine width={86} />
      <SkeletonLine width={94} />
      <SkeletonLine width={58} />
      {elapsed === null ? null : (
        <p className="reading-skeleton-words">
          {sentences(profileWords.reading(elapsed), profileWords.slow)}
        </p>
      )}
    </div>
  );
}
