import type { ProfileView, ShownProfileItem } from '../../lib/contracts/recall.ts';
import { profileWords } from '../words/profile.ts';
import { FactList } from './fact-list.tsx';

/** What the person told the memory to hold on to, and apart from it what it gathered by itself. */
export function ProfileFacts({ profile, isLatest, now }: ProfileFactsProps) {
  const { standing, current } = profile;
  if (isLatest && standing.length === 0 && current.length === 0) {
    const { title, text } = profileWords.nothing;
    return (
      <div className="profile-nothing">
        <p className="profile-nothing-title">{title}</p>
        <p>{text}</p>
      </div>
    );
  }
  return (
    <>
      {isLatest || standing.length > 0 ? (
        <FactGroup words={profileWords.standing} facts={standing} now={now} />
      ) : null}
      {isLatest || current.length > 0 ? (
        <FactGroup words={profileWords.current} facts={current} now={now} />
      ) : null}
    </>
  );
}

export type ProfileFactsProps = {
  profile: ProfileView;
  /** Whether it could be read when it was last tried: else what is not in it may be there by now. */
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
