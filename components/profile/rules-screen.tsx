import '../search/search-screen.css';
import './profile-screen.css';
import { useEffect } from 'react';
import { FirstUse } from '../app/first-use.tsx';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import { Settings2 } from 'lucide-react';
import type { ConnectionStatus, AppEvent } from '../../lib/messaging/messages.ts';
import { useBridge, type Bridge } from '../app/bridge.ts';
import { useNow } from '../app/use-now.ts';
import { QuerySection } from './query-section.tsx';
import { Button } from '../ui/button.tsx';
import { restoresAccess, rulesErrorText } from './profile-view.ts';
import { t, plural } from '../../lib/i18n/i18n.ts';
import type { RulesView } from '../../lib/profile/model.ts';
import { lastValue, type QueryState, useQuery, waitingSince } from '../app/use-query.ts';

export type RulesScreenProps = { connection: ActiveConnectionState; onReady: () => void };

/**
 * The rules view of the side panel. Reads them when mounted, so it is mounted when first opened, and stays
 * mounted. `onReady` is called once there is something to see.
 */
export function RulesScreen({ connection: state, onReady }: RulesScreenProps) {
  const isReady = state.status !== 'loading';
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady, onReady]);
  if (state.status === 'loading') return null;
  if (state.status === 'ready' && state.connection.kind === null) {
    return (
      <main className="profile-screen">
        <FirstUse />
      </main>
    );
  }
  return <RulesOfHome kind={state.status === 'ready' ? state.connection.kind : null} />;
}

/** The rules of one connection, and where to edit them. */
function RulesOfHome({ kind }: { kind: ConnectionStatus['kind'] }) {
  const { openSettings } = useBridge();
  const rules = useQuery(readRules, { onEvent: onRulesEvent, retriesWhenReachable: true });
  const now = useNow(waitingSince(rules.state) === null ? 15_000 : 250);
  return (
    <div className="profile-screen">
      <header className="profile-head">
        <h1 className="visually-hidden">{t('profile_rules_title')}</h1>
      </header>
      <main className="profile-main">
        <QuerySection
          query={rules}
          id="rules"
          title={t('profile_rules_title')}
          text={t('profile_rules_text')}
          refreshLabel={t('profile_refresh')}
          textOf={rulesErrorText}
          spoken={(value) => plural(value.rules.length, 'profile_rules_spoken')}
          now={now}
        >
          {(value, isLatest) =>
            isLatest || value.rules.length > 0 ? <RuleList rules={value.rules} /> : null
          }
        </QuerySection>
        {kind === 'device' ? (
          <Button
            className="rules-foot"
            size="small"
            look="quiet"
            icon={<Settings2 size={15} aria-hidden="true" />}
            onClick={() => void openSettings()}
          >
            {lastValue(rules.state)?.rules.length === 0 ? t('rules_change') : t('rules_change')}
          </Button>
        ) : null}
        {kind === null || kind === 'device' ? null : (
          <p className="profile-part-text rules-foot">{t('rules_elsewhere')}</p>
        )}
      </main>
    </div>
  );
}

/** The rules, verbatim. */
function RuleList({ rules }: { rules: readonly string[] }) {
  if (rules.length === 0) return <p className="profile-part-text">{t('profile_rules_empty')}</p>;
  return (
    <ol className="rule-list" aria-label={t('profile_rules_title')}>
      {rules.map((rule, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same rule can occur twice
        <li key={index} dir="auto">
          {rule}
        </li>
      ))}
    </ol>
  );
}

function readRules({ ask }: Bridge, { isFresh }: { isFresh: boolean }) {
  return ask('rules.read', { refresh: isFresh });
}

function onRulesEvent(event: AppEvent, state: QueryState<RulesView>) {
  if (event.event === 'rules.changed') return 'refresh';
  return restoresAccess(event, state, 'all') ? 'reload' : null;
}
