import { useRef } from 'react';
import type { OwnRule } from '../../lib/contracts/owner-api.ts';
import { useSettingsRules } from '../hooks/use-settings-rules.ts';
import { Button } from '../ui/button.tsx';
import { settingsWords } from '../words/settings.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { RuleForm } from './rule-form.tsx';
import { RuleRow } from './rule-row.tsx';
import { Section } from './section.tsx';
import { Trouble } from './trouble.tsx';

const words = settingsWords.rules;

/** The standing rules in the person's own words; one that was deleted can be had back. */
export function RulesSection() {
  const { listing, reload, add, change, deleted, trouble, remove, undo } = useSettingsRules();
  const undoRef = useRef<HTMLButtonElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const rules = listing.status === 'ready' ? listing.items : [];

  const removeRule = async (rule: OwnRule) => {
    await remove(rule);
    requestAnimationFrame(() => undoRef.current?.focus());
  };
  const bringBack = async () => {
    await undo();
    headingRef.current?.focus();
  };

  return (
    <Section id="rules" title={words.title} text={words.text} headingRef={headingRef}>
      {listing.status === 'loading' ? <ListSkeleton /> : null}
      {listing.status === 'failed' ? (
        <Trouble error={listing.error} onRetry={() => void reload()} />
      ) : null}
      {listing.status === 'ready' && rules.length === 0 ? (
        <p className="settings-empty">{words.empty}</p>
      ) : null}
      {rules.length > 0 ? (
        <ul className="settings-list" aria-label={words.list}>
          {rules.map((rule) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              onChange={(content) => change(rule.id, content)}
              onDelete={() => void removeRule(rule)}
            />
          ))}
        </ul>
      ) : null}
      <div className="settings-undo" aria-live="polite">
        {deleted === null ? null : (
          <>
            <span>{words.deleted}</span>
            <Button ref={undoRef} size="small" look="quiet" onClick={() => void bringBack()}>
              {words.undo}
            </Button>
          </>
        )}
      </div>
      {trouble === null ? null : <Trouble error={trouble} />}
      {listing.status === 'ready' ? (
        <RuleForm label={words.label} action={words.add} working={words.adding} onSubmit={add} />
      ) : null}
    </Section>
  );
}
