import { SkeletonLine } from '../ui/skeleton.tsx';

const shapes = [
  [92, 100, 64],
  [70, 96, 82],
  [84, 100, 40],
  [60, 92, 72],
] as const;

/** Holds the places of hits that are on their way, at the size of real ones. */
export function HitSkeleton({ count }: { count: number }) {
  return (
    <div className="hit-list" aria-hidden="true">
      {shapes.slice(0, count).map(([title, line, last]) => (
        <div key={`${title}-${line}-${last}`} className="hit-skeleton">
          <SkeletonLine width={24} />
          <SkeletonLine width={title} tall />
          <SkeletonLine width={36} />
          <SkeletonLine width={line} />
          <SkeletonLine width={100} />
          <SkeletonLine width={last} />
        </div>
      ))}
    </div>
  );
}
