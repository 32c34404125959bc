/** The words about the homes of a memory. */
import type {
  Access,
  ConnectionKind,
  ConnectOutcome,
  CredentialKind,
  CredentialView,
} from '../../lib/contracts/connections.ts';
import { counted, isolated } from './language.ts';
import { errorWords, type ErrorWords } from './errors.ts';

const shortKinds: Record<ConnectionKind, string> = {
  device: 'on this device',
  key: 'with a key',
  'read-only': 'read-only',
};

export const connectionWords = {
  title: 'Where your memory lives',
  short: 'Homes',
  text: 'One home is in use; the others are kept. What you save goes to the home it was saved for, and nowhere else.',
  list: 'Homes of your memory',
  empty: 'There is no home yet.',
  device: 'On this device',
  inUse: 'In use',
  choose: 'Use this',
  chooseNamed: (name: string) => `Use this: ${name}`,
  remove: (name: string) => `Remove ${name}`,
  /** Where two homes have the same name. */
  named: (name: string, kind: ConnectionKind) => `${isolated(name)} (${shortKinds[kind]})`,
  kinds: {
    device: 'Needs no key, and nothing leaves this browser',
    key: 'A service, with a key',
    'read-only': 'A service, read-only: you can search, but not save',
  } satisfies Record<ConnectionKind, string>,
  owner:
    'Its Memories and rules are kept in order by its owner, in the owner’s app at the address of the service.',
  withKey: {
    title: 'Use a service with a key',
    text: 'Its owner gives you the address and a key. You can search, and save if the key allows it.',
    action: 'Connect with a key',
    working: 'Trying the key',
  },
  readOnly: {
    title: 'Use a service, read-only',
    text: 'Enter its address and consent in the browser. Keepsake can then search, and change nothing.',
    action: 'Connect read-only',
    submit: 'Ask for consent',
    working: 'Waiting for your consent',
    again: 'Ask for consent again',
  },
  address: 'Address of the service',
  addressPlaceholder: 'https://memory.example',
  unusableSpelling: (usable: readonly string[]) =>
    `Browsers let no extension reach this device by that name. Write ${usable.join(' or ')} instead.`,
  key: 'Key',
  forgetsKey: 'Forget the key when the browser closes',
  connect: 'Connect',
  slow: 'A service that was asleep may take a minute and a half to answer.',
  cancel: 'Cancel',
  askKey: {
    none: 'Ask uses the same key.',
    add: 'Add a key for Ask',
    addText:
      'Some services answer questions only with a second key. It is used for Ask alone, and cannot be tried: the first question shows whether it works.',
    save: 'Keep this key for Ask',
    replace: 'Replace the key for Ask',
    forget: 'Forget the key for Ask',
    working: 'Keeping the key',
    lost: 'The key for Ask can no longer be read. Enter it again, or forget it.',
    gone: 'The key for Ask was forgotten when the browser closed. Enter it again, or forget it.',
    bad: 'This is no key. Copy the whole key, and nothing else.',
  },
  moving: {
    title: (count: number, home: string | null) =>
      `${counted(count, { one: '# save waits', other: '# saves wait' })} for ${home ?? 'a home that was removed'}`,
    text: 'What waits stays in this browser until that home can take it.',
    removed: 'What waits stays in this browser, and goes nowhere by itself.',
    elsewhere: 'You can send it to another of your homes.',
    nowhere: 'To send it elsewhere, connect a home that takes saves.',
    action: 'Send elsewhere…',
    to: 'Send to',
    choice: (home: string, memory: string) => `${isolated(memory)}, ${isolated(home)}`,
    what: (count: number, memory: string, home: string) =>
      `${counted(count, { one: 'The text of # save', other: 'The text of # saves' })} goes to ${isolated(memory)} in the home “${isolated(home)}”:`,
    note: 'A highlight',
    more: (count: number) => counted(count, { one: 'and # more', other: 'and # more' }),
    yes: (count: number) =>
      counted(count, { one: 'Send # save there', other: 'Send # saves there' }),
    no: 'No, wait',
  },
  works: (memories: readonly string[]) =>
    memories.length === 0
      ? 'It works. There is no Memory in reach of it yet.'
      : `It works. In reach: ${memories.join(', ')}.`,
  savesGo: (memory: string) =>
    `Saves go to ${isolated(memory)}. You can change that wherever you save.`,
  noneInUse: {
    title: 'No home is in use',
    text: 'Your connections are kept. Choose the one that Keepsake shall use.',
    use: (name: string) => `Use ${isolated(name)}`,
  },
  notPermitted: {
    title: 'The browser no longer lets Keepsake reach this address',
    text: 'Nothing is sent there. Allow it again to go on; what waits is kept.',
    allow: 'Allow again',
  },
  tryAgain: { key: 'Try this key again', 'read-only': 'Try again' } satisfies Record<
    Exclude<ConnectionKind, 'device'>,
    string
  >,
  stillRefused: 'Tried just now, still refused.',
  anotherKey: 'Use another key',
  replace: 'Use this key',
  /** What is said wherever the home is used, while not all is well with it. */
  amiss: {
    label: 'About the home of your memory',
    openSettings: 'Open settings',
    waits: (count: number) =>
      counted(count, {
        one: '# save waits for it and is kept.',
        other: '# saves wait for it and are kept.',
      }),
    copy: 'Copy the reference',
    copied: 'Copied',
  },
  waiting: (count: number) =>
    `${counted(count, { one: '# save waits', other: '# saves wait' })} for this home.`,
  removal: {
    title: (name: string) => `Remove ${name}?`,
    text: 'Its key or consent is forgotten here. What is in that memory stays there.',
    waiting: (count: number) =>
      `${counted(count, { one: '# save has', other: '# saves have' })} not reached it yet. They stay in this browser, and go nowhere else unless you say so.`,
    yes: 'Yes, remove it',
    no: 'No, keep it',
  },
  forgetting: {
    title: 'Forget everything',
    text: 'Removes every connection and key, what waits to be saved, and all settings. The Memories on this device stay.',
    action: 'Forget everything…',
    question: 'Forget every connection, key and setting?',
    warning: 'Saves that have not reached their home are lost. This cannot be undone.',
    type: 'Type FORGET to go on',
    word: 'FORGET',
    yes: 'Forget everything',
    no: 'No, keep it all',
  },
} as const;

/** What is said of a credential beside its home. */
export function credentialWords({ kind, lastFour, until }: CredentialView): string {
  const end = until === 'browser-closes' ? ', until the browser closes' : '';
  if (kind === 'tokens') return `Your consent${end}`;
  const name = kind === 'ask-key' ? 'Key for Ask' : 'Key';
  return lastFour === null ? `${name}${end}` : `${name} ending in ${lastFour}${end}`;
}

/** What it was that the service withdrew, of which credential. */
export type WithdrawnFrom = { kind: CredentialKind; access: Access };

const deeds: Record<Exclude<Access, 'all'>, { key: string; consent: string }> = {
  profile: { key: 'show your profile', consent: 'your profile' },
  write: { key: 'save', consent: 'saving' },
  delete: { key: 'delete', consent: 'deleting' },
  ask: { key: 'ask', consent: 'asking' },
};

/** What is said where the service refused an access; whether it ever gave it, nobody here knows. */
export function withdrawnWords(withdrawn: WithdrawnFrom): { title: string; text: string } {
  const text =
    withdrawn.kind === 'tokens'
      ? 'Keepsake does not ask again with it. Give your consent again and allow it there, or ask the owner of the memory and try again.'
      : 'Keepsake does not ask again with it. Ask the owner of the memory, then try it again, or use another key.';
  return { title: withdrawnTitle(withdrawn), text };
}

/** The same where room is scarce; the settings say the rest. */
export function withdrawnShortly(withdrawn: WithdrawnFrom): { title: string; text: string } {
  return {
    title: withdrawnTitle(withdrawn),
    text: 'Ask the owner of the memory, then try again.',
  };
}

function withdrawnTitle({ kind, access }: WithdrawnFrom): string {
  if (kind === 'tokens') {
    return access === 'all'
      ? 'The service does not take your consent'
      : `Your consent does not cover ${deeds[access].consent}`;
  }
  const key = kind === 'ask-key' ? 'the key for Ask' : 'this key';
  if (access === 'all') return `The service does not take ${key}`;
  return `${key[0]?.toUpperCase()}${key.slice(1)} may not ${deeds[access].key}`;
}

/** What is said where the key or the consent itself is gone. */
export function credentialTroubleWords(
  kind: 'key' | 'read-only',
  trouble: 'missing' | 'lost' | 'ended',
): { title: string; text: string } {
  if (kind === 'read-only') {
    return trouble === 'ended'
      ? {
          title: 'Your consent has ended',
          text: 'It was withdrawn, or it ran out. Ask for consent again to go on searching.',
        }
      : {
          title: 'Your consent can no longer be read',
          text: 'This browser cannot open it any more. Ask for consent again to go on searching.',
        };
  }
  return trouble === 'missing'
    ? {
        title: 'Your key is not here any more',
        text: 'Keys that are to be forgotten go when the browser closes. Enter it again to go on.',
      }
    : {
        title: 'Your key can no longer be read',
        text: 'This browser cannot open it any more. Enter it again to go on.',
      };
}

/** What came of connecting, where it does not work. */
export function outcomeWords(
  outcome: Exclude<ConnectOutcome, { outcome: 'works' }>,
): Pick<ErrorWords, 'title' | 'next'> & Partial<ErrorWords> {
  switch (outcome.outcome) {
    case 'bad-address':
      return {
        title: 'This is no address of a service',
        next: 'It looks like https://memory.example, without a name or a password in it.',
      };
    case 'insecure-address':
      return {
        title: 'This address is not encrypted',
        next: 'A key travels by https alone, except to this device.',
      };
    case 'bad-key':
      return { title: 'This is no key', next: 'Copy the whole key, and nothing else.' };
    case 'not-permitted':
      return {
        title: 'The browser does not let Keepsake reach this address yet',
        next: `Connect again, and allow ${new URL(outcome.origin).host} when the browser asks. Nothing was sent there.`,
      };
    case 'unreachable':
      return {
        title: 'Nothing answered at this address',
        next: 'Check the address, that the service is running and that you are online.',
      };
    case 'timeout':
      return {
        title: 'The service took too long to answer',
        next: 'Try again in a moment. The first answer after a quiet spell can take up to a minute.',
      };
    case 'not-this-service':
      return {
        title: 'This is not a Personal Memory Service',
        next: 'Something answered, but not as one does. Check the address.',
      };
    case 'refused':
      return {
        title: 'The service does not take this key',
        next: 'Check that it was copied whole, that it has not expired and was not revoked.',
        quote: outcome.error.message,
        traceId: outcome.error.traceId ?? null,
      };
    case 'service-trouble':
      return errorWords(outcome.error);
  }
}
