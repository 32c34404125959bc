/** The fields that say what a key may do. */
import { html } from 'hono/html';
import type { Key } from '../../lib/contracts/owner-api.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { isLeftEmpty, leftEmpty, textOf } from './form.ts';
import type { Html } from './layout.ts';
import type { OwnMemory } from './memories.ts';
import { choice, field } from './parts.ts';
import { profileChoice, reachFields, reachIn } from './reach-fields.ts';

type KeyGrant = Pick<Key, 'name' | 'level' | 'reach' | 'profile' | 'agent' | 'expires_at'>;

/** What stands in the fields, which may contradict itself. */
export type KeyFields = Omit<KeyGrant, 'reach'> & {
  readonly isAll: boolean;
  /** Ids of Memories. */
  readonly ticked: readonly string[];
};

/** As people read them. */
export const levelNames = { read: 'Read', write: 'Read & write', full: 'Full access' } as const;

const levelHints = {
  read: 'Searches and looks at what is saved.',
  write: 'Saves documents and notes as well.',
  full: 'Deletes and forgets as well.',
} as const;

const memoryField = 'memory';
const levels = ['read', 'write', 'full'] as const;

/** Draws the fields as they were typed last. */
export function fieldsOfKey(typed: KeyFields, memories: readonly OwnMemory[]): Html {
  const { name, level, isAll, ticked, profile, agent, expires_at } = typed;
  return html`${field({
      name: 'name',
      label: 'Name',
      value: name,
      isRequired: true,
      maxLength: 80,
      placeholder: 'Keepsake on my laptop',
    })}
    <fieldset class="choices">
      <legend class="label">It may</legend>
      ${levels.map((each) =>
        choice({
          type: 'radio',
          name: 'level',
          value: each,
          label: levelNames[each],
          hint: levelHints[each],
          isChecked: each === level,
        }),
      )}
    </fieldset>
    ${reachFields({ memories, isAll, ticked, memoryField })}
    <fieldset class="choices">
      <legend class="label">And besides</legend>
      ${profileChoice(profile)}
      ${choice({
        type: 'checkbox',
        name: 'agent',
        value: 'yes',
        label: 'Ask the agent',
        hint: 'Questions that are answered from your Memories.',
        isChecked: agent,
      })}
    </fieldset>
    ${field({
      name: 'expires',
      label: 'Last day (optional)',
      type: 'date',
      value: expires_at?.slice(0, 10) ?? '',
      hint: 'It stops working at the end of that day, UTC. Without one it never expires.',
    })}`;
}

/** Gives the fields of a key as it is. */
export function fieldsFrom({ reach, ...grant }: KeyGrant): KeyFields {
  return { ...grant, isAll: reach === 'all', ticked: reach === 'all' ? [] : reach };
}

/** Reads the fields as they were sent; what is not chosen is not granted. */
export function typedIn(form: URLSearchParams): KeyFields {
  const level = form.get('level');
  const last = textOf(form, 'expires');
  return {
    name: textOf(form, 'name'),
    level: levels.find((each) => each === level) ?? 'read',
    isAll: form.get('reach') === 'all',
    ticked: form.getAll(memoryField),
    profile: form.has('profile'),
    agent: form.has('agent'),
    expires_at: last === '' ? null : `${last}T23:59:59Z`,
  };
}

export interface KnownToGrant {
  readonly memories: readonly OwnMemory[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The key as it is, where it is there already. */
  readonly key?: Key;
}

/** Reads what the key is to be granted; refuses fields that do not say it, by the labels their reader sees. */
export function grantIn(
  form: URLSearchParams,
  { memories, now, key }: KnownToGrant,
): Result<KeyGrant, Refusal> {
  const { isAll: _all, ticked: _ticked, ...typed } = typedIn(form);
  if (isLeftEmpty(typed.name)) return leftEmpty('Name', 'Say which program the key is for.');
  const expiry = checkExpiry(typed.expires_at, now, key?.expires_at ?? null);
  if (!expiry.ok) return expiry;
  // A key whose Memories were all deleted reaches none, and its name can be changed all the same.
  const reachedNone = key !== undefined && key.reach.length === 0;
  if (reachedNone && form.get('reach') === 'some' && !form.has(memoryField)) {
    return ok({ ...typed, reach: [] });
  }
  const reach = reachIn(form, { memories, memoryField });
  return reach.ok ? ok({ ...typed, reach: reach.value }) : refuse('invalid', reach.error);
}

function checkExpiry(
  typed: string | null,
  now: number,
  before: string | null,
): Result<null, Refusal> {
  if (typed === null || typed.slice(0, 10) === before?.slice(0, 10)) return ok(null);
  const at = Date.parse(typed);
  if (Number.isNaN(at)) {
    return refuse(
      'invalid',
      '“Last day” is no day of the calendar. Choose one, or leave it empty.',
    );
  }
  return at > now
    ? ok(null)
    : refuse('invalid', '“Last day” has passed. Choose today or a later day, or leave it empty.');
}
