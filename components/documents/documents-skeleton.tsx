import '../saves/saves-screen.css';
import { sentences } from '../../lib/language/text.ts';
import { readingSeconds } from '../profile/profile-view.ts';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { documentsWords } from '../words/documents.ts';
import { profileWords } from '../words/profile.ts';

const widths = [82, 64, 91, 56] as const;

export type DocumentsSkeletonProps = { since: number | null; now: number };

/** Holds the places of documents that are on their way, and says how long it has been once that is long. */
export function DocumentsSkeleton({ since, now }: DocumentsSkeletonProps) {
  const elapsed = readingSeconds(since, now);
  return (
    <div className="saves-list">
      <span className="visually-hidden">{documentsWords.loading}</span>
      {widths.map((width) => (
        <div key={width} className="saves-skeleton">
          <SkeletonLine width={width} tall />
          <SkeletonLine width={width / 2} />
        </div>
      ))}
      {elapsed === null ? null : (
        <p className="documents-slow">
          {sentences(profileWords.reading(elapsed), profileWords.slow)}
        </p>
      )}
    </div>
  );
}
