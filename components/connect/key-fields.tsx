import type { KeptUntil } from '../../lib/contracts/connections.ts';
import { TextField } from '../ui/text-field.tsx';
import { connectionWords as words } from '../words/connections.ts';

export type KeyFieldsProps = {
  value: string;
  keep: KeptUntil;
  takesFocus: boolean;
  error?: string | null;
  onType: (key: string) => void;
  onKeep: (keep: KeptUntil) => void;
};

/** A key, which is shown to nobody, and how long it is kept. */
export function KeyFields({ value, keep, takesFocus, error, onType, onKeep }: KeyFieldsProps) {
  return (
    <>
      <TextField
        label={words.key}
        isSecret
        value={value}
        maxLength={4096}
        takesFocus={takesFocus}
        error={error ?? null}
        onChange={onType}
      />
      <label className="connect-check">
        <input
          type="checkbox"
          checked={keep === 'browser-closes'}
          onChange={(event) => onKeep(event.currentTarget.checked ? 'browser-closes' : 'forget')}
        />
        {words.forgetsKey}
      </label>
    </>
  );
}
