import { ArrowLeft } from 'lucide-react';
import { TroubleNotice } from '../ask/trouble-notice.tsx';
import type { AboutPhase } from '../hooks/about-state.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { profileErrorWords, profileWords } from '../words/profile.ts';
import { FactList } from './fact-list.tsx';
import { ReadingSkeleton } from './reading-part.tsx';

export type ProfileAboutProps = {
  about: Exclude<AboutPhase, { status: 'closed' }>;
  now: number;
  onAgain: () => void;
  onBack: () => void;
};

const shownQueryLength = 80;

/** What the profile says about something in particular, in place of the whole of it. */
export function ProfileAbout({ about, now, onAgain, onBack }: ProfileAboutProps) {
  const q = about.q.slice(0, shownQueryLength);
  const { title, none, noneText, passages } = profileWords.found;
  return (
    <section className="profile-part" aria-labelledby="profile-about">
      <div>
        <Button
          look="quiet"
          size="small"
          icon={<ArrowLeft size={15} aria-hidden="true" />}
          onClick={onBack}
        >
          {profileWords.back}
        </Button>
      </div>
      <div className="profile-part-head">
        <h2 id="profile-about" className="profile-part-title" dir="auto">
          {title(q)}
        </h2>
        {about.status === 'answered' && about.passages.length > 0 ? (
          <p className="profile-part-when">{passages(about.passages.length)}</p>
        ) : null}
      </div>
      {about.status === 'asking' ? <ReadingSkeleton since={about.since} now={now} /> : null}
      <div className="profile-trouble" aria-live="polite">
        {about.status === 'failed' ? (
          <TroubleNotice
            error={about.error}
            words={profileErrorWords(about.error)}
            again={profileWords.retry}
            onAgain={onAgain}
          />
        ) : null}
        {about.status === 'answered' && about.passages.length === 0 ? (
          <div className="profile-nothing">
            <p className="profile-nothing-title">{none}</p>
            <p>{noneText}</p>
          </div>
        ) : null}
      </div>
      {about.status === 'answered' && about.passages.length > 0 ? (
        // Another question's passages begin at the top again.
        <FactList key={about.q} label={title(q)} facts={about.passages} now={now} />
      ) : null}
      <LiveRegion
        words={
          about.status === 'answered' && about.passages.length > 0
            ? passages(about.passages.length)
            : ''
        }
      />
    </section>
  );
}
