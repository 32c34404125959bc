/** How a connection stands with its service, as the surfaces tell it. Pure. */
import type { ConnectionView } from '../../lib/contracts/connections.ts';

/** What is wrong with the credential itself: not there any more, not to be read, or a consent that is over. */
export type CredentialTrouble = 'missing' | 'lost' | 'ended';

export type Withdrawn = ConnectionView['withdrawn'][number];

/** What it was that the service withdrew, of which credential. */
export type WithdrawnFrom = Pick<Withdrawn, 'kind' | 'access'>;

/** Whether it is but something that the credential may not do, and what it is there for goes on: nothing is amiss. */
export function isLimit({ kind, access }: WithdrawnFrom): boolean {
  if (kind === 'ask-key') return false;
  return access === 'profile' || access === 'ask' || access === 'delete';
}

/** Null where there is a credential that can be used, and for the home on this device, which needs none. */
export function credentialTrouble(view: ConnectionView): CredentialTrouble | null {
  const { connection, credentials, withdrawn } = view;
  if (connection.kind === 'device') return null;
  const main = connection.kind === 'key' ? 'key' : 'tokens';
  const credential = credentials.find(({ kind }) => kind === main);
  if (credential === undefined) return 'missing';
  if (credential.isLost) return 'lost';
  return withdrawn.some(isEnd) ? 'ended' : null;
}

/**
 * What the service withdrew, each once: a key's right to ask is told only where no second key asks in its place, and
 * the end of a consent is told as a trouble of the credential.
 */
export function standingWithdrawals({ credentials, withdrawn }: ConnectionView): Withdrawn[] {
  const hasAskKey = credentials.some(({ kind }) => kind === 'ask-key');
  const told = withdrawn.filter(
    (entry) => !isEnd(entry) && !(hasAskKey && entry.kind === 'key' && entry.access === 'ask'),
  );
  return [...new Map(told.map((entry) => [`${entry.kind} ${entry.access}`, entry])).values()];
}

/** Whether a second key may bring what the first is not known to have, which is Ask, or was given already. */
export function takesAskKey({ connection, credentials, withdrawn }: ConnectionView): boolean {
  if (connection.kind !== 'key') return false;
  if (connection.keyAsks !== true || connection.hasAskKey === true) return true;
  return (
    credentials.some(({ kind }) => kind === 'ask-key') ||
    withdrawn.some(({ access }) => access === 'ask')
  );
}

/** Whether the connection may be written to, as far as is known without asking it. */
export function takesSaves(view: ConnectionView): boolean {
  const { connection, withdrawn } = view;
  if (connection.kind === 'read-only' || credentialTrouble(view) !== null) return false;
  if (view.notPermitted.length > 0) return false;
  return !withdrawn.some(
    ({ kind, access }) => kind === 'key' && (access === 'all' || access === 'write'),
  );
}

function isEnd({ kind, access, error }: Withdrawn): boolean {
  return kind === 'tokens' && access === 'all' && error.code === 'memory.unauthenticated';
}
