import type { OwnRule } from '../../lib/contracts/owner-api.ts';
import { Button } from '../ui/button.tsx';
import { ruleName, settingsWords } from '../words/settings.ts';

const words = settingsWords.rules;

export type DeletedRulesProps = {
  rules: readonly OwnRule[];
  onUndo: (rule: OwnRule) => void;
};

/** The rules that were deleted, the last one last, each with the way back. */
export function DeletedRules({ rules, onUndo }: DeletedRulesProps) {
  return rules.map((rule) => {
    const name = ruleName(rule.content);
    return (
      <div key={rule.id} className="settings-undo">
        <span>{words.deleted(name)}</span>
        <Button
          size="small"
          look="quiet"
          aria-label={words.undoOf(name)}
          onClick={() => onUndo(rule)}
        >
          {words.undo}
        </Button>
      </div>
    );
  });
}
