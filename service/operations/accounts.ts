/**
 * Operations on accounts. The first account is the operator's. Its owner can manage the others, and so can the operator
 * token. Apart from `exportAccount`, that token can't read what is in an account.
 */
import { isolateTurning } from '../../lib/text/isolate.ts';
import * as z from 'zod/mini';
import { ok, type Result } from '../../lib/contract/result.ts';
import type { AccountRow, Accounts, OwnAccount } from '../storage/port/accounts.ts';
import { storable } from '../storage/storable.ts';
import { createSignInLink } from '../owner-app/sessions.ts';
import { timestamp, type Clock } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { dayOf, defineOperation, type Call } from './operation.ts';
import { askForGood, gone, isConfirmed } from './checks.ts';
import { exportOf, respondWithExport } from './transfer.ts';

const accountName = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));

const baseUrl = z.url({ protocol: /^https?$/ });

export const listAccounts = defineOperation({
  access: 'operator',
  input: z.strictObject({}),
  run: async (call) => {
    const operator = await checkOperator(call);
    if (!operator.ok) return operator;
    return ok({
      accounts: (await call.context.storage.accounts.all()).map((each) =>
        describeAccount(each, call.context.clock),
      ),
    });
  },
  rest: { method: 'get', path: '/owner/accounts' },
});

export const createAccount = defineOperation({
  access: 'operator',
  input: z.strictObject({ name: accountName, baseUrl }),
  run: async (call, { name, baseUrl: base }) => {
    const operator = await checkOperator(call);
    if (!operator.ok) return operator;
    const { storage, clock, newId } = call.context;
    const id = newId();
    const link = await createSignInLink({ accountId: id, baseUrl: base, clock });
    return storage.transaction(async ({ accounts, signInLinks }) => {
      await accounts.insert({ id, name: storable(name), now: timestamp(clock) });
      const made = existing(await accounts.byId(id));
      if (!made.ok) return made;
      await signInLinks.insert(link.stored);
      return ok({ ...describeAccount(made.value, clock), sign_in_url: link.url });
    });
  },
  rest: { method: 'post', path: '/owner/accounts', from: 'body', withBaseUrl: true, status: 201 },
});

export const removeAccount = defineOperation({
  access: 'operator',
  input: z.strictObject({ id: z.string(), confirm: z.optional(z.string()) }),
  run: async (call, { id, confirm }) => {
    const operator = await checkOperator(call);
    if (!operator.ok) return operator;
    const { storage } = call.context;
    const found = existing(await storage.accounts.byId(id));
    if (!found.ok) return found;
    if (found.value.operator) {
      return refuse('conflict', 'The first account can’t be deleted: it runs the service.');
    }
    if (!isConfirmed(confirm)) {
      const name = isolateTurning(nameOf(found.value));
      return askForGood(`the account “${name}” and everything saved in it`);
    }
    const own = storage.account(id);
    // By itself, so that nothing that looks for these has to wait for the deletion.
    await own.transaction(({ account }) => account.disconnect());
    await own.transaction(({ account }) => account.delete());
    return gone(id);
  },
  rest: { method: 'delete', path: '/owner/accounts/{id}' },
});

export const suspendAccount = defineOperation({
  access: 'operator',
  input: z.strictObject({ id: z.string() }),
  run: (call, { id }) =>
    changeAccount(call, id, async (account, { operator }) => {
      if (operator) {
        return refuse(
          'conflict',
          'The first account can’t be suspended: its owner runs the service.',
        );
      }
      await account.suspend(timestamp(call.context.clock));
      return ok(null);
    }),
  rest: { method: 'post', path: '/owner/accounts/{id}/suspend' },
});

export const resumeAccount = defineOperation({
  access: 'operator',
  input: z.strictObject({ id: z.string() }),
  run: async (call, { id }) => {
    const resumed = await changeAccount(call, id, async (account) => {
      await account.resume();
      return ok(null);
    });
    call.context.learner.wake();
    return resumed;
  },
  rest: { method: 'post', path: '/owner/accounts/{id}/resume' },
});

/** Null removes a limit. Limits that are left out stay. */
const limit = z.optional(z.nullable(z.int().check(z.gte(0))));

export const changeQuota = defineOperation({
  access: 'operator',
  input: z.strictObject({ id: z.string(), documents: limit, bytes: limit, turns_per_day: limit }),
  run: (call, { id, documents, bytes, turns_per_day: turns }) =>
    changeAccount(call, id, async (account, { quota_documents, quota_bytes, quota_turns }) => {
      await account.setQuota({
        documents: documents === undefined ? quota_documents : documents,
        bytes: bytes === undefined ? quota_bytes : bytes,
        turns: turns === undefined ? quota_turns : turns,
      });
      return ok(null);
    }),
  rest: { method: 'patch', path: '/owner/accounts/{id}/quota' },
});

/** Exports an account as its owner could. Logs the account's id, since nothing else records the export. */
export const exportAccount = defineOperation({
  access: 'operator',
  input: z.strictObject({ id: z.string() }),
  run: async (call, { id }) => {
    const operator = await checkOperator(call);
    if (!operator.ok) return operator;
    const { storage, logger } = call.context;
    const found = existing(await storage.accounts.byId(id));
    if (!found.ok) return found;
    logger.audit('account.exported', { account: id });
    return ok(exportOf(storage.account(id)));
  },
  rest: { method: 'get', path: '/owner/accounts/{id}/export', respond: respondWithExport },
});

export const createLink = defineOperation({
  input: z.strictObject({ account: z.optional(z.string()), baseUrl }),
  run: async (call, { account = call.principal.accountId, baseUrl: base }) => {
    const { storage, clock } = call.context;
    if (account !== call.principal.accountId) {
      const operator = await checkOperator(call);
      if (!operator.ok) return operator;
    }
    const found = existing(await storage.accounts.byId(account));
    if (!found.ok) return found;
    const link = await createSignInLink({ accountId: account, baseUrl: base, clock });
    await storage.signInLinks.insert(link.stored);
    return ok({ url: link.url });
  },
  rest: {
    method: 'post',
    path: '/owner/sign-in-links',
    withBaseUrl: true,
    status: 201,
  },
});

/** Changes an account in a transaction, and returns it as it then is. */
async function changeAccount(
  call: Call,
  id: string,
  change: (account: OwnAccount, before: AccountRow) => Promise<Result<null, Refusal>>,
): Promise<Result<DescribedAccount, Refusal>> {
  const operator = await checkOperator(call);
  if (!operator.ok) return operator;
  const { storage, clock } = call.context;
  return storage.account(id).transaction(async ({ account }) => {
    const before = existing(await account.get());
    if (!before.ok) return before;
    const changed = await change(account, before.value);
    if (!changed.ok) return changed;
    return ok(describeAccount((await account.get()) ?? before.value, clock));
  });
}

export async function isOperator(accounts: Accounts, accountId: string): Promise<boolean> {
  return (await accounts.byId(accountId))?.operator === true;
}

async function checkOperator({ context, principal }: Call): Promise<Result<null, Refusal>> {
  return principal.operator === true ||
    (await isOperator(context.storage.accounts, principal.accountId))
    ? ok(null)
    : refuse('unauthorized', 'Only the owner of the first account can do this.');
}

function existing(account: AccountRow | undefined): Result<AccountRow, Refusal> {
  return account === undefined ? refuse('unknown', 'No account has this id.') : ok(account);
}

export function describeAccount(account: AccountRow, clock: Clock) {
  const { id, created_at, suspended_at, operator, documents, bytes } = account;
  const { quota_documents, quota_bytes, quota_turns, turns_on, turns_taken } = account;
  return {
    id,
    name: nameOf(account),
    created_at,
    suspended_at,
    operator,
    /** Null is unlimited. */
    quota: { documents: quota_documents, bytes: quota_bytes, turns_per_day: quota_turns },
    /** Turns are counted only if they're limited. */
    used: { documents, bytes, turns_today: turns_on >= dayOf(clock) ? turns_taken : 0 },
  };
}

export type DescribedAccount = ReturnType<typeof describeAccount>;

/** The first account is created without a name. */
function nameOf({ name }: AccountRow): string {
  return name === '' ? 'You' : name;
}
