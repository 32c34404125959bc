import { html } from 'hono/html';
import type { Key } from '../../lib/contract/owner-api.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import { changeKey, createKey, listKeys, revokeKey } from '../operations/keys.ts';
import { hasUsualYear } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { isBlank, required, textOf } from './forms.ts';
import { sections, type Html } from './layout.ts';
import { memoriesOf, type OwnMemory } from './memories.ts';
import {
  choice,
  choices,
  doneLabel,
  empty,
  field,
  item,
  linkButton,
  list,
  named,
  namedAll,
  newCard,
  profileChoice,
  radios,
  reachField,
  reachFields,
  reachIn,
  secretBody,
  time,
  tokenEnd,
} from './components.ts';
import { itemInUrl, itemPages, onGet, onPostOnce, type OwnerApp, type Visit } from './visit.ts';

const section = 'keys';

export const keysText = {
  name: 'Name',
  expires: 'Expires on (optional)',
  create: 'Create key',
  created: 'Key',
  done: doneLabel,
  revoke: 'Revoke',
  confirmRevoke: 'Revoke key',
  levels: {
    read: { label: 'Read', hint: 'Search and view everything saved.' },
    write: { label: 'Read and write', hint: 'Also save pages and notes.' },
    full: { label: 'Full access', hint: 'Also delete pages and notes.' },
  },
} as const;

type KeyGrant = Pick<Key, 'name' | 'level' | 'reach' | 'profile' | 'agent' | 'expires_at'>;

/** The form as entered, which may be contradictory. */
type KeyFields = Omit<KeyGrant, 'reach'> & {
  readonly isAll: boolean;
  readonly ticked: readonly string[];
};

const newKey = fieldsIn(new URLSearchParams({ reach: 'all' }));

export function addKeyPages(owner: OwnerApp): void {
  const keys = itemPages(owner, section, keyInUrl);

  onGet(owner, '/app/keys', (visit) => showKeys(visit, newKey));

  onPostOnce(owner, '/app/keys', async (visit, form) => {
    const granted = grantIn(form, { memories: await memoriesOf(visit), now: visit.now });
    const made = granted.ok ? await visit.do(createKey, granted.value) : granted;
    if (!made.ok) return showKeys(visit, fieldsIn(form), made.error);
    const { name, token } = made.value;
    const body = secretBody({
      title: html`Key for “${named(name)}”`,
      text: 'Copy the key now. You won’t be able to see it again.',
      label: keysText.created,
      value: token,
      next: '/app/keys',
    });
    return visit.show({ section, title: 'New key', body });
  });

  keys.onEdit('/app/keys/:id', {
    title: 'Edit key',
    heading: ({ name }) => html`Edit “${named(name)}”`,
    parent: () => sections.keys,
    fields: async (visit, key, form) =>
      keyFields(form === null ? fieldsOf(key) : fieldsIn(form), await memoriesOf(visit)),
    save: async (visit, key, form) => {
      const granted = grantIn(form, { memories: await memoriesOf(visit), now: visit.now, key });
      return granted.ok ? change(visit, key, granted.value) : granted;
    },
    notice: 'key-changed',
  });

  keys.onDelete('/app/keys/:id/revoke', {
    label: keysText.confirmRevoke,
    ask: ({ name }) => ({
      title: html`Revoke “${named(name)}”?`,
      text: 'Apps that use this key lose access right away. You can’t undo it.',
      back: '/app/keys',
    }),
    delete: (visit, { id }) => visit.do(revokeKey, { id }),
    notice: 'key-revoked',
  });
}

function change(visit: Visit, key: Key, { expires_at, ...grant }: KeyGrant) {
  // The form only has days. An unchanged day keeps the exact time.
  const isSameDay = expires_at?.slice(0, 10) === key.expires_at?.slice(0, 10);
  return visit.do(changeKey, { ...grant, ...(isSameDay ? {} : { expires_at }), id: key.id });
}

export async function keysOf(visit: Visit): Promise<readonly Key[]> {
  const listed = await visit.do(listKeys);
  return listed.ok ? listed.value.keys : [];
}

async function keyInUrl(visit: Visit): Promise<Result<Key, Refusal>> {
  const found = itemInUrl(visit, await keysOf(visit), 'key');
  const isActive = found.ok && found.value.revoked_at === null;
  return isActive ? found : refuse('unknown', 'There’s no such key, or it was revoked.');
}

async function showKeys(visit: Visit, entered: KeyFields, refusal?: Refusal): Promise<Response> {
  const memories = await memoriesOf(visit);
  const keys = await keysOf(visit);
  const current = keys.filter(({ revoked_at }) => revoked_at === null);
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== null);
  const body = html`<p class="lead">
      A key gives an app access to your library. Create one for each app, with only the access it
      needs.
    </p>
    ${list(
      current.map((key) => keyRow(visit, key, memories)),
      empty('No keys yet', 'Create one below for Keepsake or another app.'),
    )}
    ${newCard(visit.session, 'New key', {
      action: '/app/keys',
      fields: keyFields(entered, memories),
      submit: keysText.create,
      isOnce: true,
    })}
    ${
      revoked.length === 0
        ? ''
        : html`<details class="past">
            <summary>Revoked keys (${revoked.length})</summary>
            <ul class="rows">
              ${revoked.map((key) => revokedRow(visit, key))}
            </ul>
          </details>`
    }`;
  return visit.show({ section, body }, refusal);
}

function keyRow({ now }: Visit, key: Key, memories: readonly OwnMemory[]): Html {
  const { id, name, level, profile, agent, last_four, created_at, expires_at } = key;
  const allowed = [
    keysText.levels[level].label,
    ...(profile ? ['profile'] : []),
    ...(agent ? ['questions'] : []),
  ];
  const hasExpired = expires_at !== null && Date.parse(expires_at) <= now;
  const expiry =
    expires_at === null
      ? 'never expires'
      : html`${hasExpired ? 'expired' : 'expires'} ${time(expires_at, now)}`;
  const about = html`“${named(name)}”`;
  return item(
    html`<h2 class="item-title">${named(name)} <code class="soft">${tokenEnd(last_four)}</code></h2>
      <p class="item-facts">${allowed.join(', ')} · ${reachOf(key.reach, memories)}</p>
      <p class="item-facts">Created ${time(created_at, now)} · ${expiry}</p>`,
    [
      linkButton(`/app/keys/${id}`, 'Edit', { about }),
      linkButton(`/app/keys/${id}/revoke`, keysText.revoke, { about, look: 'quiet' }),
    ],
  );
}

function revokedRow({ now }: Visit, { name, last_four, revoked_at }: Key): Html {
  return html`<li class="item">
    <p class="item-facts">
      ${named(name)} <code>${tokenEnd(last_four)}</code>${
        revoked_at === null ? '' : html` · revoked ${time(revoked_at, now)}`
      }
    </p>
  </li>`;
}

export function reachOf(reach: Key['reach'], memories: readonly OwnMemory[]): string | Html {
  if (reach === 'all') return 'all Memories';
  const names = memories.filter(({ id }) => reach.includes(id)).map(({ name }) => name);
  return names.length === 0 ? 'no Memories' : namedAll(names);
}

function keyFields(entered: KeyFields, memories: readonly OwnMemory[]): Html {
  const { name, level, isAll, ticked, profile, agent, expires_at } = entered;
  const questions = choice({
    name: 'agent',
    label: 'Ask questions',
    hint: 'Get answers based on your Memories.',
    isChecked: agent,
  });
  return html`${field({
    name: 'name',
    label: keysText.name,
    value: name,
    isRequired: true,
    maxLength: 80,
    placeholder: 'Keepsake on my laptop',
  })}
  ${choices('Permissions', radios('level', keysText.levels, level))}
  ${reachFields({ memories, isAll, ticked })}
  ${choices('Also allow', [profileChoice(profile), questions])}
  ${field({
    name: 'expires',
    label: keysText.expires,
    type: 'date',
    value: expires_at?.slice(0, 10) ?? '',
    hint: 'The key stops working at the end of that day, UTC. Leave empty for no expiry.',
  })}`;
}

function fieldsOf({ reach, ...grant }: KeyGrant): KeyFields {
  return { ...grant, isAll: reach === 'all', ticked: reach === 'all' ? [] : reach };
}

/** Reads the form. Anything that isn't chosen isn't granted. */
function fieldsIn(form: URLSearchParams): KeyFields {
  const level = form.get('level');
  const lastDay = textOf(form, 'expires');
  return {
    name: textOf(form, 'name'),
    level: level === 'write' || level === 'full' ? level : 'read',
    isAll: form.get('reach') === 'all',
    ticked: form.getAll(reachField),
    profile: form.has('profile'),
    agent: form.has('agent'),
    expires_at: lastDay === '' ? null : `${lastDay}T23:59:59Z`,
  };
}

interface GrantContext {
  readonly memories: readonly OwnMemory[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly key?: Key;
}

function grantIn(
  form: URLSearchParams,
  { memories, now, key }: GrantContext,
): Result<KeyGrant, Refusal> {
  const { isAll: _all, ticked: _ticked, ...entered } = fieldsIn(form);
  if (isBlank(entered.name)) return required(keysText.name, 'Enter the name of the app.');
  const expiry = checkExpiry(entered.expires_at, now, key?.expires_at ?? null);
  if (!expiry.ok) return expiry;
  // A key whose Memories were all deleted can be edited without choosing new ones.
  const hadNone = key !== undefined && key.reach.length === 0;
  if (hadNone && form.get('reach') === 'some' && !form.has(reachField)) {
    return ok({ ...entered, reach: [] });
  }
  const reach = reachIn(form, memories);
  return reach.ok ? ok({ ...entered, reach: reach.value }) : refuse('invalid', reach.error);
}

function checkExpiry(
  entered: string | null,
  now: number,
  before: string | null,
): Result<null, Refusal> {
  if (entered === null || entered.slice(0, 10) === before?.slice(0, 10)) return ok(null);
  const at = Date.parse(entered);
  if (Number.isNaN(at) || !hasUsualYear(new Date(at))) {
    return refuse('invalid', `“${keysText.expires}” isn’t a valid date.`);
  }
  return at > now
    ? ok(null)
    : refuse('invalid', `“${keysText.expires}” is in the past. Choose today or later.`);
}
