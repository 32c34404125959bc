import { lazy } from 'react';
import { AfterFirstPicture } from '../ui/after-first-picture.tsx';
import type { HomeNoticeProps } from './home-notice.tsx';

const HomeNotice = lazy(async () => {
  const { HomeNotice: notice } = await import('./home-notice.tsx');
  return { default: notice };
});

/** The notice about the home in use, loaded after what the surface was opened for. */
export function LateHomeNotice(props: HomeNoticeProps) {
  return (
    <AfterFirstPicture>
      <HomeNotice {...props} />
    </AfterFirstPicture>
  );
}
