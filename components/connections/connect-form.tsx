import { useEffect, useState } from 'react';
import type {
  ConnectionView,
  ConnectOutcome,
  CredentialLifetime,
  KeyTrouble,
} from '../../lib/connections/model.ts';
import { appError } from '../../lib/contract/errors.ts';
import { type CommandState, useCommand } from '../app/use-command.ts';
import { usableSpellings } from '../../lib/url/origins.ts';
import { Slow } from '../ui/slow.tsx';
import { TextField } from '../ui/text-field.tsx';
import { connectionsAt, connectTexts, nameOf } from './connection-view.ts';
import type { ConnectionsHook } from './use-connections.ts';
import { KeyFields, KeyForm } from './key-form.tsx';
import { t, listed } from '../../lib/i18n/i18n.ts';
import { errorNotice, Notice } from '../ui/notice.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { errorWords, type ErrorWords } from '../../lib/i18n/errors.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';

export type Connected = Extract<ConnectOutcome, { outcome: 'works' }>;

export type ConnectFormProps = {
  kind: 'key' | 'read-only';
  connections: ConnectionsHook;
  /** The connection to renew; omitted for a new one. */
  renews?: { id: string; baseUrl: string };
  onBegin?: () => void;
  onDone: (reached: Connected) => void;
  onCancel: () => void;
  /** True while the form has input or is connecting. Don't replace the form then. */
  onInUse?: (isInUse: boolean) => void;
};

/** Connects to a service. Nothing is stored unless the address and key work. */
export function ConnectForm(props: ConnectFormProps) {
  const { kind, connections, renews, onBegin, onDone, onCancel, onInUse } = props;
  const { connections: known } = connections.list;
  const needsKey = kind === 'key';
  const words = labelsOf(kind, renews !== undefined);
  const [typed, setTyped] = useState('');
  const [key, setKey] = useState('');
  const [keep, setKeep] = useState<CredentialLifetime>('persistent');
  const [spelling, setSpelling] = useState<readonly string[] | null>(null);
  /** The origin that the last attempt needed access to, until the address changes. */
  const [missing, setMissing] = useState<string | null>(null);
  /** Whether the form was submitted. It may still ask whether to replace a key (see `isAsking`). */
  const [isSent, setIsSent] = useState(false);
  const address = renews?.baseUrl ?? typed;
  // If a connection has the same address, the form asks whether to replace its key.
  const there = needsKey && renews === undefined ? connectionsAt(address, 'key', known) : [];
  const isAsking = isSent && there.length > 0;
  const isWhole = address.trim() !== '' && (!needsKey || key.trim() !== '');
  const connecting = useCommand((_bridge, replaces: string | null) => {
    onBegin?.();
    const entry = { kind, address, key, keep, replaces, alsoAllow: missing };
    return connections.connect({ ...entry, renews: renews?.id ?? null });
  });
  const isWorking = connecting.state.status === 'running';

  const isInUse = isWorking || typed !== '' || key !== '';
  useEffect(() => onInUse?.(isInUse), [onInUse, isInUse]);

  /** Clears the outcome of an attempt with earlier input. */
  function clearAnswer(): void {
    setSpelling(null);
    connecting.reset();
    setIsSent(false);
  }

  async function submit(replaces: string | null): Promise<void> {
    const usable = usableSpellings(address);
    setSpelling(usable);
    if (usable !== null) return connecting.reset();
    const connected = await connecting.run(replaces);
    const outcome = connected?.ok === true ? connected.value : null;
    setMissing(outcome?.outcome === 'not-permitted' ? outcome.origin : null);
    if (outcome?.outcome !== 'works') return;
    // Don't keep the key longer than needed.
    setKey('');
    onDone(outcome);
  }

  return (
    <KeyForm
      action={isAsking ? null : isWorking ? words.working : words.submit}
      isWorking={isWorking}
      canSubmit={isWhole}
      hasInput={isInUse}
      onSubmit={() => (there.length > 0 ? setIsSent(true) : void submit(null))}
      onCancel={() => {
        if (isWorking) connections.giveUp();
        onCancel();
      }}
      note={
        isWorking && needsKey ? (
          <Slow>
            <p className="connect-note">{t('connections_slow')}</p>
          </Slow>
        ) : null
      }
    >
      {renews === undefined ? (
        <TextField
          label={t('connections_address')}
          placeholder="https://memory.example"
          value={typed}
          maxLength={2048}
          takesFocus
          error={
            spelling === null
              ? null
              : t('connections_unusableSpelling', { names: listed(spelling, 'disjunction') })
          }
          onChange={(text) => {
            setTyped(text);
            setMissing(null);
            clearAnswer();
          }}
        />
      ) : null}
      {needsKey ? (
        <KeyFields
          value={key}
          keep={keep}
          takesFocus={renews !== undefined}
          onKeyChange={(text) => {
            setKey(text);
            clearAnswer();
          }}
          onKeepChange={setKeep}
        />
      ) : null}
      {isAsking ? (
        // Stays visible while the key is tried, so that focus isn't lost.
        <SameAddress
          connections={there}
          working={isWorking ? words.working : null}
          onChoose={(id) => void submit(id)}
        />
      ) : null}
      <ConnectAnswer answer={connecting.state} />
    </KeyForm>
  );
}

function labelsOf(kind: ConnectFormProps['kind'], isRenewal: boolean) {
  const { submit, working } = connectTexts[kind];
  return { working, submit: kind === 'key' && isRenewal ? t('common_save') : submit };
}

function ConnectAnswer({ answer }: { answer: CommandState<ConnectOutcome> }) {
  if (answer.status === 'failed') return <ErrorAlert error={answer.error} />;
  if (answer.status !== 'done' || answer.value.outcome === 'works') return null;
  const words = { quote: null, traceId: null, ...failureText(answer.value) };
  return <Notice isAlert tone="bad" {...errorNotice(words)} />;
}

type SameAddressProps = {
  connections: readonly ConnectionView[];
  working: string | null;
  onChoose: (replaces: string | null) => void;
};

/** Asks whether to replace a key, because services don't report which account a key belongs to. */
function SameAddress({ connections, working, onChoose }: SameAddressProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [first, ...others] = connections;
  if (first === undefined) return null;
  const isOnly = others.length === 0;

  function choice(replaces: string | null, label: string): ButtonProps {
    const isTried = working !== null && replaces === chosen;
    return {
      size: 'small',
      busy: isTried,
      disabled: working !== null && !isTried,
      children: isTried ? working : label,
      onClick: () => {
        setChosen(replaces);
        onChoose(replaces);
      },
    };
  }

  return (
    <Notice
      isAlert
      title={t('connections_kept_title', { name: nameOf(first) })}
      text={t('connections_kept_text')}
      actions={
        <>
          {connections.map((view, index) => (
            <Button
              key={view.connection.id}
              look={isOnly ? 'primary' : 'secondary'}
              takesFocus={index === 0}
              {...choice(
                view.connection.id,
                isOnly ? t('connections_kept_replace') : replacing(view),
              )}
            />
          ))}
          <Button {...choice(null, t('connections_kept_another'))} />
        </>
      }
    />
  );
}

/** Labels a choice with the end of the key, because connections to the same service have the same name. */
function replacing({ credentials }: ConnectionView): string {
  const lastFour = credentials.find(({ kind }) => kind === 'key')?.lastFour ?? null;
  return lastFour === null
    ? t('connections_kept_replace')
    : t('connections_kept_replaceEnding', { lastFour });
}

type FailureText = Pick<ErrorWords, 'title' | 'next'> & Partial<ErrorWords>;

function outcomeText(outcome: 'badAddress' | 'badKey' | 'notThisService'): FailureText {
  const key = `connections_outcome_${outcome}` as const;
  return { title: t(`${key}_title`), next: t(`${key}_next`) };
}

function failureText(outcome: KeyTrouble): FailureText {
  switch (outcome.outcome) {
    case 'bad-address':
      return outcomeText('badAddress');
    case 'insecure-address':
      return errorWords(appError('memory.insecure', ''));
    case 'bad-key':
      return outcomeText('badKey');
    case 'not-permitted':
      return {
        title: t('connections_notPermitted_title'),
        next: t('connections_outcome_notPermitted_next', { host: new URL(outcome.origin).host }),
      };
    case 'unreachable':
    case 'timeout':
      return errorWords(appError(`memory.${outcome.outcome}`, ''));
    case 'not-this-service':
      return outcomeText('notThisService');
    case 'refused':
      return {
        ...errorWords(outcome.error),
        title: t('connections_withdrawn_key'),
        next: t('connections_outcome_refused_next'),
        quote: outcome.error.message,
      };
    case 'service-trouble':
      return errorWords(outcome.error);
  }
}
