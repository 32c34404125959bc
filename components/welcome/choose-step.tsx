import { useState } from 'react';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import { Button } from '../ui/button.tsx';
import { MemoryDot } from '../ui/memory-chip.tsx';
import { welcomeWords } from '../words/welcome.ts';

export type ChooseStepProps = { home: HomeStatus; onChoose: (memoryId: string) => void };

/** The Memories of a service that a key reaches, and which of them saves go to. */
export function ChooseStep({ home, onChoose }: ChooseStepProps) {
  const { title, text, label, action } = welcomeWords.choose;
  const { memories, chosenMemoryId } = home;
  const [picked, setPicked] = useState(chosenMemoryId ?? memories[0]?.id ?? '');
  return (
    <form
      className="welcome-step"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(picked);
      }}
    >
      <h2 className="welcome-step-title">{title}</h2>
      <p className="welcome-step-text">{text}</p>
      <fieldset className="welcome-choices">
        <legend className="visually-hidden">{label}</legend>
        {memories.map(({ id, name }) => (
          <label key={id} className="welcome-choice">
            <input
              type="radio"
              name="memory"
              checked={id === picked}
              onChange={() => setPicked(id)}
            />
            <MemoryDot name={name} />
            <span dir="auto">{name}</span>
          </label>
        ))}
      </fieldset>
      <Button look="primary" size="large" wide submits takesFocus>
        {action}
      </Button>
    </form>
  );
}
