import './welcome-way.css';
import { Check } from 'lucide-react';
import { welcomeWords } from '../words/welcome.ts';

/** The three steps of setting up, told apart by their sign as well as their colour. `at` counts those done. */
export function WelcomeWay({ at }: { at: number }) {
  return (
    <ol className="welcome-way" aria-label={welcomeWords.steps}>
      {welcomeWords.way.map((words, index) => (
        <li
          key={words}
          className="welcome-way-step"
          data-at={index < at ? 'done' : index === at ? 'now' : 'ahead'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="welcome-way-sign" aria-hidden="true">
            {index < at ? <Check size={13} strokeWidth={3} /> : index + 1}
          </span>
          <span className="welcome-way-words">{words}</span>
        </li>
      ))}
    </ol>
  );
}
