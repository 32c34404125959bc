/** Handles one request of a signed-in owner: session, form checks, operations, and pages to answer with. */
import type { Context, Hono } from 'hono';
import { ok, type Result } from '../../lib/contract/result.ts';
import type { OwnerSession } from '../auth/credentials.ts';
import { isOperator } from '../operations/accounts.ts';
import { perform, type Call, type Operation } from '../operations/operation.ts';
import { envelope, type Refusal } from '../refusal.ts';
import type { RouteDependencies, ServiceEnv } from '../rest.ts';
import { readForm, type SentForms } from './forms.ts';
import { noticeFor, page, refusedPage, type NoticeKey, type Page } from './layout.ts';
import { isFormTokenOf, type SignInSessions } from './sessions.ts';

/** What all pages of the app share. */
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
  show(shown: ShownPage): Promise<Response>;
  /** Shows a page with the reason why the last form failed. */
  showRefusal(refusal: Refusal, shown: ShownPage): Promise<Response>;
}

type Show = (visit: Visit) => Promise<Response>;
type Act = (visit: Visit, form: URLSearchParams) => Promise<Response>;

/** Adds a page. Without a session, it redirects to sign-in, which leads back here. */
export function onGet(owner: OwnerApp, path: string, show: Show): void {
  owner.app.get(path, async (hono) => {
    const visit = await visitOf(owner, hono);
    if (visit !== null) return show(visit);
    const { pathname, search } = new URL(hono.req.url);
    return redirect(`/app/sign-in?next=${encodeURIComponent(pathname + search)}`);
  });
}

/** Adds the handler of a form. Does nothing without a session and the session's token in the form. */
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

/** Adds the handler of a form that works once: sent again, as by reloading its answer, it does nothing. */
export function onPostOnce(owner: OwnerApp, path: string, act: Act): void {
  onPost(owner, path, async (visit, form) =>
    owner.sentForms.take(visit.session, form.get('form_id'))
      ? act(visit, form)
      : refusedPage({ kind: 'conflict', message: ALREADY_SENT, details: {} }),
  );
}

const ALREADY_SENT =
  'You already sent this form, and its result is shown only once. To create another, open the page again.';

/** Identifies the signed-in owner of a request; null if nobody is signed in. */
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
    show: (shown) => page({ ...(notice === null ? {} : { notice }), ...shown, ...frame }),
    showRefusal: (refusal, shown) =>
      page({
        ...shown,
        ...frame,
        notice: { tone: 'bad', text: refusal.message },
        status: envelope(refusal, '').status,
      }),
  };
}

/** Redirects after a form, so that reloading doesn't send it again. */
export function redirect(path: string, notice?: NoticeKey): Response {
  const location =
    notice === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}done=${notice}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

function ownerOf(accountId: string): Call['principal'] {
  return {
    accountId,
    credentialId: 'owner',
    level: 'full',
    reach: 'all',
    profile: true,
    agent: true,
    owner: true,
  };
}
