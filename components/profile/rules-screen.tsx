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
import { type QueryState, useQuery, waitingSince } from '../app/use-query.ts';

type RulesScreenProps = { connection: ActiveConnectionState; onReady: () => void };

/** Calls `onReady` once there is something to show. */
export function RulesScreen({ connection, onReady }: RulesScreenProps) {
  const isReady = connection.status !== 'loading';
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady, onReady]);
  if (connection.status === 'loading') return null;
  if (connection.status === 'ready' && connection.connection.kind === null) {
    return (
      <main className="profile-screen">
        <FirstUse />
      </main>
    );
  }
  return <Rules kind={connection.status === 'ready' ? connection.connection.kind : null} />;
}

function Rules({ kind }: { kind: ConnectionStatus['kind'] }) {
  const { openSettings } = useBridge();
  const query = useQuery(readRules, { onEvent: onRulesEvent, retriesWhenReachable: true });
  const now = useNow(waitingSince(query.state) === null ? 15_000 : 250);
  return (
    <div className="profile-screen">
      <header className="profile-head">
        <h1 className="visually-hidden">{t('settings_rules_title')}</h1>
      </header>
      <main className="profile-main">
        <QuerySection
          query={query}
          id="rules"
          title={t('settings_rules_title')}
          text={t('settings_rules_text')}
          textOf={rulesErrorText}
          spoken={({ rules }) => plural(rules.length, 'settings_kinds_rule')}
          now={now}
        >
          {({ rules }, isLatest) =>
            isLatest || rules.length > 0 ? <RuleList rules={rules} /> : null
          }
        </QuerySection>
        {kind === null ? null : kind === 'device' ? (
          <Button
            className="rules-foot"
            size="small"
            look="quiet"
            icon={<Settings2 size={15} aria-hidden="true" />}
            onClick={() => void openSettings()}
          >
            {t('rules_change')}
          </Button>
        ) : (
          <p className="profile-part-text rules-foot">{t('rules_elsewhere')}</p>
        )}
      </main>
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

function readRules({ ask }: Bridge, { isFresh }: { isFresh: boolean }) {
  return ask('rules.read', { refresh: isFresh });
}

function onRulesEvent(event: AppEvent, state: QueryState<RulesView>) {
  if (event.event === 'rules.changed') return 'refresh';
  return restoresAccess(event, state, 'all') ? 'reload' : null;
}
