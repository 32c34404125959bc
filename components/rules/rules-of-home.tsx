import './rules.css';
import { Settings2 } from 'lucide-react';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import { useBridge } from '../hooks/bridge.ts';
import { useNow } from '../hooks/use-now.ts';
import { useRules } from '../hooks/use-rules.ts';
import { ReadingPart } from '../profile/reading-part.tsx';
import { Button } from '../ui/button.tsx';
import { profileWords, rulesErrorWords } from '../words/profile.ts';
import { rulesWords } from '../words/rules.ts';
import { RuleList } from './rule-list.tsx';

/** The rules of one home, and where they are changed: in the settings where they are the person's own. */
export function RulesOfHome({ kind }: { kind: HomeStatus['kind'] }) {
  const { openSettings } = useBridge();
  const rules = useRules();
  const now = useNow(rules.reading.since === null ? 15_000 : 250);
  const { title, text, spoken } = profileWords.rules;
  return (
    <div className="profile-screen">
      <header className="profile-head">
        <h1 className="visually-hidden">{title}</h1>
      </header>
      <main className="profile-main">
        <ReadingPart
          {...rules}
          id="rules"
          title={title}
          text={text}
          refreshLabel={profileWords.refreshRules}
          wordsOf={rulesErrorWords}
          spoken={(value) => spoken(value.rules.length)}
          now={now}
        >
          {(value, isLatest) =>
            isLatest || value.rules.length > 0 ? <RuleList rules={value.rules} /> : null
          }
        </ReadingPart>
        {kind === 'device' ? (
          <Button
            className="rules-foot"
            size="small"
            look="quiet"
            icon={<Settings2 size={15} aria-hidden="true" />}
            onClick={() => void openSettings()}
          >
            {rules.reading.value?.rules.length === 0 ? rulesWords.add : rulesWords.change}
          </Button>
        ) : null}
        {kind === null || kind === 'device' ? null : (
          <p className="profile-part-text rules-foot">{rulesWords.elsewhere}</p>
        )}
      </main>
    </div>
  );
}
