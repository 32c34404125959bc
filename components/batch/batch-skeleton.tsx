import { SkeletonLine } from '../ui/skeleton.tsx';
import { batchWords } from '../words/batch.ts';

const widths = [72, 88, 54] as const;

/** Holds the place of what is being looked for. */
export function BatchSkeleton() {
  return (
    <div className="saves-list">
      <span className="visually-hidden">{batchWords.loading.tabs}</span>
      {widths.map((width) => (
        <div key={width} className="saves-skeleton">
          <SkeletonLine width={width} tall />
          <SkeletonLine width={width / 2} />
        </div>
      ))}
    </div>
  );
}
