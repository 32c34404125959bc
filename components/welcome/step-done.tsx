import { Check } from 'lucide-react';

/** A step that is behind the person. */
export function StepDone({ words }: { words: string }) {
  return (
    <p className="welcome-done" dir="auto">
      <span className="welcome-done-sign">
        <Check size={13} strokeWidth={3} aria-hidden="true" />
      </span>
      {words}
    </p>
  );
}
