import type { ConnectionView } from '../../lib/connections/model.ts';
import { listed, t } from '../../lib/i18n/i18n.ts';
import { tidyAddress } from '../../lib/url/origins.ts';

/** `missing`: there is no credential. `lost`: it can't be read. `ended`: the OAuth consent has expired. */
type CredentialProblem = 'missing' | 'lost' | 'ended';

export type Withdrawn = ConnectionView['withdrawn'][number];

export type WithdrawnFrom = Pick<Withdrawn, 'kind' | 'access'>;

/** Returns whether the credential still works for everything except `access`. */
export function isLimit({ kind, access }: WithdrawnFrom): boolean {
  if (kind === 'ask-key') return false;
  return access === 'profile' || access === 'ask' || access === 'delete';
}

/** Returns null if the credential works, and for this device, which needs none. */
export function credentialProblem(view: ConnectionView): CredentialProblem | null {
  const { connection, credentials, withdrawn } = view;
  if (connection.kind === 'device') return null;
  const main = connection.kind === 'key' ? 'key' : 'tokens';
  const credential = credentials.find(({ kind }) => kind === main);
  if (credential === undefined) return 'missing';
  if (credential.isLost) return 'lost';
  return withdrawn.some(isEnd) ? 'ended' : null;
}

/** Leaves out expired consents (see `credentialProblem`), and a key's withdrawn Ask access if there is a second key. */
export function shownWithdrawals({ credentials, withdrawn }: ConnectionView): Withdrawn[] {
  const hasAskKey = credentials.some(({ kind }) => kind === 'ask-key');
  const shown = withdrawn.filter(
    (entry) => !isEnd(entry) && !(hasAskKey && entry.kind === 'key' && entry.access === 'ask'),
  );
  return [...new Map(shown.map((entry) => [`${entry.kind} ${entry.access}`, entry])).values()];
}

/** Returns whether to offer a second key: the first isn't known to work for Ask, or there was a second one before. */
export function offersAskKey({ connection, credentials, withdrawn }: ConnectionView): boolean {
  if (connection.kind !== 'key') return false;
  if (connection.keyAsks !== true || connection.hasAskKey === true) return true;
  return (
    credentials.some(({ kind }) => kind === 'ask-key') ||
    withdrawn.some(({ access }) => access === 'ask')
  );
}

/** Returns whether saves can go to the connection, as far as is known without asking the service. */
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

/** Returns the connection's name, with the kind appended if another connection has the same name. */
export function nameAmong(view: ConnectionView, all: readonly ConnectionView[]): string {
  const name = nameOf(view);
  const isShared = all.some((other) => other !== view && nameOf(other) === name);
  if (!isShared || view.connection.kind === 'device') return name;
  const kind = view.connection.kind === 'key' ? 'key' : 'readOnly';
  return t('connections_named', { name, kind: t(`connections_shortKinds_${kind}`) });
}

/**
 * Returns the connections to an address. There can be several: services don't report which account a key belongs to.
 */
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

/** Returns the id of the read-only connection to an address, which a new consent renews. */
export function readOnlyConnectionIdAt(address: string, connections: readonly ConnectionView[]) {
  return connectionsAt(address, 'read-only', connections)[0]?.connection.id ?? null;
}

export function withdrawnTitle({ kind, access }: WithdrawnFrom): string {
  // The second key is used only for Ask, so any refusal makes it useless.
  if (kind === 'ask-key') return t('connections_withdrawn_askKey');
  if (access !== 'all') return t(`connections_withdrawn_${access}`);
  return kind === 'tokens' ? t('connections_withdrawn_consent') : t('connections_withdrawn_key');
}

export function credentialProblemText(kind: 'key' | 'read-only', problem: CredentialProblem) {
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

export const connectTexts = {
  key: {
    title: t('connections_kinds_key'),
    text: t('connections_withKey_text'),
    action: t('connections_withKey_action'),
    submit: t('connections_connect'),
    working: t('connections_withKey_working'),
  },
  'read-only': {
    title: t('connections_kinds_readOnly'),
    text: t('connections_readOnly_text'),
    action: t('connections_readOnly_action'),
    submit: t('connections_readOnly_submit'),
    working: t('connections_readOnly_working'),
  },
};

export function connectedText(memories: readonly { name: string }[]): string {
  return memories.length === 0
    ? t('connections_works_none')
    : t('connections_works_inReach', { memories: listed(memories.map(({ name }) => name)) });
}
