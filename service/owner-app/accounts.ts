/** Accounts, for the operator of the service: create and delete them, and create sign-in links for their owners. */
import { html } from 'hono/html';
import { createAccount, createLink, listAccounts, removeAccount } from '../operations/accounts.ts';
import type { Refusal } from '../refusal.ts';
import { formIdField, isBlank, required, textOf } from './forms.ts';
import { formTokenField, refusedPage, type Html } from './layout.ts';
import { confirmation, field, named, postButton, secretField, time } from './parts.ts';
import { onGet, onPost, onPostOnce, redirect, type OwnerApp, type Visit } from './visit.ts';

const section = 'accounts';
const nameLabel = 'Name';

interface ListedAccount {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly operator: boolean;
}

/** Adds `/app/accounts`. The operations refuse everyone but the operator. */
export function addAccountPages(owner: OwnerApp): void {
  onGet(owner, '/app/accounts', (visit) => showAccounts(visit, ''));

  onPostOnce(owner, '/app/accounts', async (visit, form) => {
    const name = textOf(form, 'name');
    const made = isBlank(name)
      ? required(nameLabel, 'Enter the name of the person the account is for.')
      : await visit.do(createAccount, { name, baseUrl: visit.baseUrl });
    if (!made.ok) return showAccounts(visit, name, made.error);
    return visit.show(linkPage(made.value.name, made.value.sign_in_url));
  });

  onPostOnce(owner, '/app/accounts/:id/link', (visit) =>
    withAccount(visit, async ({ id, name }) => {
      const made = await visit.do(createLink, { account: id, baseUrl: visit.baseUrl });
      return made.ok ? visit.show(linkPage(name, made.value.url)) : refusedPage(made.error);
    }),
  );

  onGet(owner, '/app/accounts/:id/delete', (visit) =>
    withAccount(visit, ({ id, name }) => {
      const body = confirmation(visit.session, {
        title: html`Delete the account “${named(name)}”?`,
        text: 'This also deletes its Memories, keys and rules. You can’t undo it.',
        action: `/app/accounts/${id}/delete`,
        label: 'Delete account',
        back: '/app/accounts',
      });
      return visit.show({ section, title: 'Delete account', body });
    }),
  );

  onPost(owner, '/app/accounts/:id/delete', (visit) =>
    withAccount(visit, async ({ id }) => {
      const deleted = await visit.do(removeAccount, { id, confirm: 'true' });
      return deleted.ok ? redirect('/app/accounts', 'account-deleted') : refusedPage(deleted.error);
    }),
  );
}

async function withAccount(
  visit: Visit,
  show: (account: ListedAccount) => Promise<Response>,
): Promise<Response> {
  const listed = await visit.do(listAccounts);
  if (!listed.ok) return refusedPage(listed.error);
  const id = visit.request.param('id');
  const account = listed.value.accounts.find((known) => known.id === id);
  if (account !== undefined) return show(account);
  return refusedPage({ kind: 'unknown', message: 'There’s no such account.', details: {} });
}

async function showAccounts(visit: Visit, name: string, refusal?: Refusal): Promise<Response> {
  const listed = await visit.do(listAccounts);
  if (!listed.ok) return refusedPage(listed.error);
  const body = html`<h1>Accounts</h1>
    <p class="lead">
      Each account has its own library, and a key works in one account only. As the operator, you
      can create sign-in links for all of them.
    </p>
    <ul class="rows">
      ${listed.value.accounts.map((account) => accountRow(visit, account))}
    </ul>
    <section class="card" aria-labelledby="new">
      <h2 id="new">New account</h2>
      <form method="post" action="/app/accounts" class="fields">
        ${formTokenField(visit.session)}${formIdField()}${field({
          name: 'name',
          label: nameLabel,
          value: name,
          isRequired: true,
          maxLength: 80,
        })}
        <div class="row">
          <button class="button" data-look="primary">Create account</button>
        </div>
      </form>
    </section>`;
  const shown = { section, title: 'Accounts', body } as const;
  return refusal === undefined ? visit.show(shown) : visit.showRefusal(refusal, shown);
}

function accountRow({ session, now }: Visit, account: ListedAccount): Html {
  const { id, name, created_at, operator } = account;
  return html`<li class="item">
    <div class="item-main">
      <h2 class="item-title">${named(name)}</h2>
      <p class="item-facts">${operator ? 'Operator · ' : ''}Created ${time(created_at, now)}</p>
    </div>
    <div class="item-actions">
      ${postButton(session, {
        action: `/app/accounts/${id}/link`,
        label: 'Create sign-in link',
        about: html`for ${named(name)}`,
        isOnce: true,
      })}
      ${
        operator
          ? ''
          : html`<a
              class="button"
              data-look="quiet"
              data-size="small"
              href="/app/accounts/${id}/delete"
              >Delete<span class="visually-hidden"> ${named(name)}</span></a
            >`
      }
    </div>
  </li>`;
}

function linkPage(name: string, url: string) {
  const body = html`<div class="card narrow">
    <h1>Sign-in link for ${named(name)}</h1>
    <p>Send it through a channel you trust. It works once, within an hour.</p>
    ${secretField('Link', url)}
    <div class="row"><a class="button" data-look="primary" href="/app/accounts">Done</a></div>
  </div>`;
  return { section, title: 'Sign-in link', body } as const;
}
