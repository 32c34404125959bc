import './connection-row.css';
import { HardDrive, KeyRound, BookOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type {
  ConnectionView,
  CredentialView,
  CredentialLifetime,
} from '../../lib/connections/model.ts';
import { useBridge } from '../app/bridge.ts';
import { useCommand } from '../app/use-command.ts';
import type { ConnectionsHook } from './use-connections.ts';
import { Button, IconButton, QuietButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import {
  credentialProblemText,
  nameAmong,
  nameOf,
  credentialProblem,
  isLimit,
  shownWithdrawals,
  offersAskKey,
  type Withdrawn,
  withdrawnTitle,
} from './connection-view.ts';
import { ConnectForm } from './connect-form.tsx';
import { useReturnedFocus } from '../ui/use-returned-focus.ts';
import { t, plural, sentences } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import { KeyFields, KeyForm } from './key-form.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';

const icons = { device: HardDrive, key: KeyRound, 'read-only': BookOpen } as const;

type ConnectionRowProps = {
  view: ConnectionView;
  all: readonly ConnectionView[];
  /** Number of saves waiting to be sent. */
  unsent: number;
  connections: ConnectionsHook;
  onChoose: () => void;
  onRemove: () => void;
  onTryAgain: () => void;
};

export function ConnectionRow({ view, all, unsent, connections, ...props }: ConnectionRowProps) {
  const { connection, isActive, credentials, notPermitted } = view;
  const { requestServices, now } = useBridge();
  const [isRenewing, setIsRenewing] = useState(false);
  const { id: connectionId } = connection;
  const isKey = connection.kind === 'key';
  const name = nameAmong(view, all);
  const formRef = useReturnedFocus<HTMLDivElement>(isRenewing);
  const [triedAt, setTriedAt] = useState<number | null>(null);
  const Icon = icons[connection.kind];
  const problem = credentialProblem(view);
  const withdrawals = shownWithdrawals(view);
  // Must be called in the click handler: browsers accept permission requests only there.
  async function allowAgain(): Promise<void> {
    if (await requestServices(notPermitted).catch(() => false)) props.onTryAgain();
  }
  return (
    <li className="settings-connection" data-active={isActive || undefined}>
      <div className="settings-connection-line">
        <Icon size={20} />
        <div className="settings-row-words">
          <p className="settings-connection-name">
            <bdi>{nameOf(view)}</bdi>
            {isActive ? (
              <span className="settings-connection-badge">{t('connections_inUse')}</span>
            ) : null}
          </p>
          <p className="settings-row-note">{kindTexts[connection.kind]}</p>
          <ConnectionNotes view={view} unsent={unsent} />
        </div>
        <div className="settings-row-actions">
          {isActive ? null : (
            <Button
              size="small"
              aria-label={t('connections_useNamed', { name })}
              onClick={props.onChoose}
            >
              {t('connections_use')}
            </Button>
          )}
          {connection.kind === 'device' ? null : (
            <IconButton
              Icon={Trash2}
              label={t('connections_remove', { name })}
              onClick={props.onRemove}
            />
          )}
        </div>
      </div>
      <Refusals withdrawals={withdrawals} triedAt={triedAt} />
      {notPermitted.length === 0 ? null : (
        <Notice
          tone="paused"
          title={t('connections_notPermitted_title')}
          text={t('connections_notPermitted_text')}
          action={{
            label: t('connections_notPermitted_allow'),
            onClick: () => void allowAgain(),
          }}
        />
      )}
      <div className="settings-connection-actions">
        <div ref={formRef} className="settings-connection-key">
          <CredentialNotice view={view} onRenew={isRenewing ? null : () => setIsRenewing(true)} />
          {isRenewing && connection.kind !== 'device' ? (
            <ConnectForm
              kind={connection.kind}
              connections={connections}
              renews={connection}
              onDone={() => setIsRenewing(false)}
              onCancel={() => setIsRenewing(false)}
            />
          ) : (
            <div className="settings-form-actions">
              {withdrawals.length > 0 && connection.kind !== 'device' ? (
                <Button
                  size="small"
                  onClick={() => {
                    setTriedAt(now());
                    props.onTryAgain();
                  }}
                >
                  {t('common_retry')}
                </Button>
              ) : null}
              {connection.kind === 'device' || problem !== null ? null : (
                <QuietButton onClick={() => setIsRenewing(true)}>
                  {isKey ? t('connections_anotherKey') : t('connections_readOnly_again')}
                </QuietButton>
              )}
            </div>
          )}
        </div>
        {connection.kind === 'key' && offersAskKey(view) && !isRenewing ? (
          <AskKeyPart
            connectionId={connectionId}
            askKey={credentials.find(({ kind }) => kind === 'ask-key') ?? null}
            wasForgotten={connection.hasAskKey === true}
            connections={connections}
          />
        ) : null}
      </div>
    </li>
  );
}

type CredentialNoticeProps = { view: ConnectionView; onRenew: (() => void) | null };

function CredentialNotice({ view, onRenew }: CredentialNoticeProps) {
  const { kind } = view.connection;
  const problem = credentialProblem(view);
  if (problem === null || kind === 'device') return null;
  const label = kind === 'key' ? t('connections_enterKey') : t('connections_readOnly_again');
  return (
    <Notice
      tone="bad"
      {...credentialProblemText(kind, problem)}
      action={onRenew === null ? null : { label, look: 'primary', onClick: onRenew }}
    />
  );
}

type RefusalsProps = { withdrawals: readonly Withdrawn[]; triedAt: number | null };

function Refusals({ withdrawals, triedAt }: RefusalsProps) {
  return withdrawals.map((entry) => {
    const { kind, access, error, at } = entry;
    const text = t(isLimit(entry) ? 'connections_withdrawn_rest' : 'connections_withdrawn_text');
    const { traceId } = error;
    const isRepeated = triedAt !== null && at >= triedAt;
    return (
      <Notice
        key={`${kind} ${access}`}
        tone={isLimit(entry) ? 'plain' : 'paused'}
        title={withdrawnTitle(entry)}
        text={isRepeated ? `${t('connections_stillRefused')} ${text}` : text}
        quote={error.message}
        note={traceId === undefined ? null : t('common_reference', { traceId })}
      />
    );
  });
}

function ConnectionNotes({ view, unsent }: Pick<ConnectionRowProps, 'view' | 'unsent'>) {
  const { connection, credentials } = view;
  return (
    <>
      {connection.kind === 'device' ? null : (
        <p className="settings-row-note">
          <bdi>{connection.baseUrl}</bdi>
          {credentials.map((credential) => ` · ${credentialText(credential)}`)}
        </p>
      )}
      {unsent > 0 ? (
        <p className="settings-row-note">{plural(unsent, 'connections_waiting')}</p>
      ) : null}
    </>
  );
}

type AskKeyPartProps = {
  connectionId: string;
  askKey: CredentialView | null;
  /** Whether there was an Ask key. If `askKey` is null, the key was forgotten when the browser closed. */
  wasForgotten: boolean;
  connections: ConnectionsHook;
};

/** Manages the second key, which is used only for Ask. */
function AskKeyPart({ connectionId, askKey, wasForgotten, connections }: AskKeyPartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const partRef = useReturnedFocus<HTMLDivElement>(isOpen);
  const [error, setError] = useState<AppError | null>(null);
  return (
    <div className="settings-ask-key" ref={partRef}>
      {askKey?.isLost === true || (askKey === null && wasForgotten) ? (
        <Notice
          tone="bad"
          title={askKey === null ? t('connections_askKey_gone') : t('connections_askKey_lost')}
          text={t('connections_askKey_again')}
        />
      ) : null}
      {error === null ? null : <ErrorAlert error={error} />}
      {isOpen ? (
        <AskKeyForm {...{ connectionId, connections }} onClose={() => setIsOpen(false)} />
      ) : (
        <div className="settings-form-actions">
          <QuietButton onClick={() => setIsOpen(true)}>
            {askKey === null ? t('connections_askKey_add') : t('connections_askKey_replace')}
          </QuietButton>
          {askKey === null && !wasForgotten ? null : (
            <QuietButton
              onClick={() =>
                void connections.act('connections.forget-ask-key', connectionId).then(setError)
              }
            >
              {t('connections_askKey_remove')}
            </QuietButton>
          )}
        </div>
      )}
    </div>
  );
}

type AskKeyFormProps = Pick<AskKeyPartProps, 'connectionId' | 'connections'> & {
  onClose: () => void;
};

function AskKeyForm({ connectionId, connections, onClose }: AskKeyFormProps) {
  const [key, setKey] = useState('');
  const [keep, setKeep] = useState<CredentialLifetime>('persistent');
  const saving = useCommand(() => connections.keepAskKey({ connectionId, key, keep }));
  const { state } = saving;
  const isWorking = state.status === 'running';
  const isBad = state.status === 'done' && state.value.outcome === 'bad-key';

  async function submit(): Promise<void> {
    const stored = await saving.run(undefined);
    if (stored?.ok === true && stored.value.outcome === 'kept') onClose();
  }

  return (
    <KeyForm
      action={isWorking ? t('common_saving') : t('common_save')}
      isWorking={isWorking}
      canSubmit={key.trim() !== ''}
      hasInput={isWorking || key !== ''}
      onSubmit={() => void submit()}
      onCancel={onClose}
    >
      <p className="settings-row-note">{t('connections_askKey_addText')}</p>
      <KeyFields
        value={key}
        keep={keep}
        takesFocus
        error={
          isBad
            ? sentences(t('connections_outcome_badKey_title'), t('connections_outcome_badKey_next'))
            : null
        }
        onKeyChange={(typed) => {
          setKey(typed);
          if (isBad) saving.reset();
        }}
        onKeepChange={setKeep}
      />
      {state.status === 'failed' ? <ErrorAlert error={state.error} /> : null}
    </KeyForm>
  );
}

function credentialText({ until, ...credential }: CredentialView): string {
  const name = credentialName(credential);
  return until === 'session' ? t('connections_credential_untilClosed', { said: name }) : name;
}

function credentialName({ kind, lastFour }: Pick<CredentialView, 'kind' | 'lastFour'>): string {
  if (kind === 'tokens') return t('connections_credential_consent');
  if (kind === 'ask-key') {
    return lastFour === null
      ? t('connections_credential_askKey')
      : t('connections_credential_askKeyEnding', { lastFour });
  }
  return lastFour === null
    ? t('connections_key')
    : t('connections_credential_keyEnding', { lastFour });
}

const kindTexts = {
  device: t('connections_onDevice_text'),
  key: t('connections_kinds_key'),
  'read-only': t('connections_kinds_readOnly'),
};
