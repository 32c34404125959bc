import type { ConnectionView } from '../../lib/contracts/connections.ts';
import { isolated } from '../../lib/language/text.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { connectionWords, credentialWords } from '../words/connections.ts';
import { nameOf } from './home-name.ts';

const words = connectionWords.kept;

export type SameAddressProps = {
  /** The homes that are kept there, at least one. */
  homes: readonly ConnectionView[];
  /** With the id of the home whose key the new one takes the place of; null for a home of its own. */
  onChoose: (replaces: string | null) => void;
};

/** Asks what a key is for whose service is connected already, since only the person knows. */
export function SameAddress({ homes, onChoose }: SameAddressProps) {
  const [first, ...others] = homes;
  if (first === undefined) return null;
  return (
    <div role="alert">
      <Notice
        tone="plain"
        title={words.title(nameOf(first))}
        text={words.text}
        actions={
          <>
            {homes.map((view, index) => (
              <Button
                key={view.connection.id}
                size="small"
                takesFocus={index === 0}
                onClick={() => onChoose(view.connection.id)}
              >
                {words.replace(others.length === 0 ? nameOf(view) : nameWithKey(view))}
              </Button>
            ))}
            <Button size="small" onClick={() => onChoose(null)}>
              {words.another}
            </Button>
          </>
        }
      />
    </div>
  );
}

/** Homes of one service have one name. It is isolated, as the words after it run the way of the language. */
function nameWithKey(view: ConnectionView): string {
  const keys = view.credentials.filter(({ kind }) => kind === 'key');
  return [isolated(nameOf(view)), ...keys.map(credentialWords)].join(' · ');
}
