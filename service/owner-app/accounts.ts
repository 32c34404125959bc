import { html } from 'hono/html';
import type { Result } from '../../lib/contract/result.ts';
import type { OwnerSession } from '../auth/credentials.ts';
import {
  changeQuota,
  createAccount,
  type DescribedAccount,
  createLink,
  listAccounts,
  removeAccount,
  resumeAccount,
  suspendAccount,
} from '../operations/accounts.ts';
import type { Refusal } from '../refusal.ts';
import { isBlank, required, textOf } from './forms.ts';
import { refusedPage, sections, type Html } from './layout.ts';
import { quotaFields, quotaIn, usageOf } from './quota.ts';
import {
  field,
  item,
  linkButton,
  named,
  newCard,
  postButton,
  secretBody,
  time,
} from './components.ts';
import {
  finish,
  itemPages,
  itemInUrl,
  onGet,
  onPostOnce,
  type OwnerApp,
  type Visit,
} from './visit.ts';

const section = 'accounts';
const nameLabel = 'Name';

/** Adds the operator's pages. Their operations refuse everyone else. */
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

  const accounts = itemPages(owner, section, accountInUrl);
  accounts.onPostOnce('/app/accounts/:id/link', async (visit, { id, name }) => {
    const made = await visit.do(createLink, { account: id, baseUrl: visit.baseUrl });
    return made.ok ? visit.show(linkPage(name, made.value.url)) : refusedPage(made.error);
  });

  accounts.onPost('/app/accounts/:id/suspend', async (visit, { id }) =>
    finish(await visit.do(suspendAccount, { id }), '/app/accounts', 'account-suspended'),
  );
  accounts.onPost('/app/accounts/:id/resume', async (visit, { id }) =>
    finish(await visit.do(resumeAccount, { id }), '/app/accounts', 'account-resumed'),
  );

  accounts.onEdit('/app/accounts/:id/quota', {
    title: 'Quota',
    heading: ({ name }) => html`Quota of ${named(name)}`,
    parent: () => sections.accounts,
    fields: (_, account, form) => quotaFields(account, form),
    save: async (visit, { id }, form) => {
      const quota = quotaIn(form);
      return quota.ok ? visit.do(changeQuota, { id, ...quota.value }) : quota;
    },
    notice: 'quota-changed',
  });

  accounts.onDelete('/app/accounts/:id/delete', {
    label: 'Delete account',
    ask: ({ name }) => ({
      title: html`Delete the account “${named(name)}”?`,
      text: 'This also deletes its Memories, keys and rules. You can’t undo it.',
      back: '/app/accounts',
    }),
    delete: (visit, { id }) => visit.do(removeAccount, { id, confirm: 'true' }),
    notice: 'account-deleted',
  });
}

async function accountInUrl(visit: Visit): Promise<Result<DescribedAccount, Refusal>> {
  const listed = await visit.do(listAccounts);
  return listed.ok ? itemInUrl(visit, listed.value.accounts, 'account') : listed;
}

async function showAccounts(visit: Visit, name: string, refusal?: Refusal): Promise<Response> {
  const listed = await visit.do(listAccounts);
  if (!listed.ok) return refusedPage(listed.error);
  const body = html`<p class="lead">
      Each account has its own library, and a key works in one account only. As the operator, you
      can create sign-in links for all of them. A suspended account can’t be used until you resume
      it; nothing in it is deleted.
    </p>
    <ul class="rows">
      ${listed.value.accounts.map((account) => accountRow(visit, account))}
    </ul>
    ${newCard(visit.session, 'New account', {
      action: '/app/accounts',
      fields: field({
        name: 'name',
        label: nameLabel,
        value: name,
        isRequired: true,
        maxLength: 80,
      }),
      submit: 'Create account',
      isOnce: true,
    })}`;
  return visit.show({ section, body }, refusal);
}

function accountRow({ session, now }: Visit, account: DescribedAccount): Html {
  const { id, name, created_at, suspended_at, operator } = account;
  const usage = usageOf(account);
  const about = named(name);
  return item(
    html`<h2 class="item-title">${named(name)}</h2>
      <p class="item-facts">
        ${operator ? 'Operator · ' : ''}Created ${time(created_at, now)}
        ${suspended_at === null ? '' : html` · Suspended ${time(suspended_at, now)}`}
        ${usage === '' ? '' : ` · ${usage}`}
      </p>`,
    [
      postButton(session, {
        action: `/app/accounts/${id}/link`,
        label: 'Create sign-in link',
        about: html`for ${about}`,
        isOnce: true,
      }),
      linkButton(`/app/accounts/${id}/quota`, 'Quota', { about, look: 'quiet' }),
      operator ? '' : suspensionButton(session, account),
      operator ? '' : linkButton(`/app/accounts/${id}/delete`, 'Delete', { about, look: 'quiet' }),
    ],
  );
}

function suspensionButton(
  session: OwnerSession,
  { id, name, suspended_at }: DescribedAccount,
): Html {
  const change = suspended_at === null ? 'suspend' : 'resume';
  return postButton(session, {
    action: `/app/accounts/${id}/${change}`,
    label: change === 'suspend' ? 'Suspend' : 'Resume',
    about: named(name),
    look: 'quiet',
  });
}

function linkPage(name: string, url: string) {
  const body = secretBody({
    title: html`Sign-in link for ${named(name)}`,
    text: 'Send it through a channel you trust. It works once, within an hour.',
    label: 'Link',
    value: url,
    next: '/app/accounts',
  });
  return { section, title: 'Sign-in link', body } as const;
}
