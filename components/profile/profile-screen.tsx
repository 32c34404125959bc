import '../search/search-screen.css';
import './profile-screen.css';
import { FirstUse } from '../app/first-use.tsx';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AppEvent, ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useNow } from '../app/use-now.ts';
import { type QueryState, type Read, useQuery, waitingSince } from '../app/use-query.ts';
import type { Bridge } from '../app/bridge.ts';
import { AddFact } from '../notes/add-fact.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { profileErrorText, restoresAccess, factsAtOnce, factView } from './profile-view.ts';
import { QuerySection, QuerySkeleton } from './query-section.tsx';
import { t, plural } from '../../lib/i18n/i18n.ts';
import { ArrowLeft } from 'lucide-react';
import { ErrorNotice } from '../app/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import type { ProfileView, ShownProfileItem } from '../../lib/profile/model.ts';
import { Passage } from '../search/passage.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

/**
 * The profile view of the side panel. Reads the profile when mounted, so it is
 * mounted when first opened, and stays mounted.
 */
export function ProfileScreen({ connection: state }: { connection: ActiveConnectionState }) {
  if (state.status === 'loading') return null;
  if (state.status === 'ready' && state.connection.kind === null) {
    return (
      <main className="profile-screen">
        <FirstUse />
      </main>
    );
  }
  return <ProfileOfHome connection={state.status === 'ready' ? state.connection : null} />;
}

/** The profile of one connection, with its search. */
function ProfileOfHome({ connection }: { connection: ConnectionStatus | null }) {
  const profile = useQuery(readProfile, { onEvent: onProfileEvent, retriesWhenReachable: true });
  // A new object each time, so that the same query reads again.
  const [wish, setWish] = useState<{ q: string } | null>(null);
  const readAbout = useMemo<Read<AboutAnswer> | null>(
    () => (wish === null ? null : ({ ask }) => ask('profile.about', wish)),
    [wish],
  );
  const { state: about } = useQuery(readAbout);
  const askAbout = (q: string) => setWish(q.trim() === '' ? null : { q: q.trim() });
  const [typed, setTyped] = useState('');
  const inputRef = useRef<HTMLInputElement>(null);
  const isWaiting = waitingSince(profile.state) !== null || about.status === 'loading';
  const now = useNow(isWaiting ? 250 : 15_000);

  const goBack = () => {
    setTyped('');
    setWish(null);
    inputRef.current?.focus();
  };

  return (
    <div className="profile-screen">
      <header className="profile-head">
        <h1 className="visually-hidden">{t('profile_title')}</h1>
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              askAbout(typed);
            }}
          >
            <SearchField
              ref={inputRef}
              label={t('profile_about')}
              placeholder={t('profile_about')}
              clearLabel={t('common_clear')}
              value={typed}
              onFocus={profile.onReturn}
              onChange={(words) => (words === '' ? goBack() : setTyped(words))}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || (typed === '' && wish === null)) return;
                event.preventDefault();
                goBack();
              }}
            />
          </form>
        </search>
      </header>
      <main className="profile-main">
        {wish === null ? null : (
          <ProfileAbout
            q={wish.q}
            about={about}
            now={now}
            onAgain={() => {
              askAbout(wish.q);
              inputRef.current?.focus();
            }}
            onBack={goBack}
          />
        )}
        <div className="profile-whole" hidden={wish !== null}>
          <QuerySection
            query={profile}
            id="profile-facts"
            title={t('profile_title')}
            refreshLabel={t('profile_refresh')}
            textOf={profileErrorText}
            tools={
              connection === null ? null : (
                <AddFact connection={connection} onLook={profile.refresh} />
              )
            }
            spoken={({ standing, current }) =>
              plural(standing.length + current.length, 'profile_facts')
            }
            now={now}
          >
            {(value, isLatest) => <ProfileFacts profile={value} isLatest={isLatest} now={now} />}
          </QuerySection>
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

const shownQueryLength = 80;

/** The results of a profile search, shown instead of the whole profile. */
function ProfileAbout({ q: asked, about, now, onAgain, onBack }: ProfileAboutProps) {
  const q = asked.slice(0, shownQueryLength);
  const passages = about.status === 'ready' ? about.value.passages : null;
  return (
    <section className="profile-part" aria-labelledby="profile-about">
      <div>
        <Button
          look="quiet"
          size="small"
          icon={<ArrowLeft size={15} aria-hidden="true" />}
          onClick={onBack}
        >
          {t('profile_back')}
        </Button>
      </div>
      <div className="profile-part-head">
        <h2 id="profile-about" className="profile-part-title" dir="auto">
          {t('profile_found_title', { q })}
        </h2>
        {passages !== null && passages.length > 0 ? (
          <p className="profile-part-when">{plural(passages.length, 'search_found')}</p>
        ) : null}
      </div>
      {about.status === 'loading' ? <QuerySkeleton since={about.since} now={now} /> : null}
      <div className="profile-trouble" aria-live="polite">
        {about.status === 'failed' ? (
          <ErrorNotice
            error={about.error}
            words={profileErrorText(about.error)}
            again={t('common_retry')}
            onAgain={onAgain}
          />
        ) : null}
        {passages?.length === 0 ? (
          <div className="profile-nothing">
            <p className="profile-nothing-title">{t('profile_found_none')}</p>
            <p>{t('profile_found_noneText')}</p>
          </div>
        ) : null}
      </div>
      {passages !== null && passages.length > 0 ? (
        // Another query starts at the top again.
        <FactList key={asked} label={t('profile_found_title', { q })} facts={passages} now={now} />
      ) : null}
      <LiveRegion
        words={
          passages !== null && passages.length > 0 ? plural(passages.length, 'search_found') : ''
        }
      />
    </section>
  );
}

/** Facts the person asked to remember, and recent notes. */
function ProfileFacts({ profile, isLatest, now }: ProfileFactsProps) {
  const { standing, current } = profile;
  if (isLatest && standing.length === 0 && current.length === 0) {
    return (
      <div className="profile-nothing">
        <p className="profile-nothing-title">{t('profile_nothing_title')}</p>
        <p>{t('profile_nothing_text')}</p>
      </div>
    );
  }
  return (
    <>
      {isLatest || standing.length > 0 ? (
        <FactGroup
          words={{
            title: t('profile_standing_title'),
            text: t('profile_standing_text'),
            empty: t('profile_standing_empty'),
          }}
          facts={standing}
          now={now}
        />
      ) : null}
      {isLatest || current.length > 0 ? (
        <FactGroup
          words={{
            title: t('profile_current_title'),
            text: t('profile_current_text'),
            empty: t('profile_current_empty'),
          }}
          facts={current}
          now={now}
        />
      ) : null}
    </>
  );
}

type ProfileFactsProps = {
  profile: ProfileView;
  /** False if it couldn't be read again since: then an empty list isn't reported as empty. */
  isLatest: boolean;
  now: number;
};

type FactGroupProps = {
  words: { title: string; text: string; empty: string };
  facts: readonly ShownProfileItem[];
  now: number;
};

function FactGroup({ words: { title, text, empty }, facts, now }: FactGroupProps) {
  return (
    <div className="fact-group">
      <h3 className="fact-group-title">{title}</h3>
      <p className="profile-part-text">{facts.length === 0 ? empty : text}</p>
      {facts.length === 0 ? null : <FactList label={title} facts={facts} now={now} />}
    </div>
  );
}

type FactListProps = { label: string; facts: readonly ShownProfileItem[]; now: number };

/** A list of facts with their source; a long list expands in steps. */
function FactList({ label, facts, now }: FactListProps) {
  const [shown, setShown] = useState(factsAtOnce);
  const firstNewRef = useRef<HTMLLIElement>(null);
  const left = facts.length - shown;

  // The button may be gone; the focus moves to the first new fact.
  useEffect(() => {
    if (shown > factsAtOnce) firstNewRef.current?.focus();
  }, [shown]);

  return (
    <>
      <ul className="fact-list" aria-label={label}>
        {facts.slice(0, shown).map((fact, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- the same text can occur twice
            key={index}
            ref={index === shown - factsAtOnce ? firstNewRef : undefined}
            tabIndex={-1}
          >
            <Fact fact={fact} now={now} />
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <Button look="quiet" size="small" onClick={() => setShown(shown + factsAtOnce)}>
          {plural(Math.min(left, factsAtOnce), 'profile_more')}
        </Button>
      ) : null}
    </>
  );
}

function Fact({ fact, now }: { fact: ShownProfileItem; now: number }) {
  const { text, memory, when } = factView(fact);
  return (
    <>
      <Passage passage={text} marks={[]} quoted={false} />
      {memory === null && when === null ? null : (
        <div className="fact-from">
          {memory === null ? null : <MemoryChip name={memory} />}
          {typeof when === 'number' ? <TimeAgo then={when} now={now} /> : null}
          {typeof when === 'string' ? <span dir="auto">{when}</span> : null}
        </div>
      )}
    </>
  );
}

type AboutAnswer = { passages: readonly ShownProfileItem[] };

function readProfile({ ask }: Bridge, { isFresh }: { isFresh: boolean }) {
  return ask('profile.read', { refresh: isFresh });
}

function onProfileEvent(event: AppEvent, state: QueryState<ProfileView>) {
  return event.event === 'profile.changed' || restoresAccess(event, state, 'profile')
    ? 'reload'
    : null;
}
