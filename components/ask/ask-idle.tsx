import './ask-idle.css';
import { KeyList } from '../ui/key-list.tsx';
import { askWords } from '../words/ask.ts';

const keys = [
  { keys: ['Enter'], words: askWords.idle.keys.ask },
  { keys: ['Shift', 'Enter'], words: askWords.idle.keys.newLine },
] as const;

export type AskIdleProps = {
  /** The home on this device quotes what it finds; elsewhere an agent answers, which takes time of its own. */
  isOnDevice: boolean;
  onExample: (question: string) => void;
};

/** The view before anything was asked: what asking does and takes, and questions to start from. */
export function AskIdle({ isOnDevice, onExample }: AskIdleProps) {
  const { title, text, device, turn, examples } = askWords.idle;
  return (
    <section className="ask-idle">
      <h2 className="ask-idle-title">{title}</h2>
      <p>{isOnDevice ? device : text}</p>
      {isOnDevice ? null : <p>{turn}</p>}
      <h3 className="ask-idle-label">{examples}</h3>
      <ul className="ask-idle-examples">
        {askWords.exampleQuestions(isOnDevice).map((question) => (
          <li key={question}>
            <button type="button" className="ask-idle-example" onClick={() => onExample(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
      <KeyList rows={keys} />
    </section>
  );
}
