import { useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import { useBridge } from '../hooks/bridge.ts';
import { Button } from '../ui/button.tsx';
import { CarefulDialog } from '../ui/careful-dialog.tsx';
import { forgettingWords } from '../words/about.ts';
import { connectionWords } from '../words/connections.ts';
import { SettingsPart } from './settings-part.tsx';

const words = connectionWords.forgetting;

/** Forgets everything that is kept in this browser but the Memories, once the person has typed the word. */
export function ForgettingPart() {
  const { ask } = useBridge();
  const [asks, setAsks] = useState(false);

  async function forget(): Promise<AppError | null> {
    const forgotten = await ask('connections.forget-everything', {});
    return forgotten.ok ? null : forgotten.error;
  }

  return (
    <SettingsPart words={words}>
      <Button onClick={() => setAsks(true)}>{words.action}</Button>
      {asks ? (
        <CarefulDialog
          title={words.question}
          yes={words.yes}
          no={words.no}
          typed={{ label: words.type, word: words.word }}
          onConfirm={forget}
          onClose={() => setAsks(false)}
        >
          <p>{words.text}</p>
          <p>{forgettingWords.goes}</p>
          <ul className="settings-moving">
            {forgettingWords.what.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <p>{words.warning}</p>
        </CarefulDialog>
      ) : null}
    </SettingsPart>
  );
}
