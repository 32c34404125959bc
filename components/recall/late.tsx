/** What the search loads only once it is needed, so that the box is there at once. */
import { lazy, Suspense } from 'react';
import type { HitGroupsProps } from './hit-group-list.tsx';
import { HitSkeleton } from './hit-skeleton.tsx';
import type { SearchIdleProps } from './search-idle.tsx';

const SearchIdle = lazy(async () => {
  const { SearchIdle: idle } = await import('./search-idle.tsx');
  return { default: idle };
});

const HitGroupList = lazy(async () => {
  const { HitGroupList: list } = await import('./hit-group-list.tsx');
  return { default: list };
});

export function LateSearchIdle(props: SearchIdleProps) {
  return (
    <Suspense>
      <SearchIdle {...props} />
    </Suspense>
  );
}

/** The first hits wait for it behind the places that are held for them. */
export function LateHitGroupList(props: HitGroupsProps) {
  return (
    <Suspense fallback={<HitSkeleton count={3} />}>
      <HitGroupList {...props} />
    </Suspense>
  );
}
