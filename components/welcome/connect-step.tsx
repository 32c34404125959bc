import { ConnectForm } from '../connect/connect-form.tsx';
import { consentedAt } from '../connect/kept-homes.ts';
import { useConnections } from '../hooks/use-connections.ts';
import { connectionWords } from '../words/connections.ts';

export type ConnectStepProps = {
  way: 'key' | 'read-only';
  /** The person asked for it, so what follows is their setting up. */
  onBegin: () => void;
  onCancel: () => void;
  onInUse: (isInUse: boolean) => void;
  onDone: () => void;
};

/** A memory that lives elsewhere: its address, and a key or a consent; what came of it is said in the form. */
export function ConnectStep({ way, onBegin, onCancel, onInUse, onDone }: ConnectStepProps) {
  const { state, connectWithKey, connectReadOnly, giveUp } = useConnections();
  const homes = state.status === 'ready' ? state.list.connections : [];
  const needsKey = way === 'key';
  const words = needsKey ? connectionWords.withKey : connectionWords.readOnly;
  return (
    <div className="welcome-step">
      <h2 className="welcome-step-title">{words.title}</h2>
      <p className="welcome-step-text">{words.text}</p>
      <ConnectForm
        address={null}
        needsKey={needsKey}
        homes={homes}
        action={needsKey ? connectionWords.connect : connectionWords.readOnly.submit}
        working={words.working}
        onConnect={({ address, key, keep, alsoAllow, replaces }) => {
          onBegin();
          return needsKey
            ? connectWithKey({ address, key, keep, replaces })
            : connectReadOnly({ address, alsoAllow, connectionId: consentedAt(address, homes) });
        }}
        onDone={onDone}
        onCancel={onCancel}
        onGiveUp={giveUp}
        onInUse={onInUse}
      />
    </div>
  );
}
