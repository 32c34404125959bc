import { lazy, Suspense } from 'react';

const HomeNotice = lazy(async () => {
  const { HomeNotice: notice } = await import('./home-notice.tsx');
  return { default: notice };
});

/** The notice about the home in use, loaded after what the surface was opened for. */
export function LateHomeNotice() {
  return (
    <Suspense>
      <HomeNotice />
    </Suspense>
  );
}
