import { exactTime, relativeTime } from '../../lib/i18n/time.ts';

/** A past moment said relative to now, and exactly on hover. Times are milliseconds since the epoch. */
export function TimeAgo({
  then,
  now,
  className,
}: {
  then: number;
  now: number;
  className?: string;
}) {
  return (
    <time className={className} dateTime={new Date(then).toISOString()} title={exactTime(then)}>
      {relativeTime(Math.min(then, now), now)}
    </time>
  );
}
