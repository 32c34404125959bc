/** Keys: making one, which is shown once, narrowing or widening it, and revoking it. */
import { html } from 'hono/html';
import type { Key } from '../../lib/contracts/owner-api.ts';
import { changeKey, createKey, listKeys, revokeKeyForGood } from '../operations/keys.ts';
import type { Refusal } from '../refusal.ts';
import {
  fieldsFrom,
  fieldsOfKey,
  grantIn,
  levelNames,
  typedIn,
  type KeyFields,
} from './key-form.ts';
import { formIdField } from './form-ids.ts';
import { formTokenField, type Html } from './layout.ts';
import { memoriesOf, type OwnMemory } from './memories.ts';
import { confirmation, empty, named, namedAll, time, tokenEnd } from './parts.ts';
import { refusedPage } from './refused-page.ts';
import { onGet, onPost, onPostOnce, redirect, type OwnerApp, type Visit } from './visit.ts';

const section = 'keys';

const newKey: KeyFields = {
  name: '',
  level: 'read',
  isAll: true,
  ticked: [],
  profile: false,
  agent: false,
  expires_at: null,
};

/** `/app/keys`. */
export function openKeys(owner: OwnerApp): void {
  onGet(owner, '/app/keys', (visit) => showKeys(visit, newKey));

  onPostOnce(owner, '/app/keys', async (visit, form) => {
    const granted = grantIn(form, { memories: await memoriesOf(visit), now: visit.now });
    const made = granted.ok ? await visit.do(createKey, granted.value) : granted;
    if (!made.ok) return showKeys(visit, typedIn(form), made.error);
    return visit.show({ section, title: 'The new key', body: madeBody(made.value) });
  });

  onGet(owner, '/app/keys/:id', (visit) =>
    withKey(visit, async (key) => visit.show(await keyPage(visit, key, fieldsFrom(key)))),
  );

  onPost(owner, '/app/keys/:id', (visit, form) =>
    withKey(visit, async (key) => {
      const refused = async (refusal: Refusal) =>
        visit.showRefusal(refusal, await keyPage(visit, key, typedIn(form)));
      const granted = grantIn(form, { memories: await memoriesOf(visit), now: visit.now, key });
      if (!granted.ok) return refused(granted.error);
      const { expires_at, ...grant } = granted.value;
      // The field tells days only: the same day leaves the very time as it was.
      const isSameDay = expires_at?.slice(0, 10) === key.expires_at?.slice(0, 10);
      const expiry = isSameDay ? {} : { expires_at };
      const changed = await visit.do(changeKey, { ...grant, ...expiry, id: key.id });
      return changed.ok ? redirect('/app/keys', 'key-changed') : refused(changed.error);
    }),
  );

  onGet(owner, '/app/keys/:id/revoke', (visit) =>
    withKey(visit, ({ id, name }) => {
      const body = confirmation(visit.session, {
        title: html`Revoke “${named(name)}”?`,
        sentence: 'Whoever holds it is refused from then on. A revoked key never works again.',
        action: `/app/keys/${id}/revoke`,
        label: 'Revoke the key',
        back: '/app/keys',
      });
      return visit.show({ section, title: 'Revoke a key', body });
    }),
  );

  onPost(owner, '/app/keys/:id/revoke', (visit) =>
    withKey(visit, async ({ id }) => {
      const revoked = await visit.do(revokeKeyForGood, { id });
      return revoked.ok ? redirect('/app/keys', 'key-revoked') : refusedPage(revoked.error);
    }),
  );
}

/** Lists the owner's keys. */
export async function keysOf(visit: Visit): Promise<readonly Key[]> {
  const listed = await visit.do(listKeys);
  return listed.ok ? listed.value.keys : [];
}

async function withKey(visit: Visit, show: (key: Key) => Promise<Response>): Promise<Response> {
  const id = visit.request.param('id');
  const key = (await keysOf(visit)).find((known) => known.id === id && known.revoked_at === null);
  if (key !== undefined) return show(key);
  const message = 'There is no such key, or it is revoked.';
  return refusedPage({ kind: 'unknown', message, details: {} });
}

async function showKeys(visit: Visit, typed: KeyFields, refusal?: Refusal): Promise<Response> {
  const memories = await memoriesOf(visit);
  const keys = await keysOf(visit);
  const current = keys.filter(({ revoked_at }) => revoked_at === null);
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== null);
  const body = html`<h1>Keys</h1>
    <p class="lead">
      A key lets a program in: an extension, an assistant, a script of yours. Give each its own, and
      no more than it needs.
    </p>
    ${
      current.length === 0
        ? empty('No key yet', 'Make one below for the first program that may use your memory.')
        : html`<ul class="rows">
            ${current.map((key) => keyRow(visit, key, memories))}
          </ul>`
    }
    <section class="card" aria-labelledby="new">
      <h2 id="new">New key</h2>
      <form method="post" action="/app/keys" class="fields">
        ${formTokenField(visit.session)}${formIdField()}${fieldsOfKey(typed, memories)}
        <div class="row"><button class="button" data-look="primary">Create the key</button></div>
      </form>
    </section>
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
  const shown = { section, title: 'Keys', body } as const;
  return refusal === undefined ? visit.show(shown) : visit.showRefusal(refusal, shown);
}

function keyRow({ now }: Visit, key: Key, memories: readonly OwnMemory[]): Html {
  const { id, name, level, profile, agent, last_four, created_at, expires_at } = key;
  const may = [levelNames[level], ...(profile ? ['profile'] : []), ...(agent ? ['agent'] : [])];
  const isOver = expires_at !== null && Date.parse(expires_at) <= now;
  return html`<li class="item">
    <div class="item-main">
      <h2 class="item-title">${named(name)} <code class="soft">${tokenEnd(last_four)}</code></h2>
      <p class="item-facts">${may.join(', ')} · ${reachOf(key, memories)}</p>
      <p class="item-facts">
        Made
        ${time(created_at, now)}${
          expires_at === null
            ? ' · never expires'
            : html` · ${isOver ? 'expired' : 'expires'} ${time(expires_at, now)}`
        }
      </p>
    </div>
    <div class="item-actions">
      <a class="button" data-look="secondary" data-size="small" href="/app/keys/${id}"
        >Change<span class="visually-hidden"> “${named(name)}”</span></a
      >
      <a class="button" data-look="quiet" data-size="small" href="/app/keys/${id}/revoke"
        >Revoke<span class="visually-hidden"> “${named(name)}”</span></a
      >
    </div>
  </li>`;
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

function reachOf({ reach }: Key, memories: readonly OwnMemory[]): string | Html {
  if (reach === 'all') return 'all Memories';
  const names = memories.filter(({ id }) => reach.includes(id)).map(({ name }) => name);
  return names.length === 0 ? 'no Memory' : namedAll(names);
}

function madeBody({ name, token }: Key & { readonly token: string }): Html {
  return html`<div class="card narrow">
    <h1>The key “${named(name)}”</h1>
    <p>
      Copy it now and give it to the program it is for. It is shown this once and is not stored.
    </p>
    <label class="field"
      ><span class="label">Key</span
      ><input
        class="input token"
        dir="ltr"
        readonly
        value="${token}"
        autocomplete="off"
        spellcheck="false"
    /></label>
    <div class="row">
      <a class="button" data-look="primary" href="/app/keys">I have copied it</a>
    </div>
  </div>`;
}

async function keyPage(visit: Visit, { id, name }: Key, typed: KeyFields) {
  const body = html`<p class="crumbs"><a href="/app/keys">Keys</a></p>
    <div class="card">
      <h1>Change “${named(name)}”</h1>
      <form method="post" action="/app/keys/${id}" class="fields">
        ${formTokenField(visit.session)}${fieldsOfKey(typed, await memoriesOf(visit))}
        <div class="row">
          <button class="button" data-look="primary">Save</button>
          <a class="button" data-look="secondary" href="/app/keys">Cancel</a>
        </div>
      </form>
    </div>`;
  return { section, title: 'Change a key', body } as const;
}
