import { SkeletonLine } from '../ui/skeleton.tsx';
import { settingsWords } from '../words/settings.ts';

/** Holds the place of a list that is on its way. */
export function ListSkeleton() {
  return (
    <div className="settings-skeleton">
      <span className="visually-hidden">{settingsWords.loading}</span>
      {[34, 46, 28].map((width) => (
        <SkeletonLine key={width} width={width} tall />
      ))}
    </div>
  );
}
