/** What the surfaces show of a connection: its name, the state of its credential, what it can be used for. Pure. */
import type { ConnectionView } from '../../lib/connections/model.ts';
import { listed, t } from '../../lib/i18n/i18n.ts';
import { tidyAddress } from '../../lib/url/origins.ts';

/** Gone, unreadable, or an OAuth consent that has ended. */
type CredentialProblem = 'missing' | 'lost' | 'ended';

export type Withdrawn = ConnectionView['withdrawn'][number];

/** Which access the service refused to which credential. */
export type WithdrawnFrom = Pick<Withdrawn, 'kind' | 'access'>;

/** Whether the credential merely lacks a right, while its main purpose still works. */
export function isLimit({ kind, access }: WithdrawnFrom): boolean {
  if (kind === 'ask-key') return false;
  return access === 'profile' || access === 'ask' || access === 'delete';
}

/** Returns null if the credential can be used, and for the connection on this device, which needs none. */
export function credentialProblem(view: ConnectionView): CredentialProblem | null {
  const { connection, credentials, withdrawn } = view;
  if (connection.kind === 'device') return null;
  const main = connection.kind === 'key' ? 'key' : 'tokens';
  const credential = credentials.find(({ kind }) => kind === main);
  if (credential === undefined) return 'missing';
  if (credential.isLost) return 'lost';
  return withdrawn.some(isEnd) ? 'ended' : null;
}

/**
 * Returns each refusal to show, once. A key's refused Ask is left out if a second key is used for Ask, and the end of a
 * consent is reported by `credentialProblem`.
 */
export function shownWithdrawals({ credentials, withdrawn }: ConnectionView): Withdrawn[] {
  const hasAskKey = credentials.some(({ kind }) => kind === 'ask-key');
  const shown = withdrawn.filter(
    (entry) => !isEnd(entry) && !(hasAskKey && entry.kind === 'key' && entry.access === 'ask'),
  );
  return [...new Map(shown.map((entry) => [`${entry.kind} ${entry.access}`, entry])).values()];
}

/** Whether to offer a second key: the first isn't known to allow Ask, or a second one was given before. */
export function offersAskKey({ connection, credentials, withdrawn }: ConnectionView): boolean {
  if (connection.kind !== 'key') return false;
  if (connection.keyAsks !== true || connection.hasAskKey === true) return true;
  return (
    credentials.some(({ kind }) => kind === 'ask-key') ||
    withdrawn.some(({ access }) => access === 'ask')
  );
}

/** Whether the connection accepts saves, as far as is known without asking the service. */
export function canSaveTo(view: ConnectionView): boolean {
  const { connection, withdrawn } = view;
  if (connection.kind === 'read-only' || credentialProblem(view) !== null) return false;
  if (view.notPermitted.length > 0) return false;
  return !withdrawn.some(
    ({ kind, access }) => kind === 'key' && (access === 'all' || access === 'write'),
  );
}

function isEnd({ kind, access, error }: Withdrawn): boolean {
  return kind === 'tokens' && access === 'all' && error.code === 'memory.unauthenticated';
}

export function nameOf({ connection }: ConnectionView): string {
  return connection.kind === 'device' ? t('connections_device') : connection.name;
}

/** Returns the name, followed by the kind if another connection has the same name. */
export function nameAmong(view: ConnectionView, all: readonly ConnectionView[]): string {
  const name = nameOf(view);
  const isShared = all.some((other) => other !== view && nameOf(other) === name);
  if (!isShared || view.connection.kind === 'device') return name;
  const kind =
    view.connection.kind === 'key'
      ? t('connections_shortKinds_key')
      : t('connections_shortKinds_readOnly');
  return t('connections_named', { name, kind });
}

/** Returns the connections of a kind at an address as typed. There can be several: services don't say whose account a key is for. */
export function connectionsAt(
  address: string,
  kind: 'key' | 'read-only',
  connections: readonly ConnectionView[],
): ConnectionView[] {
  const typed = tidyAddress(address);
  return connections.filter(
    ({ connection }) => connection.kind === kind && connection.baseUrl === typed,
  );
}

/** Returns the id of the read-only connection at an address, which a new consent renews; null if there is none. */
export function readOnlyConnectionIdAt(
  address: string,
  connections: readonly ConnectionView[],
): string | null {
  return connectionsAt(address, 'read-only', connections)[0]?.connection.id ?? null;
}

/** Says which access the service refused. It is unknown whether it was ever granted. */
export function withdrawnTitle({ kind, access }: WithdrawnFrom): string {
  // The second key is used for Ask alone, so any refusal makes it useless.
  if (kind === 'ask-key') return t('connections_withdrawn_askKey');
  if (access !== 'all') return t(`connections_withdrawn_${access}`);
  return kind === 'tokens' ? t('connections_withdrawn_consent') : t('connections_withdrawn_key');
}

/** Explains that the key or the read-only access itself can't be used any more. */
export function credentialProblemText(
  kind: 'key' | 'read-only',
  problem: CredentialProblem,
): { title: string; text: string } {
  if (kind === 'read-only') {
    return {
      title:
        problem === 'ended'
          ? t('connections_credentialTrouble_endedConsent_title')
          : t('connections_credentialTrouble_lostConsent_title'),
      text: t('connections_credentialTrouble_endedConsent_text'),
    };
  }
  const key = problem === 'missing' ? 'missingKey' : 'lostKey';
  return {
    title: t(`connections_credentialTrouble_${key}_title`),
    text: t(`connections_credentialTrouble_${key}_text`),
  };
}

/** Describes connecting to a service with a key. */
export function connectWithKeyText() {
  return {
    title: t('connections_kinds_key'),
    text: t('connections_withKey_text'),
    action: t('connections_withKey_action'),
    working: t('connections_withKey_working'),
  };
}

/** Describes connecting to a service read-only. */
export function connectReadOnlyText() {
  return {
    title: t('connections_kinds_readOnly'),
    text: t('connections_readOnly_text'),
    action: t('connections_readOnly_action'),
    working: t('connections_readOnly_working'),
  };
}

/** Says that a connection works, and which Memories it can use. */
export function connectedText(memories: readonly { name: string }[]): string {
  return memories.length === 0
    ? t('connections_works_none')
    : t('connections_works_inReach', { memories: listed(memories.map(({ name }) => name)) });
}
