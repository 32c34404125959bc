import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { ok } from '../../lib/contract/result.ts';
import { useCommand } from '../app/use-command.ts';
import { lastValue, type Read, useQuery } from '../app/use-query.ts';
import type { ConnectionsHook } from './use-connections.ts';
import { Button } from '../ui/button.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { SettingsPart } from '../ui/section.tsx';
import { t, plural } from '../../lib/i18n/i18n.ts';
import type { ConnectionList } from '../../lib/connections/messages.ts';
import type { ConnectionView } from '../../lib/connections/model.ts';
import { nameOf, canSaveTo } from './connection-view.ts';

type MoveProps = { stranded: Stranded; onMove: ConnectionsHook['moveWaiting'] };

export function WaitingSaves({ stranded, onMove }: MoveProps) {
  const { connectionName, total, destinations } = stranded;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingsPart
      words={{
        title:
          connectionName === null
            ? plural(total, 'connections_moving_titleOfRemoved')
            : plural(total, 'connections_moving_title', { connection: connectionName }),
        text: plural(total, 'connections_moving_text'),
      }}
      also={destinations.length === 0 ? t('connections_moving_nowhere') : undefined}
    >
      {isOpen || destinations.length === 0 ? null : (
        <Button onClick={() => setIsOpen(true)}>{t('connections_moving_action')}</Button>
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
  const { state, run } = useCommand((_bridge, { connectionId, memoryId }: Destination) =>
    onMove({ ids: [...ids], connectionId, memoryId }),
  );
  const { named, more } = namedSaves(ids, lastValue(useQuery(readTitles).state) ?? new Map());
  const selectId = useId();
  const chosen = destinations[index] ?? destinations[0];
  if (chosen === undefined) return null;

  async function move(to: Destination) {
    const moved = await run(to);
    if (moved?.ok === true) onClose();
  }

  return (
    <div className="connect-form">
      <div className="text-field">
        <label className="text-field-label" htmlFor={selectId}>
          {t('connections_moving_to')}
        </label>
        <div className="settings-choice">
          <select
            id={selectId}
            className="text-field-input"
            value={index}
            onChange={(event) => setIndex(Number(event.currentTarget.value))}
          >
            {destinations.map(({ connectionId, memoryId, memory, connectionName }, at) => (
              <option key={`${connectionId} ${memoryId}`} value={at}>
                {t('connections_moving_choice', { memory, connection: connectionName })}
              </option>
            ))}
          </select>
          <ChevronDown size={16} />
        </div>
      </div>
      <div>
        <p className="settings-row-note">
          {plural(ids.length, 'connections_moving_what', {
            memory: chosen.memory,
            connection: chosen.connectionName,
          })}
        </p>
        <ul className="settings-moving">
          {named.map(({ id, title }) => (
            <li key={id} dir="auto">
              {title}
            </li>
          ))}
          {more > 0 ? <li>{plural(more, 'common_more')}</li> : null}
        </ul>
      </div>
      {state.status === 'failed' ? <ErrorAlert error={state.error} /> : null}
      <div className="connect-actions">
        <Button look="primary" busy={state.status === 'running'} onClick={() => void move(chosen)}>
          {plural(ids.length, 'connections_moving_yes')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common_cancel')}
        </Button>
      </div>
    </div>
  );
}

const readTitles: Read<ReadonlyMap<string, string>> = async ({ ask }) => {
  const listed = await ask('outbox.list', {});
  if (!listed.ok) return listed;
  return ok(new Map(listed.value.items.map((item) => [item.id, saveName(item)])));
};

function saveName({ kind, source }: OutboxView): string {
  return kind === 'note' ? t('connections_moving_noteOf', { title: source.title }) : source.title;
}

type Stranded = ReturnType<typeof strandedSaves>[number];
type Destination = ReturnType<typeof destinationsIn>[number];

export function strandedSaves({ connections, waiting }: ConnectionList) {
  return waiting.flatMap(({ connectionId, underWay, stopped, movable }) => {
    const view = connections.find(({ connection }) => connection.id === connectionId);
    const willBeSent = view !== undefined && view.isActive && canSaveTo(view);
    if (movable.length === 0 || willBeSent) return [];
    const destinations = connections
      .filter((other) => other !== view && canSaveTo(other))
      // The active connection is the likeliest destination.
      .toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
      .flatMap(destinationsIn);
    const connectionName = view === undefined ? null : nameOf(view);
    const total = underWay + stopped;
    return [{ connectionId, connectionName, ids: movable, total, destinations }];
  });
}

/** Maximum titles to list. Further saves are only counted. */
const titlesShown = 5;

/** Lists the titles of saves; empty if none is known. */
export function namedSaves(ids: readonly string[], titles: ReadonlyMap<string, string>) {
  const known = ids.flatMap((id) => {
    const title = titles.get(id);
    return title === undefined ? [] : [{ id, title }];
  });
  const named = known.slice(0, titlesShown);
  return { named, more: named.length === 0 ? 0 : ids.length - named.length };
}

function destinationsIn(view: ConnectionView) {
  return view.memories.map(({ id, name }) => ({
    connectionId: view.connection.id,
    connectionName: nameOf(view),
    memoryId: id,
    memory: name,
  }));
}
