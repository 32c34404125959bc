/** What the search loads only once it is needed, so that the box is there at once. */
import { lazy, Suspense } from 'react';
import type { AboutBannerProps } from './about-banner.tsx';
import type { SearchIdleProps } from './search-idle.tsx';

const AboutBanner = lazy(async () => {
  const { AboutBanner: banner } = await import('./about-banner.tsx');
  return { default: banner };
});

const SearchIdle = lazy(async () => {
  const { SearchIdle: idle } = await import('./search-idle.tsx');
  return { default: idle };
});

export function LateAboutBanner(props: AboutBannerProps) {
  return (
    <Suspense>
      <AboutBanner {...props} />
    </Suspense>
  );
}

export function LateSearchIdle(props: SearchIdleProps) {
  return (
    <Suspense>
      <SearchIdle {...props} />
    </Suspense>
  );
}
