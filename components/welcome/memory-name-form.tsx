import type { ReactNode } from 'react';
import { isBlankName } from '../../lib/core/text/memory-name.ts';
import type { Effort } from '../hooks/use-home.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { MemoryNameField } from '../ui/memory-name-field.tsx';
import { errorWords } from '../words/errors.ts';
import { welcomeWords } from '../words/welcome.ts';

export type MemoryNameFormProps = {
  name: string;
  naming: Effort;
  onChange: (name: string) => void;
  onName: (name: string) => void;
  /** Stands before the button that creates. */
  other?: ReactNode;
};

/** One name, and the button that makes a Memory of it. */
export function MemoryNameForm({ name, naming, onChange, onName, other }: MemoryNameFormProps) {
  const { label, action, working } = welcomeWords.memory;
  const isWorking = naming.status === 'working';
  return (
    <form
      className="welcome-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlankName(name) && !isWorking) onName(name);
      }}
    >
      <MemoryNameField label={label} value={name} onChange={onChange} takesFocus />
      <div className="welcome-name-actions">
        {other}
        <Button look="primary" submits busy={isWorking} disabled={isBlankName(name)}>
          {isWorking ? working : action}
        </Button>
      </div>
      {naming.status === 'failed' ? (
        <div className="welcome-name-trouble" role="alert">
          <Notice
            tone="bad"
            title={errorWords(naming.error).title}
            text={errorWords(naming.error).next}
          />
        </div>
      ) : null}
    </form>
  );
}
