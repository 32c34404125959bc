import { useState, useEffect, useRef, type RefObject } from 'react';
import type { ConnectionView } from '../../lib/connections/model.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import { useBridge } from '../app/bridge.ts';
import { errorOf } from '../app/use-command.ts';
import { useConnections } from './use-connections.ts';
import { Notice } from '../ui/notice.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ListStatus } from '../app/list-status.tsx';
import { type Connected, ConnectForm, type ConnectFormProps } from './connect-form.tsx';
import {
  connectedText,
  connectTexts,
  nameAmong,
  nameOf,
  credentialProblem,
  shownWithdrawals,
} from './connection-view.ts';
import { ConnectionRow } from './connection-row.tsx';
import { Section, SettingsPart } from '../ui/section.tsx';
import { strandedSaves, WaitingSaves } from './waiting-saves.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { t, plural } from '../../lib/i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { useReturnedFocus } from '../ui/use-returned-focus.ts';
import { type ActiveConnectionHook, useActiveConnection } from '../app/use-active-connection.ts';
import { Check } from 'lucide-react';
import type { ConnectionList } from '../../lib/connections/messages.ts';

export function ConnectionsSection(creating: DevicePartProps) {
  const { consent } = useBridge().abilities;
  const connections = useConnections();
  const { state, list, reload, act } = connections;
  const [error, setError] = useState<AppError | null>(null);
  const [connected, setConnected] = useState<Connected | null>(null);
  const [removing, setRemoving] = useState<ConnectionView | null>(null);
  const headingRef = useLostFocus();
  const hasNone = state.status === 'ready' && list.connections.length === 0;
  const active = list.connections.find(({ isActive }) => isActive);
  const hasDevice = list.connections.some(({ connection }) => connection.kind === 'device');
  const unsentCount = ({ connection: { id } }: ConnectionView) => {
    const waiting = list.waiting.find(({ connectionId }) => connectionId === id);
    return waiting === undefined ? 0 : waiting.underWay + waiting.stopped;
  };

  return (
    <Section
      id="connections"
      isPage
      title={t('connections_title')}
      text={hasNone ? t('connections_textOfNone') : t('connections_text')}
      headingRef={headingRef}
    >
      <ListStatus state={state} reload={reload} />
      {list.connections.length > 0 ? (
        <ul className="settings-list" aria-label={t('connections_title')}>
          {list.connections.map((view) => (
            <ConnectionRow
              key={view.connection.id}
              view={view}
              all={list.connections}
              unsent={unsentCount(view)}
              connections={connections}
              onChoose={() => void actOn('connections.choose', view)}
              onRemove={() => setRemoving(view)}
              onTryAgain={() => void actOn('connections.try-again', view)}
            />
          ))}
        </ul>
      ) : null}
      <div className="settings-undo settings-connected" aria-live="polite">
        {connected === null ? null : <ConnectedMessage connected={connected} list={list} />}
      </div>
      {error === null ? null : <ErrorAlert error={error} />}
      {active?.connection.kind === 'read-only' && credentialProblem(active) === null ? (
        <Notice title={t('connection_readOnly_title')} text={t('connection_readOnly_text')} />
      ) : null}
      {active === undefined || active.connection.kind === 'device' ? null : (
        <p className="settings-row-note">
          {t('connections_owner', { connection: nameOf(active) })}
        </p>
      )}
      {strandedSaves(list).map((stranded) => (
        <WaitingSaves
          key={stranded.connectionId}
          stranded={stranded}
          onMove={connections.moveWaiting}
        />
      ))}
      {state.status === 'ready' && !hasDevice ? <DevicePart {...creating} /> : null}
      <ConnectPart kind="key" connections={connections} onDone={setConnected} />
      {consent ? (
        <ConnectPart kind="read-only" connections={connections} onDone={setConnected} />
      ) : null}
      {removing === null ? null : (
        <ConfirmDialog
          title={t('connections_removal_title', { name: nameAmong(removing, list.connections) })}
          yes={t('connections_removal_yes')}
          no={t('common_cancel')}
          onConfirm={() => {
            setConnected(null);
            return act('connections.remove', removing.connection.id);
          }}
          onClose={() => setRemoving(null)}
        >
          <p>{t('connections_removal_text')}</p>
          {unsentCount(removing) === 0 ? null : (
            <p>{plural(unsentCount(removing), 'connections_removal_waiting')}</p>
          )}
        </ConfirmDialog>
      )}
    </Section>
  );

  async function actOn(name: 'connections.choose' | 'connections.try-again', view: ConnectionView) {
    setConnected(null);
    setError(await act(name, view.connection.id));
  }
}

type ConnectPartProps = Pick<ConnectFormProps, 'kind' | 'connections' | 'onDone'>;

function ConnectPart({ kind, connections, onDone }: ConnectPartProps) {
  const words = connectTexts[kind];
  const [isOpen, setIsOpen] = useState(false);
  const partRef = useReturnedFocus<HTMLDivElement>(isOpen);
  return (
    <SettingsPart words={words} ref={partRef}>
      {isOpen ? null : <Button onClick={() => setIsOpen(true)}>{words.action}</Button>}
      {isOpen ? (
        <div className="settings-outcome">
          <ConnectForm
            kind={kind}
            connections={connections}
            onDone={(connected) => {
              setIsOpen(false);
              onDone(connected);
            }}
            onCancel={() => setIsOpen(false)}
          />
        </div>
      ) : null}
    </SettingsPart>
  );
}

type DevicePartProps = Pick<ActiveConnectionHook, 'creation' | 'createConnection'>;

function DevicePart({ creation, createConnection }: DevicePartProps) {
  const isWorking = creation.status === 'running';
  return (
    <SettingsPart
      words={{ title: t('connections_device'), text: t('connections_onDevice_text') }}
      error={errorOf(creation)}
    >
      <Button busy={isWorking} onClick={() => void createConnection()}>
        {isWorking ? t('welcome_storage_working') : t('connections_onDevice_action')}
      </Button>
    </SettingsPart>
  );
}

/** Confirms a new connection as long as it works. */
function ConnectedMessage({ connected, list }: { connected: Connected; list: ConnectionList }) {
  const { state } = useActiveConnection();
  const { connectionId, memories } = connected;
  const view = list.connections.find(({ connection }) => connection.id === connectionId);
  if (view === undefined || credentialProblem(view) !== null) return null;
  if (shownWithdrawals(view).length > 0) return null;
  const connection =
    state.status === 'ready' && state.connection.connectionId === connectionId && state.connection;
  const saveTo =
    connection && connection.kind === 'key'
      ? (connection.memories.find(({ id }) => id === connection.chosenMemoryId) ??
        connection.memories[0])
      : undefined;
  return (
    <>
      <Check size={18} />
      <span dir="auto">
        {connectedText(memories)}
        {saveTo === undefined ? null : ` ${t('connections_savesGo', { memory: saveTo.name })}`}
      </span>
    </>
  );
}

/** Focuses the heading if rendering removed the focused element. */
function useLostFocus(): RefObject<HTMLHeadingElement | null> {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const hadFocus = useRef(false);

  useEffect(() => {
    const section = headingRef.current?.closest('section');
    const note = () => {
      hadFocus.current = section?.contains(document.activeElement) ?? false;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);

  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      headingRef.current?.focus({ preventScroll: true });
  });
  return headingRef;
}
