import { FirstUse } from '../home-notice/first-use.tsx';
import { TroubleNotice } from '../ask/trouble-notice.tsx';
import type { HomeHook } from '../hooks/use-home.ts';
import { errorWords } from '../words/errors.ts';
import { profileWords } from '../words/profile.ts';
import { DocumentsOfHome } from './documents-of-home.tsx';
import { DocumentsSkeleton } from './documents-skeleton.tsx';

/**
 * The part of the library for what the home holds, whoever saved it. Its service is asked once this is mounted, so it is
 * mounted when first shown, and stays mounted from then on.
 */
export function DocumentsScreen({ home: { state, reload } }: { home: HomeHook }) {
  switch (state.status) {
    case 'loading':
      return (
        <div className="saves-main">
          <DocumentsSkeleton since={null} now={0} />
        </div>
      );
    case 'failed':
      return (
        <div className="saves-main">
          <TroubleNotice
            error={state.error}
            words={errorWords(state.error)}
            again={profileWords.retry}
            onAgain={reload}
          />
        </div>
      );
    case 'ready':
      return state.home.kind === null ? <FirstUse /> : <DocumentsOfHome home={state.home} />;
  }
}
