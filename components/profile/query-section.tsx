import { sentences, t } from '../../lib/i18n/i18n.ts';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorNotice } from '../app/error-notice.tsx';
import { lastValue, type Query, slowSeconds, waitingSince } from '../app/use-query.ts';
import { QuietButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { seconds } from '../../lib/i18n/time.ts';
import { readErrorWords } from './profile-view.ts';

type QuerySectionProps<T> = {
  query: Query<T>;
  id: string;
  title: string;
  text?: string;
  /** Shown even if loading fails. */
  tools?: ReactNode;
  /** The title of the error if access was withdrawn. */
  noAccess: string;
  spoken: (value: T) => string;
  now: number;
  /** `isLatest` is false if a later reload failed. */
  children: (value: T, isLatest: boolean) => ReactNode;
};

export function QuerySection<T extends { readAt: number }>(props: QuerySectionProps<T>) {
  const { id, title, text, tools, noAccess, spoken, now, children } = props;
  const { state, refresh, onReturn } = props.query;
  const value = lastValue(state);
  const error = state.status === 'failed' ? state.error : null;
  const since = waitingSince(state);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const failedRef = useRef(false);

  // The focused retry button disappears after a successful retry.
  useEffect(() => {
    const isRestored = failedRef.current && error === null;
    failedRef.current = error !== null;
    if (isRestored && document.activeElement === document.body) headingRef.current?.focus();
  }, [error]);

  return (
    <section className="profile-part" aria-labelledby={id}>
      <div className="profile-part-head">
        {/* The panel moves focus here when the view is opened. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <h2
          id={id}
          className="profile-part-title"
          ref={headingRef}
          tabIndex={-1}
          onFocus={onReturn}
        >
          {title}
        </h2>
        {value === null ? null : (
          <>
            <p className="profile-part-when">
              <span className="profile-part-read">{t('profile_read')}</span>{' '}
              <TimeAgo then={value.readAt} now={now} />
            </p>
            <QuietButton busy={since !== null} icon={<RefreshCw size={14} />} onClick={refresh}>
              {t('profile_refresh')}
            </QuietButton>
          </>
        )}
      </div>
      {text === undefined ? null : <p className="profile-part-text">{text}</p>}
      {tools}
      <div className="profile-trouble" aria-live="polite">
        {error === null ? null : (
          <ErrorNotice
            error={error}
            words={readErrorWords(error, noAccess)}
            busy={since !== null}
            onAgain={refresh}
          />
        )}
      </div>
      {value === null && error === null ? <QuerySkeleton since={since} now={now} /> : null}
      {value === null ? null : children(value, error === null)}
      <LiveRegion words={value === null || since !== null || error !== null ? '' : spoken(value)} />
    </section>
  );
}

export function QuerySkeleton({ since, now }: { since: number | null; now: number }) {
  const elapsed = slowSeconds(since, now);
  return (
    <div className="reading-skeleton">
      <SkeletonLine width={86} />
      <SkeletonLine width={94} />
      <SkeletonLine width={58} />
      {elapsed === null ? null : (
        <p className="reading-skeleton-words">
          {sentences(t('profile_reading', { count: seconds(elapsed) }), t('common_slow'))}
        </p>
      )}
    </div>
  );
}
