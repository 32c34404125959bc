import { useState } from 'react';
import type { Effort } from '../hooks/use-home.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { errorWords } from '../words/errors.ts';
import { popupWords } from '../words/popup.ts';

export type NewMemoryProps = {
  naming: Effort;
  onCreate: (name: string) => Promise<boolean>;
  /** Null where there is nothing to go back to. */
  onCancel: (() => void) | null;
};

/** Names a new Memory in place. */
export function NewMemory({ naming, onCreate, onCancel }: NewMemoryProps) {
  const [name, setName] = useState('');
  return (
    <form
      className="popup-field"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && naming.status !== 'working') void onCreate(name);
      }}
    >
      <TextField
        label={popupWords.newMemoryName}
        placeholder={popupWords.newMemoryPlaceholder}
        value={name}
        maxLength={80}
        takesFocus
        onChange={setName}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || onCancel === null) return;
          event.preventDefault();
          onCancel();
        }}
      />
      {naming.status === 'failed' ? (
        <p className="popup-trouble" role="alert">
          {errorWords(naming.error).title}. {errorWords(naming.error).next}
        </p>
      ) : null}
      <div className="popup-row popup-row-end">
        {onCancel === null ? null : <Button onClick={onCancel}>{popupWords.cancel}</Button>}
        <Button
          look="primary"
          submits
          busy={naming.status === 'working'}
          disabled={name.trim() === ''}
        >
          {naming.status === 'working' ? popupWords.creating : popupWords.create}
        </Button>
      </div>
    </form>
  );
}
