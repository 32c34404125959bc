import '../connect/connect.css';
import { BookOpen, HardDrive, KeyRound, PackageX, ShieldCheck } from 'lucide-react';
import { useBridge } from '../hooks/bridge.ts';
import type { Effort } from '../hooks/use-home.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { connectionWords } from '../words/connections.ts';
import { errorWords } from '../words/errors.ts';
import { welcomeWords } from '../words/welcome.ts';

const icons = [HardDrive, ShieldCheck, PackageX] as const;

export type HomeStepProps = {
  creation: Effort;
  onCreate: () => void;
  onConnect: (way: 'key' | 'read-only') => void;
};

/** Where the memory shall live, in plain words: one button, and the ways to a memory elsewhere. */
export function HomeStep({ creation, onCreate, onConnect }: HomeStepProps) {
  const { title, facts, action, working, workingText, retry } = welcomeWords.home;
  const { consent } = useBridge().abilities;
  const isWorking = creation.status === 'working';
  return (
    <div className="welcome-step">
      <h2 className="welcome-step-title">{title}</h2>
      <p className="welcome-label">{connectionWords.device}</p>
      <ul className="welcome-facts">
        {facts.map((fact, index) => {
          const Icon = icons[index] ?? HardDrive;
          return (
            <li key={fact.title} className="welcome-fact">
              <Icon size={18} aria-hidden="true" />
              <div>
                <p className="welcome-fact-title">{fact.title}</p>
                <p className="welcome-fact-text">{fact.text}</p>
              </div>
            </li>
          );
        })}
      </ul>
      {creation.status === 'failed' ? (
        <div role="alert">
          <Notice
            tone="bad"
            title={errorWords(creation.error).title}
            text={errorWords(creation.error).next}
          />
        </div>
      ) : null}
      <div className="welcome-action">
        <Button look="primary" size="large" wide busy={isWorking} onClick={onCreate} takesFocus>
          {isWorking ? working : creation.status === 'failed' ? retry : action}
        </Button>
        <p className="welcome-hint" aria-live="polite">
          {isWorking ? workingText : null}
        </p>
      </div>
      <div className="welcome-elsewhere">
        <p className="welcome-label">{welcomeWords.home.elsewhere}</p>
        <div className="connect-actions">
          <Button
            icon={<KeyRound size={16} aria-hidden="true" />}
            disabled={isWorking}
            onClick={() => onConnect('key')}
          >
            {connectionWords.withKey.action}
          </Button>
          {consent ? (
            <Button
              icon={<BookOpen size={16} aria-hidden="true" />}
              disabled={isWorking}
              onClick={() => onConnect('read-only')}
            >
              {connectionWords.readOnly.action}
            </Button>
          ) : null}
        </div>
      </div>
    </div>
  );
}
