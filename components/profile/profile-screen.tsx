import './profile-screen.css';
import { FirstUse } from '../app/first-use.tsx';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import { type ComponentType, use, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useNow } from '../app/use-now.ts';
import { type QueryState, type Read, useQuery, waitingSince } from '../app/use-query.ts';
import { SearchField } from '../ui/search-field.tsx';
import { factView, readErrorWords, restoresAccess } from './profile-view.ts';
import { FactActions, useFactDeletion } from './use-fact-deletion.tsx';
import { QuerySection, QuerySkeleton } from './query-section.tsx';
import { listed, t, plural } from '../../lib/i18n/i18n.ts';
import { ArrowLeft } from 'lucide-react';
import { ErrorNotice } from '../app/error-notice.tsx';
import { QuietButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import type { ProfileView, ShownProfileItem } from '../../lib/profile/model.ts';
import { Passage } from '../app/results/passage.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

type ProfileScreenProps = {
  connection: ActiveConnectionState;
  AddFact: ComponentType<{ connection: ConnectionStatus; onRefresh: () => void }>;
};

export function ProfileScreen({ connection, AddFact }: ProfileScreenProps) {
  if (connection.status === 'loading') return null;
  const status = connection.status === 'ready' ? connection.connection : null;
  if (status !== null && status.kind === null) {
    return (
      <main className="profile-screen">
        <FirstUse />
      </main>
    );
  }
  return <Profile connection={status} AddFact={AddFact} />;
}

const readProfile: Read<ProfileView> = ({ ask }, { isFresh }) =>
  ask('profile.read', { refresh: isFresh });

type ProfileProps = Pick<ProfileScreenProps, 'AddFact'> & { connection: ConnectionStatus | null };

function Profile({ connection, AddFact }: ProfileProps) {
  const profile = useQuery(readProfile, {
    retriesWhenReachable: true,
    onEvent: (event, state) =>
      event.event === 'profile.changed' || restoresAccess(event, state, 'profile')
        ? 'reload'
        : null,
  });
  // A new object for each search, so that the same text can be searched again.
  const [query, setQuery] = useState<{ q: string } | null>(null);
  const readAbout = useMemo<Read<AboutAnswer> | null>(
    () => (query === null ? null : ({ ask }) => ask('profile.about', query)),
    [query],
  );
  const { state: about } = useQuery(readAbout);
  const { actionsOf, dialog, undoLine } = useFactDeletion(connection);
  const search = (q: string) => setQuery(q.trim() === '' ? null : { q: q.trim() });
  const [typed, setTyped] = useState('');
  const inputRef = useRef<HTMLInputElement>(null);
  const isWaiting = waitingSince(profile.state) !== null || about.status === 'loading';
  const now = useNow(isWaiting ? 250 : 15_000);

  const goBack = () => {
    setTyped('');
    setQuery(null);
    inputRef.current?.focus();
  };

  return (
    <div className="profile-screen">
      <header className="profile-head">
        <h1 className="visually-hidden">{t('profile_title')}</h1>
        <SearchField
          ref={inputRef}
          label={t('profile_about')}
          value={typed}
          onSubmit={() => search(typed)}
          onFocus={profile.onReturn}
          onChange={(words) => (words === '' ? goBack() : setTyped(words))}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || (typed === '' && query === null)) return;
            event.preventDefault();
            goBack();
          }}
        />
      </header>
      <main className="profile-main">
        {query === null ? null : (
          <ProfileAbout
            q={query.q}
            about={about}
            now={now}
            onAgain={() => {
              search(query.q);
              inputRef.current?.focus();
            }}
            onBack={goBack}
          />
        )}
        <div className="profile-whole" hidden={query !== null}>
          {undoLine}
          <QuerySection
            query={profile}
            id="profile-facts"
            title={t('profile_title')}
            noAccess={t('profile_noAccess')}
            tools={
              connection === null ? null : (
                <AddFact connection={connection} onRefresh={profile.refresh} />
              )
            }
            spoken={({ standing, current }) =>
              listed([
                plural(standing.length, 'settings_kinds_fact'),
                plural(current.length, 'settings_kinds_note'),
              ])
            }
            now={now}
          >
            {(value, isLatest) => (
              <FactActions value={actionsOf}>
                <ProfileFacts profile={value} isLatest={isLatest} now={now} />
              </FactActions>
            )}
          </QuerySection>
          {dialog}
        </div>
      </main>
    </div>
  );
}

type ProfileAboutProps = {
  q: string;
  about: QueryState<AboutAnswer>;
  now: number;
  onAgain: () => void;
  onBack: () => void;
};

function ProfileAbout({ q, about, now, onAgain, onBack }: ProfileAboutProps) {
  const title = t('profile_found_title', { q: q.slice(0, 80) });
  const passages = about.status === 'ready' ? about.value.passages : [];
  const found = passages.length === 0 ? '' : plural(passages.length, 'search_found');
  return (
    <section className="profile-part" aria-labelledby="profile-about">
      <div>
        <QuietButton icon={<ArrowLeft size={15} />} onClick={onBack}>
          {t('profile_back')}
        </QuietButton>
      </div>
      <div className="profile-part-head">
        <h2 id="profile-about" className="profile-part-title" dir="auto">
          {title}
        </h2>
        {found === '' ? null : <p className="profile-part-when">{found}</p>}
      </div>
      {about.status === 'loading' ? <QuerySkeleton since={about.since} now={now} /> : null}
      <div className="profile-trouble" aria-live="polite">
        {about.status === 'failed' ? (
          <ErrorNotice
            error={about.error}
            words={readErrorWords(about.error, t('profile_noAccess'))}
            onAgain={onAgain}
          />
        ) : null}
        {about.status === 'ready' && found === '' ? (
          <div className="profile-nothing">
            <p className="profile-nothing-title">{t('profile_found_none')}</p>
          </div>
        ) : null}
      </div>
      {found === '' ? null : (
        // A new query starts at the top of the list.
        <FactList key={q} label={title} facts={passages} now={now} />
      )}
      <LiveRegion words={found} />
    </section>
  );
}

type ProfileFactsProps = {
  profile: ProfileView;
  /** False if a later reload failed. Then an empty list isn't reported as empty. */
  isLatest: boolean;
  now: number;
};

function ProfileFacts({ profile: { standing, current }, isLatest, now }: ProfileFactsProps) {
  if (isLatest && standing.length === 0 && current.length === 0) {
    return (
      <div className="profile-nothing">
        <p className="profile-nothing-title">{t('profile_nothing_title')}</p>
        <p>{t('profile_nothing_text')}</p>
      </div>
    );
  }
  const groups = [
    { title: t('profile_standing_title'), empty: t('profile_standing_empty'), facts: standing },
    { title: t('profile_current_title'), empty: t('profile_current_empty'), facts: current },
  ];
  return groups
    .filter(({ facts }) => isLatest || facts.length > 0)
    .map(({ title, empty, facts }) => (
      <div key={title} className="fact-group">
        <h3 className="fact-group-title">{title}</h3>
        {facts.length === 0 ? (
          <p className="profile-part-text">{empty}</p>
        ) : (
          <FactList label={title} facts={facts} now={now} />
        )}
      </div>
    ));
}

type FactListProps = { label: string; facts: readonly ShownProfileItem[]; now: number };

/** Facts shown initially, and added each time. */
const factsAtOnce = 50;

function FactList({ label, facts, now }: FactListProps) {
  const [shown, setShown] = useState(factsAtOnce);
  const listRef = useRef<HTMLUListElement>(null);
  const left = facts.length - shown;
  const showMore = () => {
    flushSync(() => setShown(shown + factsAtOnce));
    // The button may have disappeared; focus the first new fact.
    listRef.current?.querySelectorAll<HTMLElement>(':scope > li')[shown]?.focus();
  };
  return (
    <>
      <ul className="fact-list" aria-label={label} ref={listRef}>
        {facts.slice(0, shown).map((fact, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- the same text can occur twice
            key={index}
            tabIndex={-1}
          >
            <Fact fact={fact} now={now} />
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <QuietButton onClick={showMore}>
          {plural(Math.min(left, factsAtOnce), 'common_showMoreItems')}
        </QuietButton>
      ) : null}
    </>
  );
}

function Fact({ fact, now }: { fact: ShownProfileItem; now: number }) {
  const { quote, comment, memory, when } = factView(fact);
  return (
    <>
      {quote === '' ? null : <Passage passage={quote} marks={[]} quoted />}
      {comment === '' ? null : <Passage passage={comment} marks={[]} />}
      {memory === null && when === null ? null : (
        <div className="fact-from">
          {memory === null ? null : <MemoryChip name={memory} />}
          {typeof when === 'number' ? <TimeAgo then={when} now={now} /> : null}
          {typeof when === 'string' ? <span dir="auto">{when}</span> : null}
          {use(FactActions)(fact)}
        </div>
      )}
    </>
  );
}

type AboutAnswer = { passages: readonly ShownProfileItem[] };
