import './ask-box.css';
import type { KeyboardEvent, Ref } from 'react';
import { serviceLimits } from '../../lib/contracts/limits.ts';
import { Button } from '../ui/button.tsx';
import { askWords } from '../words/ask.ts';

export type AskBoxProps = {
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
  ref: Ref<HTMLTextAreaElement>;
};

/** The box for a question: Enter asks it, Shift and Enter begin a new line. */
export function AskBox({ value, onChange, onSubmit, ref }: AskBoxProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      className="ask-box"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <textarea
        ref={ref}
        className="ask-box-field"
        rows={1}
        dir="auto"
        enterKeyHint="send"
        autoComplete="off"
        aria-label={askWords.ask}
        placeholder={askWords.placeholder}
        maxLength={serviceLimits.queryLength}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button look="primary" size="small" submits disabled={value.trim() === ''}>
        {askWords.send}
      </Button>
    </form>
  );
}
