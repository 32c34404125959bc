import type { Context, Hono } from 'hono';
import { ok, type Result } from '../../lib/contract/result.ts';
import { ownerOf, type OwnerSession } from '../auth/credentials.ts';
import { isOperator } from '../operations/accounts.ts';
import { perform, type Call, type Operation } from '../operations/operation.ts';
import { envelope, refuse, type Refusal } from '../refusal.ts';
import type { RouteDependencies, ServiceEnv } from '../rest.ts';
import { readForm, type SentForms } from './forms.ts';
import { noticeFor, page, refusedPage, type NoticeKey, type Page, type Section } from './layout.ts';
import { confirmation, type Confirmation } from './parts.ts';
import { isFormTokenOf, type SignInSessions } from './sessions.ts';

export interface OwnerApp {
  readonly app: Hono<ServiceEnv>;
  readonly dependencies: RouteDependencies;
  readonly sessions: SignInSessions;
  readonly sentForms: SentForms;
}

export type ShownPage = Omit<Page, 'session' | 'isOperator'>;

export interface Visit {
  readonly request: Context<ServiceEnv>['req'];
  readonly session: OwnerSession;
  readonly call: Call;
  readonly isOperator: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly baseUrl: string;
  /** Runs an operation as the owner, with the same checks as any other caller. */
  do<Input, Answer>(
    operation: Operation<Input, Answer>,
    input?: unknown,
  ): Promise<Result<Answer, Refusal>>;
  /** Shows a page; `refusal` is why the last form failed. */
  show(shown: ShownPage, refusal?: Refusal): Promise<Response>;
}

type Show = (visit: Visit) => Promise<Response>;
type Act = (visit: Visit, form: URLSearchParams) => Promise<Response>;

export function onGet(owner: OwnerApp, path: string, show: Show): void {
  owner.app.get(path, async (hono) => {
    const visit = await visitOf(owner, hono);
    if (visit !== null) return show(visit);
    const { pathname, search } = new URL(hono.req.url);
    return redirect(`/app/sign-in?next=${encodeURIComponent(pathname + search)}`);
  });
}

export function onPost(owner: OwnerApp, path: string, act: Act): void {
  owner.app.post(path, async (hono) => {
    const visit = await visitOf(owner, hono);
    if (visit === null) return redirect('/app/sign-in');
    const form = await readForm(hono.req.raw);
    if (!form.ok) return refusedPage(form.error);
    if (!isFormTokenOf(visit.session, form.value.get('form_token'))) return refusedPage();
    return act(visit, form.value);
  });
}

/** Sent again, for example by reloading its answer, the form does nothing. */
export function onPostOnce(owner: OwnerApp, path: string, act: Act): void {
  onPost(owner, path, async (visit, form) =>
    owner.sentForms.take(visit.session, form.get('form_id'))
      ? act(visit, form)
      : refusedPage({ kind: 'conflict', message: ALREADY_SENT, details: {} }),
  );
}

const ALREADY_SENT =
  'You already sent this form, and its result is shown only once. To create another, open the page again.';

export async function visitOf(
  { dependencies: { context, baseUrl }, sessions }: OwnerApp,
  { req }: Context<ServiceEnv>,
): Promise<Visit | null> {
  const session = await sessions.of(req.raw);
  if (session === null) return null;
  const call: Call = { context, principal: ownerOf(session.accountId) };
  const frame = { session, isOperator: await isOperator(context.db, session.accountId) };
  const notice = noticeFor(req.query('done'));
  return {
    ...frame,
    request: req,
    call,
    now: context.clock.now(),
    baseUrl: baseUrl(req.raw),
    do: (operation, input = {}) => perform(operation, call, async () => ok(input)),
    show: (shown, refusal) =>
      page({
        notice,
        ...shown,
        ...frame,
        ...(refusal && {
          notice: { tone: 'bad', text: refusal.message },
          status: envelope(refusal, '').status,
        }),
      }),
  };
}

type ActOn<Item> = (visit: Visit, item: Item, form: URLSearchParams) => Promise<Response>;

interface Deletion<Item> {
  readonly section: Section;
  /** The button that confirms, and the title of the page. */
  readonly label: string;
  readonly ask: (item: Item) => Pick<Confirmation, 'title' | 'text' | 'back'>;
  readonly delete: (visit: Visit, item: Item) => Promise<Result<unknown, Refusal>>;
  readonly notice: NoticeKey;
  /** Where to go afterwards; `back` if left out. */
  readonly next?: string;
}

export function itemPages<Item>(
  owner: OwnerApp,
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
    onDelete(path: string, { section, label, ask, notice, next, ...deletion }: Deletion<Item>) {
      pages.onGet(path, (visit, item) => {
        const asked = { ...ask(item), action: visit.request.path, label };
        const body = confirmation(visit.session, asked);
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

/** A redirect, so that reloading doesn't send the form again. */
export function redirect(path: string, notice?: NoticeKey): Response {
  const location =
    notice === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}done=${notice}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
