import { lazy, Suspense } from 'react';
import type { HomeNoticeProps } from './home-notice.tsx';

const HomeNotice = lazy(async () => {
  const { HomeNotice: notice } = await import('./home-notice.tsx');
  return { default: notice };
});

/** The notice about the home in use, loaded after what the surface was opened for. */
export function LateHomeNotice(props: HomeNoticeProps) {
  return (
    <Suspense>
      <HomeNotice {...props} />
    </Suspense>
  );
}
