/** The words about the homes of a memory. */
import type {
  Access,
  ConnectionKind,
  ConnectOutcome,
  CredentialKind,
  CredentialView,
} from '../../lib/contracts/connections.ts';
import { counted, isolated, listed } from './language.ts';
import { errorWords, type ErrorWords } from './errors.ts';

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
    bad: 'This is no key. Copy the whole key, and nothing else.',
  },
  moving: {
    title: (count: number, home: string | null) =>
      `${counted(count, { one: '# save waits', other: '# saves wait' })} for ${home ?? 'a home that was removed'}`,
    text: 'What waits stays in this browser until that home can take it. You can send it to another of your homes instead.',
    removed:
      'What waits stays in this browser, and goes nowhere by itself. You can send it to one of your homes.',
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
  tryAgain: 'Try this key again',
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

const withdrawnTitles: Record<Access, (credential: string) => string> = {
  all: (credential) => `The service no longer takes ${credential}`,
  profile: (credential) => `The service no longer shows your profile to ${credential}`,
  write: (credential) => `The service no longer saves with ${credential}`,
  delete: (credential) => `The service no longer deletes with ${credential}`,
  ask: (credential) => `The service no longer answers questions with ${credential}`,
};

/** What is said where the service withdrew an access. */
export function withdrawnWords({ kind, access }: WithdrawnFrom): { title: string; text: string } {
  const isConsent = kind === 'tokens';
  const credential = isConsent
    ? 'your consent'
    : kind === 'ask-key'
      ? 'the key for Ask'
      : 'this key';
  const other = isConsent ? 'give your consent again' : 'use another key';
  return {
    title: withdrawnTitles[access](credential),
    text: `Keepsake does not ask again with it. Ask the owner of the memory, then try it again, or ${other}.`,
  };
}

/** The same where room is scarce; the settings say the rest. */
export function withdrawnShortly(withdrawn: WithdrawnFrom): { title: string; text: string } {
  return { title: withdrawnWords(withdrawn).title, text: wayBack };
}

const wayBack = 'Keepsake asks no more. Ask the owner of the memory, then try again.';

const withdrawnDeeds: Record<Access, string> = {
  all: 'answering at all',
  profile: 'showing your profile',
  write: 'saving',
  delete: 'deleting',
  ask: 'answering questions',
};

/** What is said where the service withdrew several. */
export function withdrawnTogether(withdrawn: readonly WithdrawnFrom[]): {
  title: string;
  text: string;
} {
  const deeds = [
    ...new Set(
      withdrawn.map(({ kind, access }) => withdrawnDeeds[kind === 'ask-key' ? 'ask' : access]),
    ),
  ];
  return {
    title: 'The service allows less than it did',
    text: `It refuses: ${listed(deeds)}. ${wayBack}`,
  };
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
