import { SkeletonLine } from '../ui/skeleton.tsx';
import { t } from '../../lib/i18n/i18n.ts';

const widths = [82, 64, 91, 56] as const;

/** Holds the places of saves that are on their way. */
export function SavesSkeleton() {
  return (
    <div className="saves-list">
      <span className="visually-hidden">{t('saves_loading')}</span>
      {widths.map((width) => (
        <div key={width} className="saves-skeleton">
          <SkeletonLine width={width} tall />
          <SkeletonLine width={width / 2} />
        </div>
      ))}
    </div>
  );
}
