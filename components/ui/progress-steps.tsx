import './progress-steps.css';
import { Check, Minus } from 'lucide-react';
import { Spinner } from './button.tsx';

export type ProgressStep = {
  key: string;
  words: string;
  at: 'done' | 'now' | 'held' | 'ahead';
};

/** Steps are distinguished by icon and text, not by colour alone. */
export function ProgressSteps({ label, steps }: { label: string; steps: readonly ProgressStep[] }) {
  return (
    <ol className="progress-steps" aria-label={label}>
      {steps.map(({ key, words, at }) => (
        <li
          key={key}
          className="progress-step"
          data-at={at}
          aria-current={at === 'now' || at === 'held' ? 'step' : undefined}
        >
          <span className="progress-step-sign">
            {at === 'done' ? <Check size={13} strokeWidth={3} aria-hidden="true" /> : null}
            {at === 'now' ? <Spinner /> : null}
            {at === 'held' ? <Minus size={13} strokeWidth={3} aria-hidden="true" /> : null}
          </span>
          <span className="progress-step-words">{words}</span>
        </li>
      ))}
    </ol>
  );
}
