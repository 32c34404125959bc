import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import { ownerOf, refuseSuspended, type OwnerSession } from '../auth/credentials.ts';
import { describeAccount, type DescribedAccount } from '../operations/accounts.ts';
import { perform, type Call, type Operation } from '../operations/operation.ts';
import { envelope, refuse, type Refusal } from '../refusal.ts';
import type { RouteDependencies, ServiceEnv } from '../rest.ts';
import { readForm, type SentForms } from './forms.ts';
import {
  formTokenField,
  noticeFor,
  page,
  refusedPage,
  sections,
  type Html,
  type NoticeKey,
  type Section,
} from './layout.ts';
import { postForm } from './components.ts';
import { isFormTokenOf, type SignInSessions } from './sessions.ts';

export interface OwnerApp {
  readonly app: Hono<ServiceEnv>;
  readonly dependencies: RouteDependencies;
  readonly sessions: SignInSessions;
  readonly sentForms: SentForms;
}

export interface Visit {
  readonly request: Context<ServiceEnv>['req'];
  readonly session: OwnerSession;
  readonly call: Call;
  readonly account: DescribedAccount;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly baseUrl: string;
  /** Runs an operation as the owner, with the same checks as any other caller. */
  do<Input, Answer>(
    operation: Operation<Input, Answer>,
    input?: unknown,
  ): Promise<Result<Answer, Refusal>>;
  /** Shows a page of a section, titled with the section's name by default; `refusal` is why the last form failed. */
  show(
    shown: { readonly section: Section; readonly title?: string; readonly body: Html },
    refusal?: Refusal,
  ): Promise<Response>;
}

type Show = (visit: Visit) => Promise<Response>;
type Act = (visit: Visit, form: URLSearchParams) => Promise<Response>;

export function onGet(owner: OwnerApp, path: string, show: Show): void {
  owner.app.get(path, async (hono) => {
    const visit = await visitOf(owner, hono);
    return visit.ok ? show(visit.value) : visit.error;
  });
}

export function onPost(owner: OwnerApp, path: string, act: Act): void {
  owner.app.post(path, async (hono) => {
    const visit = await visitOf(owner, hono);
    if (!visit.ok) return visit.error;
    const form = await readForm(hono.req.raw);
    if (!form.ok) return refusedPage(form.error);
    if (!isFormTokenOf(visit.value.session, form.value.get('form_token'))) return refusedPage();
    return act(visit.value, form.value);
  });
}

/** Handles a form only once. Sending it again, for example by reloading the response, shows an error. */
export function onPostOnce(owner: OwnerApp, path: string, act: Act): void {
  onPost(owner, path, async (visit, form) =>
    owner.sentForms.take(visit.session, form.get('form_id'))
      ? act(visit, form)
      : refusedPage({ kind: 'conflict', message: ALREADY_SENT, details: {} }),
  );
}

const ALREADY_SENT =
  'You already sent this form, and its result is shown only once. To create another, open the page again.';

/** Returns the page to show instead if nobody is signed in, or if the account is suspended. */
export async function visitOf(
  { dependencies: { context, baseUrl }, sessions }: OwnerApp,
  { req }: Context<ServiceEnv>,
): Promise<Result<Visit, Response>> {
  const session = await sessions.of(req.raw);
  const account = session && (await context.storage.accounts.byId(session.accountId));
  if (!session || !account) return err(signInFor(req.raw));
  if (account.suspended_at !== null) return err(await suspendedPage());
  const call: Call = { context, principal: ownerOf(session.accountId) };
  const frame = { session, isOperator: account.operator };
  const notice = noticeFor(req.query('done'));
  return ok({
    session,
    account: describeAccount(account, context.clock),
    request: req,
    call,
    now: context.clock.now(),
    baseUrl: baseUrl(req.raw),
    do: (operation, input = {}) => perform(operation, call, async () => ok(input)),
    show({ section, title, body }, refusal) {
      const { name } = sections[section];
      return page({
        ...frame,
        section,
        title: title ?? name,
        body: html`${title === undefined ? html`<h1>${name}</h1>` : ''}${body}`,
        notice: refusal === undefined ? notice : { tone: 'bad', text: refusal.message },
        status: refusal === undefined ? 200 : envelope(refusal, '').status,
      });
    },
  });
}

/** Returns to the page after signing in, unless the request was a form. */
function signInFor({ method, url }: Request): Response {
  const { pathname, search } = new URL(url);
  const next = method === 'GET' ? `?next=${encodeURIComponent(pathname + search)}` : '';
  return redirect(`/app/sign-in${next}`);
}

export function suspendedPage(): Promise<Response> {
  const { error: refusal } = refuseSuspended();
  const title = 'Account suspended';
  return page({
    title,
    status: envelope(refusal, '').status,
    body: html`<h1>${title}</h1>
      <p>${refusal.message}</p>
      <p><a class="button" data-look="secondary" href="/app/sign-in">Use another account</a></p>`,
  });
}

type ActOn<Item> = (visit: Visit, item: Item, form: URLSearchParams) => Promise<Response>;

interface Editing<Item> {
  readonly title: string;
  /** Shown as the heading of the page instead of `title`. */
  readonly heading?: (item: Item) => Html;
  /** The page the item is on, which the form returns to. */
  readonly parent: (item: Item) => { readonly path: string; readonly name: string | Html };
  /** Shows the item or, after a refusal, the form as it was sent. */
  readonly fields: (visit: Visit, item: Item, form: URLSearchParams | null) => Html;
  readonly save: (...given: Parameters<ActOn<Item>>) => Promise<Result<unknown, Refusal>>;
  readonly notice: NoticeKey;
}

interface Deletion<Item> {
  /** Label of the button that confirms, and title of the page. */
  readonly label: string;
  readonly ask: (item: Item) => Readonly<Record<'title' | 'text', string | Html>> & {
    readonly back: string;
  };
  readonly delete: (visit: Visit, item: Item) => Promise<Result<unknown, Refusal>>;
  readonly notice: NoticeKey;
  /** Where to go afterward; `back` if left out. */
  readonly next?: string;
}

/** Returns functions that add pages about an item to a section. `find` looks the item up by the URL. */
export function itemPages<Item>(
  owner: OwnerApp,
  section: Section,
  find: (visit: Visit) => Promise<Result<Item, Refusal>>,
) {
  const about = (act: ActOn<Item>): Act => {
    return async (visit, form) => {
      const found = await find(visit);
      return found.ok ? act(visit, found.value, form) : refusedPage(found.error);
    };
  };
  const none = new URLSearchParams();
  const pages = {
    onGet: (path: string, act: ActOn<Item>) =>
      onGet(owner, path, (visit) => about(act)(visit, none)),
    onPost: (path: string, act: ActOn<Item>) => onPost(owner, path, about(act)),
    onPostOnce: (path: string, act: ActOn<Item>) => onPostOnce(owner, path, about(act)),
    /** Adds a form that edits an item. If the changes are refused, the form is shown again with the reason. */
    onEdit(path: string, editing: Editing<Item>) {
      const { title, heading, parent, fields, save, notice } = editing;
      const show = (
        visit: Visit,
        item: Item,
        sent?: { readonly form: URLSearchParams; readonly refusal: Refusal },
      ) => {
        const { path: back, name } = parent(item);
        const body = html`<p class="crumbs"><a href="${back}">${name}</a></p>
          <div class="card">
            <h1>${heading?.(item) ?? title}</h1>
            ${postForm(visit.session, {
              action: visit.request.path,
              fields: fields(visit, item, sent?.form ?? null),
              submit: 'Save',
              cancel: back,
            })}
          </div>`;
        return visit.show({ section, title, body }, sent?.refusal);
      };
      pages.onGet(path, (visit, item) => show(visit, item));
      pages.onPost(path, async (visit, item, form) => {
        const saved = await save(visit, item, form);
        return saved.ok
          ? redirect(parent(item).path, notice)
          : show(visit, item, { form, refusal: saved.error });
      });
    },
    onDelete(path: string, { label, ask, notice, next, ...deletion }: Deletion<Item>) {
      pages.onGet(path, (visit, item) => {
        const { title, text, back } = ask(item);
        const body = html`<div class="card narrow">
          <h1>${title}</h1>
          <p>${text}</p>
          <form method="post" action="${visit.request.path}" class="row">
            ${formTokenField(visit.session)}
            <button class="button" data-look="danger">${label}</button>
            <a class="button" data-look="secondary" href="${back}">Cancel</a>
          </form>
        </div>`;
        return visit.show({ section, title: label, body });
      });
      pages.onPost(path, async (visit, item) =>
        finish(await deletion.delete(visit, item), next ?? ask(item).back, notice),
      );
    },
  };
  return pages;
}

export function itemInUrl<Item extends { readonly id: string }>(
  { request }: Visit,
  items: readonly Item[],
  noun: string,
): Result<Item, Refusal> {
  const item = items.find(({ id }) => id === request.param('id'));
  return item === undefined ? refuse('unknown', `There’s no such ${noun}.`) : ok(item);
}

export async function finish(
  result: Result<unknown, Refusal>,
  path: string,
  notice: NoticeKey,
): Promise<Response> {
  return result.ok ? redirect(path, notice) : refusedPage(result.error);
}

/** Redirects after a form, so that reloading doesn't send it again. */
export function redirect(path: string, notice?: NoticeKey): Response {
  const location =
    notice === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}done=${notice}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
