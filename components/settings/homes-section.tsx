import { useState } from 'react';
import type { ConnectionView } from '../../lib/contracts/connections.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import { useBridge } from '../hooks/bridge.ts';
import { useConnections } from '../hooks/use-connections.ts';
import { Notice } from '../ui/notice.tsx';
import { connectionWords as words } from '../words/connections.ts';
import { CarefulDialog } from '../ui/careful-dialog.tsx';
import type { Reached } from '../connect/connect-form.tsx';
import { nameAmong, nameOf } from '../connect/home-name.ts';
import { consentedAt } from '../connect/kept-homes.ts';
import { credentialTrouble } from '../connect/standing.ts';
import { ReachedWords } from './reached-words.tsx';
import { useLostFocus } from './use-lost-focus.ts';
import { ConnectPart } from './connect-part.tsx';
import { DevicePart, type DevicePartProps } from './device-part.tsx';
import { HomeRow } from './home-row.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { Section } from './section.tsx';
import { strandedSaves } from './waiting-view.ts';
import { WaitingPart } from './waiting-part.tsx';
import { homeWords } from '../words/home.ts';
import { Trouble } from '../ui/trouble.tsx';

/** Where the memory lives: the homes that are kept, the one in use, and the ways to connect another. */
export function HomesSection(making: Omit<DevicePartProps, 'hasOthers'>) {
  const { consent } = useBridge().abilities;
  const connections = useConnections();
  const { state, reload, act, connectWithKey, connectReadOnly } = connections;
  const [trouble, setTrouble] = useState<AppError | null>(null);
  const [reached, setReached] = useState<Reached | null>(null);
  const [removing, setRemoving] = useState<ConnectionView | null>(null);
  const headingRef = useLostFocus();
  const list = state.status === 'ready' ? state.list : { connections: [], waiting: [] };
  const hasNone = state.status === 'ready' && list.connections.length === 0;
  const active = list.connections.find(({ isActive }) => isActive);
  const hasDevice = list.connections.some(({ connection }) => connection.kind === 'device');
  const waitingOf = ({ connection: { id } }: ConnectionView) =>
    list.waiting.find(({ connectionId }) => connectionId === id) ?? null;

  return (
    <Section
      id="homes"
      title={words.title}
      text={hasNone ? words.textOfNone : words.text}
      headingRef={headingRef}
    >
      {state.status === 'loading' ? <ListSkeleton /> : null}
      {state.status === 'failed' ? (
        <Trouble error={state.error} onRetry={() => void reload()} />
      ) : null}
      {hasNone ? <p className="settings-empty">{words.empty}</p> : null}
      {list.connections.length > 0 ? (
        <ul className="settings-list" aria-label={words.list}>
          {list.connections.map((view) => (
            <HomeRow
              key={view.connection.id}
              view={view}
              all={list.connections}
              waiting={waitingOf(view)}
              connections={connections}
              onChoose={() => void actOn('connections.choose', view)}
              onRemove={() => setRemoving(view)}
              onTryAgain={() => void actOn('connections.try-again', view)}
            />
          ))}
        </ul>
      ) : null}
      <div className="settings-undo settings-reached" aria-live="polite">
        {reached === null ? null : <ReachedWords reached={reached} list={list} />}
      </div>
      {trouble === null ? null : <Trouble error={trouble} />}
      {active?.connection.kind === 'read-only' && credentialTrouble(active) === null ? (
        <Notice tone="plain" title={homeWords.onlyReads.title} text={homeWords.onlyReads.text} />
      ) : null}
      {active === undefined || active.connection.kind === 'device' ? null : (
        <p className="settings-row-note">{words.owner(nameOf(active))}</p>
      )}
      {strandedSaves(list).map((stranded) => (
        <WaitingPart
          key={stranded.connectionId}
          stranded={stranded}
          onMove={connections.moveWaiting}
        />
      ))}
      {state.status === 'ready' && !hasDevice ? (
        <DevicePart {...making} hasOthers={!hasNone} />
      ) : null}
      <ConnectPart
        words={words.withKey}
        needsKey
        homes={list.connections}
        submit={words.connect}
        onConnect={({ address, key, keep, replaces }) =>
          connectWithKey({ address, key, keep, replaces })
        }
        onGiveUp={connections.giveUp}
        onDone={setReached}
      />
      {consent ? (
        <ConnectPart
          words={words.readOnly}
          needsKey={false}
          submit={words.readOnly.submit}
          onConnect={({ address, alsoAllow }) =>
            connectReadOnly({
              address,
              alsoAllow,
              connectionId: consentedAt(address, list.connections),
            })
          }
          onGiveUp={connections.giveUp}
          onDone={setReached}
        />
      ) : null}
      {removing === null ? null : (
        <CarefulDialog
          title={words.removal.title(nameAmong(removing, list.connections))}
          yes={words.removal.yes}
          no={words.removal.no}
          onConfirm={() => {
            setReached(null);
            return act('connections.remove', removing.connection.id);
          }}
          onClose={() => setRemoving(null)}
        >
          <p>{words.removal.text}</p>
          <WaitingWords waiting={waitingOf(removing)} />
        </CarefulDialog>
      )}
    </Section>
  );

  async function actOn(name: 'connections.choose' | 'connections.try-again', view: ConnectionView) {
    setReached(null);
    setTrouble(await act(name, view.connection.id));
  }
}

function WaitingWords({ waiting }: { waiting: { underWay: number; stopped: number } | null }) {
  const count = waiting === null ? 0 : waiting.underWay + waiting.stopped;
  return count === 0 ? null : <p>{words.removal.waiting(count)}</p>;
}
