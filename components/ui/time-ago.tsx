import { exactTime, relativeTime } from '../../lib/i18n/time.ts';

type TimeAgoProps = { then: number; now: number; className?: string };

/** A relative time, with the exact time on hover. Times are milliseconds since the epoch. */
export function TimeAgo({ then, now, className }: TimeAgoProps) {
  return (
    <time className={className} dateTime={new Date(then).toISOString()} title={exactTime(then)}>
      {relativeTime(Math.min(then, now), now)}
    </time>
  );
}
