import { profileWords } from '../words/profile.ts';

/** The rules, word for word. */
export function RuleList({ rules }: { rules: readonly string[] }) {
  const { title, empty } = profileWords.rules;
  if (rules.length === 0) return <p className="profile-part-text">{empty}</p>;
  return (
    <ol className="rule-list" aria-label={title}>
      {rules.map((rule, index) => (
        // The same rule may stand there twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} dir="auto">
          {rule}
        </li>
      ))}
    </ol>
  );
}
