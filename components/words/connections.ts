/** The words about the homes of a memory. */
import type {
  ConnectionKind,
  ConnectOutcome,
  CredentialKind,
  CredentialView,
} from '../../lib/contracts/connections.ts';
import type { WithdrawnFrom } from '../connect/standing.ts';
import { errorWords, type ErrorWords } from './errors.ts';
import { counted, listed, t } from '../../lib/language/text.ts';

const shortKinds: Record<ConnectionKind, string> = {
  device: t('connections_shortKinds_device'),
  key: t('connections_shortKinds_key'),
  'read-only': t('connections_shortKinds_readOnly'),
};

export const connectionWords = {
  title: t('connections_title'),
  short: t('connections_short'),
  text: t('connections_text'),
  textOfNone: t('connections_textOfNone'),
  list: t('connections_list'),
  empty: t('connections_empty'),
  device: t('connections_device'),
  inUse: t('connections_inUse'),
  choose: t('connections_choose'),
  chooseNamed: (name: string) => t('connections_chooseNamed', { name }),
  remove: (name: string) => t('connections_remove', { name }),
  /** Where two homes have the same name. */
  named: (name: string, kind: ConnectionKind) =>
    t('connections_named', { name, kind: shortKinds[kind] }),
  kinds: {
    device: t('connections_kinds_device'),
    key: t('connections_kinds_key'),
    'read-only': t('connections_kinds_readOnly'),
  } satisfies Record<ConnectionKind, string>,
  owner: (home: string) => t('connections_owner', { home }),
  onDevice: {
    title: t('connections_onDevice_title'),
    text: t('connections_onDevice_text'),
    others: t('connections_onDevice_others'),
    action: t('connections_onDevice_action'),
    working: t('welcome_home_working'),
  },
  withKey: {
    title: t('connections_withKey_title'),
    text: t('connections_withKey_text'),
    action: t('connections_withKey_action'),
    working: t('connections_withKey_working'),
  },
  readOnly: {
    title: t('connections_readOnly_title'),
    text: t('connections_readOnly_text'),
    action: t('connections_readOnly_action'),
    submit: t('connections_readOnly_submit'),
    working: t('connections_readOnly_working'),
    again: t('connections_readOnly_again'),
  },
  address: t('connections_address'),
  addressPlaceholder: t('connections_addressPlaceholder'),
  unusableSpelling: (usable: readonly string[]) =>
    t('connections_unusableSpelling', { names: listed(usable, 'disjunction') }),
  key: t('connections_key'),
  forgetsKey: t('connections_forgetsKey'),
  connect: t('connections_connect'),
  slow: t('connections_slow'),
  cancel: t('connections_cancel'),
  /** Where a key is for a service that is connected already. */
  kept: {
    title: (name: string) => t('connections_kept_title', { name }),
    text: t('connections_kept_text'),
    replace: t('connections_kept_replace'),
    replaceEnding: (lastFour: string) => t('connections_kept_replaceEnding', { lastFour }),
    another: t('connections_kept_another'),
  },
  askKey: {
    add: t('connections_askKey_add'),
    addText: t('connections_askKey_addText'),
    save: t('connections_askKey_save'),
    replace: t('connections_askKey_replace'),
    forget: t('connections_askKey_forget'),
    working: t('connections_askKey_working'),
    lost: t('connections_askKey_lost'),
    gone: t('connections_askKey_gone'),
    again: t('connections_askKey_again'),
    bad: t('connections_askKey_bad'),
  },
  moving: {
    title: (count: number, home: string | null) =>
      home === null
        ? counted(count, 'connections_moving_titleOfRemoved')
        : counted(count, 'connections_moving_title', { home }),
    /** Where others wait with them that cannot. */
    titleOfSome: (count: number, { total, home }: { total: number; home: string }) =>
      counted(count, 'connections_moving_titleOfSome', { total, home }),
    text: t('connections_moving_text'),
    removed: t('connections_moving_removed'),
    elsewhere: t('connections_moving_elsewhere'),
    missing: {
      memory: t('connections_moving_noMemory'),
      'home-here': t('connections_moving_nowhereYet'),
      home: t('connections_moving_nowhere'),
    },
    action: t('connections_moving_action'),
    to: t('connections_moving_to'),
    choice: (home: string, memory: string) => t('connections_moving_choice', { memory, home }),
    what: (count: number, memory: string, home: string) =>
      counted(count, 'connections_moving_what', { memory, home }),
    noteOf: (title: string) => t('connections_moving_noteOf', { title }),
    more: (count: number) => counted(count, 'connections_moving_more'),
    yes: (count: number) => counted(count, 'connections_moving_yes'),
    no: t('connections_moving_no'),
  },
  works: (memories: readonly string[]) =>
    memories.length === 0
      ? t('connections_works_none')
      : t('connections_works_inReach', { memories: listed(memories) }),
  savesGo: (memory: string) => t('connections_savesGo', { memory }),
  noneInUse: {
    title: t('connections_noneInUse_title'),
    text: t('connections_noneInUse_text'),
    use: (name: string) => t('connections_noneInUse_use', { name }),
  },
  notPermitted: {
    title: t('connections_notPermitted_title'),
    text: t('connections_notPermitted_text'),
    allow: t('connections_notPermitted_allow'),
  },
  tryAgain: {
    key: t('connections_tryAgain_key'),
    'read-only': t('connections_tryAgain_readOnly'),
  } satisfies Record<Exclude<ConnectionKind, 'device'>, string>,
  stillRefused: t('connections_stillRefused'),
  anotherKey: t('connections_anotherKey'),
  enterKey: t('connections_enterKey'),
  replace: t('connections_replace'),
  /** What is said wherever the home is used, while not all is well with it. */
  amiss: {
    label: t('connections_amiss_label'),
    openSettings: t('connections_amiss_openSettings'),
    waits: (count: number) => counted(count, 'connections_amiss_waits'),
    copy: t('connections_amiss_copy'),
    copied: t('connections_amiss_copied'),
  },
  waiting: (count: number) => counted(count, 'connections_waiting'),
  removal: {
    title: (name: string) => t('connections_removal_title', { name }),
    text: t('connections_removal_text'),
    waiting: (count: number) => counted(count, 'connections_removal_waiting'),
    yes: t('connections_removal_yes'),
    no: t('connections_removal_no'),
  },
  forgetting: {
    title: t('connections_forgetting_title'),
    text: t('connections_forgetting_text'),
    action: t('connections_forgetting_action'),
    question: t('connections_forgetting_question'),
    warning: t('connections_forgetting_warning'),
    type: t('connections_forgetting_type'),
    word: t('connections_forgetting_word'),
    yes: t('connections_forgetting_yes'),
    no: t('connections_forgetting_no'),
  },
} as const;

/** What is said of a credential beside its home. */
export function credentialWords({ kind, lastFour, until }: CredentialView): string {
  const said = credentialName(kind, lastFour);
  return until === 'browser-closes' ? t('connections_credential_untilClosed', { said }) : said;
}

function credentialName(kind: CredentialKind, lastFour: string | null): string {
  if (kind === 'tokens') return t('connections_credential_consent');
  if (kind === 'ask-key') {
    return lastFour === null
      ? t('connections_credential_askKey')
      : t('connections_credential_askKeyEnding', { lastFour });
  }
  return lastFour === null
    ? t('connections_credential_key')
    : t('connections_credential_keyEnding', { lastFour });
}

/** What is said where the service refused an access; whether it ever gave it, nobody here knows. */
export function withdrawnWords(
  withdrawn: WithdrawnFrom,
  extent: 'limit' | 'fault',
): { title: string; text: string } {
  const kind = withdrawn.kind === 'tokens' ? 'consent' : 'key';
  return {
    title: withdrawnTitle(withdrawn),
    text: t(`connections_withdrawn_${kind}_${extent === 'limit' ? 'rest' : 'text'}`),
  };
}

/** The same where room is scarce; the settings say the rest. */
export function withdrawnShortly(withdrawn: WithdrawnFrom): { title: string; text: string } {
  return { title: withdrawnTitle(withdrawn), text: t('connections_withdrawn_text') };
}

function withdrawnTitle({ kind, access }: WithdrawnFrom): string {
  if (kind === 'tokens') return t(`connections_withdrawn_consent_${access}`);
  return t(`connections_withdrawn_${kind === 'ask-key' ? 'askKey' : 'key'}_${access}`);
}

/** What is said where the key or the consent itself is gone. */
export function credentialTroubleWords(
  kind: 'key' | 'read-only',
  trouble: 'missing' | 'lost' | 'ended',
): { title: string; text: string } {
  if (kind === 'read-only') {
    return trouble === 'ended'
      ? {
          title: t('connections_credentialTrouble_endedConsent_title'),
          text: t('connections_credentialTrouble_endedConsent_text'),
        }
      : {
          title: t('connections_credentialTrouble_lostConsent_title'),
          text: t('connections_credentialTrouble_lostConsent_text'),
        };
  }
  return trouble === 'missing'
    ? {
        title: t('connections_credentialTrouble_missingKey_title'),
        text: t('connections_credentialTrouble_missingKey_text'),
      }
    : {
        title: t('connections_credentialTrouble_lostKey_title'),
        text: t('connections_credentialTrouble_lostKey_text'),
      };
}

/** What came of connecting, where it does not work. */
export function outcomeWords(
  outcome: Exclude<ConnectOutcome, { outcome: 'works' }>,
): Pick<ErrorWords, 'title' | 'next'> & Partial<ErrorWords> {
  switch (outcome.outcome) {
    case 'bad-address':
      return {
        title: t('connections_outcome_badAddress_title'),
        next: t('connections_outcome_badAddress_next'),
      };
    case 'insecure-address':
      return {
        title: t('connections_outcome_insecureAddress_title'),
        next: t('connections_outcome_insecureAddress_next'),
      };
    case 'bad-key':
      return {
        title: t('connections_outcome_badKey_title'),
        next: t('connections_outcome_badKey_next'),
      };
    case 'not-permitted':
      return {
        title: t('connections_outcome_notPermitted_title'),
        next: t('connections_outcome_notPermitted_next', { host: new URL(outcome.origin).host }),
      };
    case 'unreachable':
      return {
        title: t('connections_outcome_unreachable_title'),
        next: t('connections_outcome_unreachable_next'),
      };
    case 'timeout':
      return {
        title: t('connections_outcome_timeout_title'),
        next: t('connections_outcome_timeout_next'),
      };
    case 'not-this-service':
      return {
        title: t('connections_outcome_notThisService_title'),
        next: t('connections_outcome_notThisService_next'),
      };
    case 'refused':
      return {
        title: t('connections_outcome_refused_title'),
        next: t('connections_outcome_refused_next'),
        quote: outcome.error.message,
        traceId: outcome.error.traceId ?? null,
      };
    case 'service-trouble':
      return errorWords(outcome.error);
  }
}
