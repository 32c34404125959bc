import { useRef, useState } from 'react';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import { useNow } from '../hooks/use-now.ts';
import { useProfile, useProfileAbout } from '../hooks/use-profile.ts';
import { AddFact } from '../note/add-fact.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { profileErrorWords, profileWords } from '../words/profile.ts';
import { ProfileAbout } from './profile-about.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import { ReadingPart } from './reading-part.tsx';

/** The profile of one home, and what it says about something in particular. */
export function ProfileOfHome({ home }: { home: HomeStatus | null }) {
  const profile = useProfile();
  const { about, askAbout, close } = useProfileAbout();
  const [typed, setTyped] = useState('');
  const inputRef = useRef<HTMLInputElement>(null);
  const isWaiting = profile.reading.since !== null || about.status === 'asking';
  const now = useNow(isWaiting ? 250 : 15_000);

  const goBack = () => {
    setTyped('');
    close();
    inputRef.current?.focus();
  };

  return (
    <div className="profile-screen">
      <header className="profile-head">
        <h1 className="visually-hidden">{profileWords.title}</h1>
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              askAbout(typed);
            }}
          >
            <SearchField
              ref={inputRef}
              label={profileWords.about}
              placeholder={profileWords.about}
              clearLabel={profileWords.clear}
              value={typed}
              onFocus={profile.comeToFront}
              onChange={(words) => (words === '' ? goBack() : setTyped(words))}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || (typed === '' && about.status === 'closed')) return;
                event.preventDefault();
                goBack();
              }}
            />
          </form>
        </search>
      </header>
      <main className="profile-main">
        {about.status === 'closed' ? null : (
          <ProfileAbout
            about={about}
            now={now}
            onAgain={() => {
              askAbout(about.q);
              inputRef.current?.focus();
            }}
            onBack={goBack}
          />
        )}
        <div className="profile-whole" hidden={about.status !== 'closed'}>
          <ReadingPart
            {...profile}
            id="profile-facts"
            title={profileWords.title}
            refreshLabel={profileWords.refreshProfile}
            wordsOf={profileErrorWords}
            tools={home === null ? null : <AddFact home={home} onLook={profile.refresh} />}
            spoken={({ standing, current }) => profileWords.facts(standing.length + current.length)}
            now={now}
          >
            {(value, isLatest) => <ProfileFacts profile={value} isLatest={isLatest} now={now} />}
          </ReadingPart>
        </div>
      </main>
    </div>
  );
}
