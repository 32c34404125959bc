import './home-row.css';
import { HardDrive, KeyRound, BookOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ConnectionView, Waiting } from '../../lib/contracts/connections.ts';
import { useBridge } from '../hooks/bridge.ts';
import type { ConnectionsHook } from '../hooks/use-connections.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { nameAmong, nameOf } from '../connect/home-name.ts';
import {
  credentialTrouble,
  isLimit,
  standingWithdrawals,
  takesAskKey,
  type Withdrawn,
} from '../connect/standing.ts';
import {
  connectionWords as words,
  credentialTroubleWords,
  credentialWords,
  withdrawnWords,
} from '../words/connections.ts';
import { settingsWords } from '../words/settings.ts';
import { ConnectForm } from '../connect/connect-form.tsx';
import { AskKeyPart } from './ask-key-part.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';

const icons = { device: HardDrive, key: KeyRound, 'read-only': BookOpen } as const;

export type HomeRowProps = {
  view: ConnectionView;
  /** The homes that are kept, this one too. */
  all: readonly ConnectionView[];
  waiting: Waiting | null;
  connections: ConnectionsHook;
  onChoose: () => void;
  onRemove: () => void;
  onTryAgain: () => void;
};

/** One home: what it is, how its credential stands, and what the person may do about it. */
export function HomeRow({ view, all, waiting, connections, ...props }: HomeRowProps) {
  const { connection, isActive, credentials, notPermitted } = view;
  const { requestServices, now } = useBridge();
  const [renews, setRenews] = useState(false);
  const { id: connectionId } = connection;
  const isKey = connection.kind === 'key';
  const name = nameAmong(view, all);
  const formRef = useReturnedFocus<HTMLDivElement>(renews);
  const [triedAt, setTriedAt] = useState<number | null>(null);
  const Icon = icons[connection.kind];
  const trouble = credentialTrouble(view);
  const standing = standingWithdrawals(view);
  /** The browser asks the person, in this very click; what had stopped for want of it goes on after. */
  async function allowAgain(): Promise<void> {
    if (await requestServices(notPermitted).catch(() => false)) props.onTryAgain();
  }
  return (
    <li className="settings-home" data-active={isActive || undefined}>
      <div className="settings-home-line">
        <Icon size={20} aria-hidden="true" />
        <div className="settings-row-words">
          <p className="settings-home-name">
            <bdi>{nameOf(view)}</bdi>
            {isActive ? <span className="settings-home-badge">{words.inUse}</span> : null}
          </p>
          <p className="settings-row-note">{words.kinds[connection.kind]}</p>
          <HomeNotes view={view} waiting={waiting} />
        </div>
        <div className="settings-row-actions">
          {isActive ? null : (
            <Button size="small" aria-label={words.chooseNamed(name)} onClick={props.onChoose}>
              {words.choose}
            </Button>
          )}
          {connection.kind === 'device' ? null : (
            <IconButton label={words.remove(name)} onClick={props.onRemove}>
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </div>
      <Refusals standing={standing} triedAt={triedAt} />
      {notPermitted.length === 0 ? null : (
        <Notice
          tone="paused"
          title={words.notPermitted.title}
          text={words.notPermitted.text}
          actions={
            <Button size="small" onClick={() => void allowAgain()}>
              {words.notPermitted.allow}
            </Button>
          }
        />
      )}
      <div className="settings-home-ways">
        <div ref={formRef} className="settings-home-key">
          <CredentialNotice view={view} onRenew={renews ? null : () => setRenews(true)} />
          {renews && connection.kind !== 'device' ? (
            <ConnectForm
              address={connection.baseUrl}
              needsKey={isKey}
              action={isKey ? words.replace : words.readOnly.submit}
              working={isKey ? words.withKey.working : words.readOnly.working}
              onConnect={({ address, key, keep, alsoAllow }) =>
                isKey
                  ? connections.replaceKey({ connectionId, address, key, keep })
                  : connections.connectReadOnly({ connectionId, address, alsoAllow })
              }
              onDone={() => setRenews(false)}
              onCancel={() => setRenews(false)}
              onGiveUp={connections.giveUp}
            />
          ) : (
            <div className="settings-form-actions">
              {standing.length > 0 && connection.kind !== 'device' ? (
                <Button
                  size="small"
                  onClick={() => {
                    setTriedAt(now());
                    props.onTryAgain();
                  }}
                >
                  {words.tryAgain[connection.kind]}
                </Button>
              ) : null}
              {connection.kind === 'device' || trouble !== null ? null : (
                <Button size="small" look="quiet" onClick={() => setRenews(true)}>
                  {isKey ? words.anotherKey : words.readOnly.again}
                </Button>
              )}
            </div>
          )}
        </div>
        {connection.kind === 'key' && takesAskKey(view) && !renews ? (
          <AskKeyPart
            connectionId={connectionId}
            askKey={credentials.find(({ kind }) => kind === 'ask-key') ?? null}
            isGone={connection.hasAskKey === true}
            connections={connections}
          />
        ) : null}
      </div>
    </li>
  );
}

type CredentialNoticeProps = {
  view: ConnectionView;
  /** Null while the form for it is open. */
  onRenew: (() => void) | null;
};

/** That the key or the consent is of no use any more, and the way to give it again. */
function CredentialNotice({ view, onRenew }: CredentialNoticeProps) {
  const { kind } = view.connection;
  const trouble = credentialTrouble(view);
  if (trouble === null || kind === 'device') return null;
  return (
    <Notice
      tone="bad"
      {...credentialTroubleWords(kind, trouble)}
      actions={
        onRenew === null ? null : (
          <Button size="small" look="primary" onClick={onRenew}>
            {kind === 'key' ? words.enterKey : words.readOnly.again}
          </Button>
        )
      }
    />
  );
}

/** What was refused again since the person asked for it is told from what they did not try yet. */
function withTried(text: string, { at, triedAt }: { at: number; triedAt: number | null }): string {
  return triedAt !== null && at >= triedAt ? `${words.stillRefused} ${text}` : text;
}

type RefusalsProps = { standing: readonly Withdrawn[]; triedAt: number | null };

function Refusals({ standing, triedAt }: RefusalsProps) {
  return (
    <>
      {standing.map((entry) => {
        const { kind, access, error, at } = entry;
        const extent = isLimit(entry) ? 'limit' : 'fault';
        const { title, text } = withdrawnWords(entry, extent);
        return (
          <Notice
            key={`${kind} ${access}`}
            tone={extent === 'limit' ? 'plain' : 'paused'}
            title={title}
            text={withTried(text, { at, triedAt })}
            quote={error.message}
            note={error.traceId === undefined ? null : settingsWords.reference(error.traceId)}
          />
        );
      })}
    </>
  );
}

function HomeNotes({ view, waiting }: Pick<HomeRowProps, 'view' | 'waiting'>) {
  const { connection, credentials } = view;
  const count = waiting === null ? 0 : waiting.underWay + waiting.stopped;
  return (
    <>
      {connection.kind === 'device' ? null : (
        <p className="settings-row-note">
          <bdi>{connection.baseUrl}</bdi>
          {credentials.map((credential) => ` · ${credentialWords(credential)}`)}
        </p>
      )}
      {count > 0 ? <p className="settings-row-note">{words.waiting(count)}</p> : null}
    </>
  );
}
