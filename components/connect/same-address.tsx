import { useState } from 'react';
import type { ConnectionView } from '../../lib/contracts/connections.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { connectionWords } from '../words/connections.ts';
import { nameOf } from './home-name.ts';

const words = connectionWords.kept;

export type SameAddressProps = {
  /** The homes that are kept there, at least one. */
  homes: readonly ConnectionView[];
  /** What the button that was pressed says while the key is tried; null before. */
  working: string | null;
  /** With the id of the home whose key the new one takes the place of; null for a home of its own. */
  onChoose: (replaces: string | null) => void;
};

/** Asks what a key is for whose service is connected already, since only the person knows. */
export function SameAddress({ homes, working, onChoose }: SameAddressProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [first, ...others] = homes;
  if (first === undefined) return null;
  const isOnly = others.length === 0;

  function choice(replaces: string | null, said: string): ButtonProps {
    const isTried = working !== null && replaces === chosen;
    return {
      size: 'small',
      busy: isTried,
      disabled: working !== null && !isTried,
      children: isTried ? working : said,
      onClick: () => {
        setChosen(replaces);
        onChoose(replaces);
      },
    };
  }

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
                look={isOnly ? 'primary' : 'secondary'}
                takesFocus={index === 0}
                {...choice(view.connection.id, isOnly ? words.replace : replacing(view))}
              />
            ))}
            <Button {...choice(null, words.another)} />
          </>
        }
      />
    </div>
  );
}

/** Homes of one service have one name: what tells them apart is the end of the key. */
function replacing({ credentials }: ConnectionView): string {
  const lastFour = credentials.find(({ kind }) => kind === 'key')?.lastFour ?? null;
  return lastFour === null ? words.replace : words.replaceEnding(lastFour);
}
