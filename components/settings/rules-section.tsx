import './rules-section.css';
import { useEffect, useRef, useState } from 'react';
import type { OwnRule } from '../../lib/contracts/owner-api.ts';
import { useSettingsRules } from '../hooks/use-settings-rules.ts';
import { settingsWords } from '../words/settings.ts';
import { DeletedRules } from './deleted-rules.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { RuleForm } from './rule-form.tsx';
import { RuleRow } from './rule-row.tsx';
import { type EditedRule, shownRules } from './shown-rules.ts';
import { Section } from './section.tsx';
import { Trouble } from '../ui/trouble.tsx';

const words = settingsWords.rules;

/** The standing rules in the person's own words; those that were deleted can be had back. */
export function RulesSection() {
  const { listing, reload, add, change, deleted, trouble, remove, undo } = useSettingsRules();
  const [edited, setEdited] = useState<readonly EditedRule[]>([]);
  const undoRef = useRef<HTMLDivElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const rules = listing.status === 'ready' ? shownRules(listing.items, edited) : [];

  const edit = (rule: OwnRule, at: number) => setEdited((before) => [...before, { rule, at }]);
  const leave = ({ id }: OwnRule) =>
    setEdited((before) => before.filter(({ rule }) => rule.id !== id));
  const deletedBefore = useRef(deleted);
  useEffect(() => {
    if (deleted === deletedBefore.current) return;
    deletedBefore.current = deleted;
    const lastUndo = [...(undoRef.current?.querySelectorAll('button') ?? [])].at(-1);
    (lastUndo ?? headingRef.current)?.focus();
  }, [deleted]);

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
          {rules.map((rule, at) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              isEditing={edited.some((one) => one.rule.id === rule.id)}
              onEdit={() => edit(rule, at)}
              onLeave={() => leave(rule)}
              onChange={(content) => change(rule.id, content)}
              onDelete={() => void remove(rule)}
            />
          ))}
        </ul>
      ) : null}
      <div className="settings-undos" aria-live="polite" ref={undoRef}>
        <DeletedRules rules={deleted} onUndo={(rule) => void undo(rule)} />
      </div>
      {trouble === null ? null : <Trouble error={trouble} />}
      {listing.status === 'ready' ? (
        <RuleForm label={words.label} action={words.add} working={words.adding} onSubmit={add} />
      ) : null}
    </Section>
  );
}
