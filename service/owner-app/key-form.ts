/** The fields that say what a key may do. */
import { html } from 'hono/html';
import type { Key } from '../../lib/contracts/owner-api.ts';
import { textOf } from './form.ts';
import type { Html } from './layout.ts';
import type { OwnMemory } from './memories.ts';
import { choice, field } from './parts.ts';
import { profileChoice, reachFields } from './reach-fields.ts';

export type KeyGrantForm = Pick<
  Key,
  'name' | 'level' | 'reach' | 'profile' | 'agent' | 'expires_at'
>;

/** As people read them. */
export const levelNames = { read: 'Read', write: 'Read & write', full: 'Full access' } as const;

const levelHints = {
  read: 'Searches and looks at what is saved.',
  write: 'Saves documents and notes as well.',
  full: 'Deletes and forgets as well.',
} as const;

const levels = ['read', 'write', 'full'] as const;

/** Draws the fields as they were typed last. */
export function fieldsOfKey(typed: KeyGrantForm, memories: readonly OwnMemory[]): Html {
  const { name, level, reach, profile, agent, expires_at } = typed;
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
    ${reachFields({
      memories,
      isAll: reach === 'all',
      ticked: reach === 'all' ? [] : reach,
      memoryField: 'memory',
    })}
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

/** Reads the fields; what is not chosen is not granted. */
export function grantIn(form: URLSearchParams): KeyGrantForm {
  const level = form.get('level');
  const last = textOf(form, 'expires');
  return {
    name: textOf(form, 'name'),
    level: levels.find((each) => each === level) ?? 'read',
    reach: form.get('reach') === 'all' ? 'all' : form.getAll('memory'),
    profile: form.has('profile'),
    agent: form.has('agent'),
    expires_at: last === '' ? null : `${last}T23:59:59Z`,
  };
}
