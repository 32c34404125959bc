import { Pencil, Trash2 } from 'lucide-react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { OwnRule } from '../../lib/contracts/owner-api.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { IconButton } from '../ui/button.tsx';
import { ruleErrorWords, ruleName, settingsWords } from '../words/settings.ts';
import { RuleForm } from './rule-form.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';

const words = settingsWords.rules;

export type RuleRowProps = {
  rule: OwnRule;
  isEditing: boolean;
  onEdit: () => void;
  onLeave: () => void;
  onChange: (content: string) => Promise<Result<null, AppError>>;
  onDelete: () => void;
};

/** A rule as it was written, and changing it where it stands. */
export function RuleRow(props: RuleRowProps) {
  const { rule, isEditing, onEdit, onLeave, onChange, onDelete } = props;
  const rowRef = useReturnedFocus<HTMLLIElement>(isEditing);
  const name = ruleName(rule.content);
  return (
    <li className="settings-row" data-rule ref={rowRef}>
      {isEditing ? (
        <RuleForm
          label={words.edit(name)}
          hidesLabel
          content={rule.content}
          action={words.save}
          working={words.saving}
          errorWordsOf={ruleErrorWords}
          onSubmit={async (content) => {
            const changed = await onChange(content);
            if (changed.ok) onLeave();
            return changed;
          }}
          onCancel={onLeave}
        />
      ) : (
        <>
          <div className="settings-row-words">
            <p className="settings-rule" dir="auto">
              {rule.content}
            </p>
            {rule.key === null ? null : <p className="settings-row-note">{words.forOne}</p>}
          </div>
          <div className="settings-row-actions">
            <IconButton label={words.edit(name)} onClick={onEdit}>
              <Pencil size={16} aria-hidden="true" />
            </IconButton>
            <IconButton label={words.delete(name)} onClick={onDelete}>
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          </div>
        </>
      )}
    </li>
  );
}
