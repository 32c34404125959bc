import { useState, type ReactNode } from 'react';
import { withHues } from '../../lib/connections/model.ts';
import type { Effort } from '../app/use-active-connection.ts';
import { Button } from '../ui/button.tsx';
import { HuesOf, MemoryDot } from '../ui/memory-chip.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { MemoryNameForm } from '../ui/memory-name-form.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';

const suggestions = [
  t('welcome_memory_suggestions_n1'),
  t('welcome_memory_suggestions_n2'),
  t('welcome_memory_suggestions_n3'),
  t('welcome_memory_suggestions_n4'),
] as const;

export function MemoryStep({ naming, onName }: { naming: Effort; onName: (name: string) => void }) {
  const [name, setName] = useState(suggestions[0]);
  return (
    <div className="welcome-step">
      <h2 className="welcome-step-title">{t('welcome_memory_title')}</h2>
      <p className="welcome-step-text">{t('settings_memories_text')}</p>
      <NewMemoryForm name={name} naming={naming} onChange={setName} onName={onName} />
      <HuesOf value={hues}>
        <ul className="welcome-ideas" aria-label={t('welcome_memory_suggest')}>
          {suggestions.map((idea) => (
            <li key={idea}>
              <Button size="small" icon={<MemoryDot name={idea} />} onClick={() => setName(idea)}>
                {idea}
              </Button>
            </li>
          ))}
        </ul>
      </HuesOf>
    </div>
  );
}

/** Suggested names, colored as if all these Memories existed. */
const ideas = suggestions.map((name) => ({ id: name, name }));
const hues = { memories: withHues(ideas, []) };

type NewMemoryFormProps = {
  name: string;
  naming: Effort;
  onChange: (name: string) => void;
  onName: (name: string) => void;
  other?: ReactNode;
};

export function NewMemoryForm({ name, naming, onChange, onName, other }: NewMemoryFormProps) {
  return (
    <MemoryNameForm
      className="welcome-name"
      label={t('settings_memories_label')}
      value={name}
      takesFocus
      isWorking={naming.status === 'running'}
      onSubmit={onName}
      {...{ onChange, other }}
    >
      {naming.status === 'failed' ? (
        <div className="welcome-name-trouble">
          <ErrorAlert error={naming.error} />
        </div>
      ) : null}
    </MemoryNameForm>
  );
}
