import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import { useBridge } from '../hooks/bridge.ts';
import type { ConnectionsHook } from '../hooks/use-connections.ts';
import { Button } from '../ui/button.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { connectionWords } from '../words/connections.ts';
import { namedSaves, type Stranded } from './waiting-view.ts';
import { SettingsPart } from './settings-part.tsx';

const words = connectionWords.moving;

type MoveProps = { stranded: Stranded; onMove: ConnectionsHook['moveWaiting'] };

/** Saves that wait for a home not in use, and the person's word that they go to another. */
export function WaitingPart({ stranded, onMove }: MoveProps) {
  const { home, destinations, missing } = stranded;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingsPart
      words={{
        title: titleOf(stranded),
        text: home === null ? words.removed : words.text,
      }}
      also={destinations.length === 0 ? words.missing[missing] : words.elsewhere}
    >
      {isOpen || destinations.length === 0 ? null : (
        <Button onClick={() => setIsOpen(true)}>{words.action}</Button>
      )}
      {isOpen && destinations.length > 0 ? (
        <div className="settings-outcome">
          <MoveForm stranded={stranded} onMove={onMove} onClose={() => setIsOpen(false)} />
        </div>
      ) : null}
    </SettingsPart>
  );
}

function MoveForm({ stranded, onMove, onClose }: MoveProps & { onClose: () => void }) {
  const { ids, destinations } = stranded;
  const [index, setIndex] = useState(0);
  const [isMoving, setIsMoving] = useState(false);
  const [trouble, setTrouble] = useState<AppError | null>(null);
  const { named, more } = namedSaves(ids, useTitles());
  const selectId = useId();
  const chosen = destinations[index] ?? destinations[0];
  if (chosen === undefined) return null;

  async function move({ connectionId, memoryId }: { connectionId: string; memoryId: string }) {
    setIsMoving(true);
    const failure = await onMove({ ids: [...ids], connectionId, memoryId });
    setIsMoving(false);
    setTrouble(failure);
    if (failure === null) onClose();
  }

  return (
    <div className="connect-form">
      <div className="text-field">
        <label className="text-field-label" htmlFor={selectId}>
          {words.to}
        </label>
        <div className="settings-choice">
          <select
            id={selectId}
            className="text-field-input"
            value={index}
            onChange={(event) => setIndex(Number(event.currentTarget.value))}
          >
            {destinations.map(({ connectionId, memoryId, memory, home }, at) => (
              <option key={`${connectionId} ${memoryId}`} value={at}>
                {words.choice(home, memory)}
              </option>
            ))}
          </select>
          <ChevronDown size={16} aria-hidden="true" />
        </div>
      </div>
      <div>
        <p className="settings-row-note">{words.what(ids.length, chosen.memory, chosen.home)}</p>
        <ul className="settings-moving">
          {named.map(({ id, title }) => (
            <li key={id} dir="auto">
              {title}
            </li>
          ))}
          {more > 0 ? <li>{words.more(more)}</li> : null}
        </ul>
      </div>
      {trouble === null ? null : <Trouble error={trouble} />}
      <div className="connect-actions">
        <Button look="primary" busy={isMoving} onClick={() => void move(chosen)}>
          {words.yes(ids.length)}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words.no}
        </Button>
      </div>
    </div>
  );
}

/** Some that wait may go on by themselves; their home tells how many wait in all. */
function titleOf({ home, ids, total }: Stranded): string {
  if (home === null || ids.length === total) return words.title(ids.length, home);
  return words.titleOfSome(ids.length, { total, home });
}

/** What the saves are called that the list of saves knows, by their ids. */
function useTitles(): ReadonlyMap<string, string> {
  const bridge = useBridge();
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const read = async () => {
      const listed = await bridge.ask('outbox.list', {});
      if (listed.ok) setTitles(new Map(listed.value.items.map((item) => [item.id, nameOf(item)])));
    };
    void read();
  }, [bridge]);
  return titles;
}

function nameOf({ kind, source }: OutboxView): string {
  return kind === 'note' ? words.noteOf(source.title) : source.title;
}
