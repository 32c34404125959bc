import { useState } from 'react';
import { withHues } from '../../lib/core/connections/memory-hues.ts';
import type { Effort } from '../hooks/use-home.ts';
import { Button } from '../ui/button.tsx';
import { HuesOf, MemoryDot } from '../ui/memory-chip.tsx';
import { welcomeWords } from '../words/welcome.ts';
import { MemoryNameForm } from './memory-name-form.tsx';

export type MemoryStepProps = { naming: Effort; onName: (name: string) => void };

/** Names the first Memory, with a few ideas. */
export function MemoryStep({ naming, onName }: MemoryStepProps) {
  const { title, text, suggest, suggestions } = welcomeWords.memory;
  const [name, setName] = useState<string>(suggestions[0]);
  return (
    <div className="welcome-step">
      <h2 className="welcome-step-title">{title}</h2>
      <p className="welcome-step-text">{text}</p>
      <MemoryNameForm name={name} naming={naming} onChange={setName} onName={onName} />
      <HuesOf value={ideas}>
        <ul className="welcome-ideas" aria-label={suggest}>
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

/** Told apart as they would be were all of them made. */
const ideas = {
  memories: withHues(
    welcomeWords.memory.suggestions.map((name) => ({ id: name, name })),
    [],
  ),
};
