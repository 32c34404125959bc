import './profile-screen.css';
import { useNow } from '../app/use-now.ts';
import { QuerySection } from './query-section.tsx';
import { restoresAccess } from './profile-view.ts';
import { t, plural } from '../../lib/i18n/i18n.ts';
import type { RulesView } from '../../lib/profile/model.ts';
import { type Read, useQuery, waitingSince } from '../app/use-query.ts';

const readRules: Read<RulesView> = ({ ask }, { isFresh }) =>
  ask('rules.read', { refresh: isFresh });

/** Shows the rules of a connected service, which only its owner can change. */
export function ServiceRulesSection() {
  const query = useQuery(readRules, {
    retriesWhenReachable: true,
    onEvent(event, state) {
      if (event.event === 'rules.changed') return 'refresh';
      return restoresAccess(event, state, 'all') ? 'reload' : null;
    },
  });
  const now = useNow(waitingSince(query.state) === null ? 15_000 : 250);
  return (
    <div className="settings-section">
      <QuerySection
        query={query}
        id="rules"
        title={t('settings_rules_title')}
        text={`${t('settings_rules_text')} ${t('rules_elsewhere')}`}
        noAccess={t('rules_noAccess')}
        spoken={({ rules }) => plural(rules.length, 'settings_kinds_rule')}
        now={now}
      >
        {({ rules }, isLatest) =>
          isLatest || rules.length > 0 ? <RuleList rules={rules} /> : null
        }
      </QuerySection>
    </div>
  );
}

function RuleList({ rules }: { rules: readonly string[] }) {
  if (rules.length === 0) return <p className="profile-part-text">{t('settings_rules_empty')}</p>;
  return (
    <ol className="rule-list" aria-label={t('settings_rules_title')}>
      {rules.map((rule, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same rule can occur twice
        <li key={index} dir="auto">
          {rule}
        </li>
      ))}
    </ol>
  );
}
