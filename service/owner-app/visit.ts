/** One request of a signed-in owner: their session, what they may do with it, and pages to answer with. */
import type { Context, Hono } from 'hono';
import { ok, type Result } from '../../lib/contracts/result.ts';
import type { OwnerSession } from '../auth/owner-session.ts';
import { isOperator } from '../operations/accounts.ts';
import { perform, type Call, type Operation } from '../operations/operation.ts';
import { envelope, type Refusal } from '../refusal.ts';
import type { Doorway, ServiceEnv } from '../routes/answer.ts';
import { readForm } from './form.ts';
import { flashOf, type Flash } from './flashes.ts';
import type { SentForms } from './form-ids.ts';
import { page, type Page } from './layout.ts';
import { refusedPage } from './refused-page.ts';
import { isFormTokenOf, type SignInSessions } from './sessions.ts';

/** What the pages of the app share. */
export interface OwnerApp {
  readonly app: Hono<ServiceEnv>;
  readonly doorway: Doorway;
  readonly sessions: SignInSessions;
  readonly sentForms: SentForms;
  /** Where people reach the service. */
  readonly baseUrl: (request: Request) => string;
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
  /** Calls an operation as the owner, through the one place that says no. */
  do<Input, Answer>(
    operation: Operation<Input, Answer>,
    input?: unknown,
  ): Promise<Result<Answer, Refusal>>;
  show(shown: ShownPage): Promise<Response>;
  /** Shows a page that says why the last form did not go through. */
  showRefusal(refusal: Refusal, shown: ShownPage): Promise<Response>;
}

type Show = (visit: Visit) => Promise<Response>;
type Act = (visit: Visit, form: URLSearchParams) => Promise<Response>;

/** Opens a page; without a session it is the page to sign in by, which leads back here. */
export function onGet(owner: OwnerApp, path: string, show: Show): void {
  owner.app.get(path, async (hono) => {
    const visit = await visitOf(owner, hono);
    if (visit !== null) return show(visit);
    const { pathname, search } = new URL(hono.req.url);
    return redirect(`/app/sign-in?next=${encodeURIComponent(pathname + search)}`);
  });
}

/** Takes a form; without a session, or without the session's token in the form, nothing is done. */
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

/** Takes a form with an id once: sent again, as by loading its answer anew, it does nothing and says so. */
export function onPostOnce(owner: OwnerApp, path: string, act: Act): void {
  onPost(owner, path, async (visit, form) =>
    owner.sentForms.take(visit.session, form.get('form_id'))
      ? act(visit, form)
      : refusedPage({ kind: 'conflict', message: SENT_BEFORE, details: {} }),
  );
}

const SENT_BEFORE =
  'This form was sent before, and what it made is shown only once. To make another, open its page anew.';

/** Reads who is signed in; null where nobody is. */
export async function visitOf(
  { doorway: { context }, sessions, baseUrl }: OwnerApp,
  { req }: Context<ServiceEnv>,
): Promise<Visit | null> {
  const session = await sessions.of(req.raw);
  if (session === null) return null;
  const call: Call = { context, principal: ownerOf(session.accountId) };
  const frame = { session, isOperator: await isOperator(context.db, session.accountId) };
  const done = flashOf(req.query('done'));
  return {
    ...frame,
    request: req,
    call,
    now: context.clock.now(),
    baseUrl: baseUrl(req.raw),
    do: (operation, input = {}) => perform(operation, call, async () => ok(input)),
    show: (shown) =>
      page({
        ...(done === null ? {} : { notice: { tone: 'good', text: done } }),
        ...shown,
        ...frame,
      }),
    showRefusal: (refusal, shown) =>
      page({
        ...shown,
        ...frame,
        notice: { tone: 'bad', text: refusal.message },
        status: envelope(refusal, '').status,
      }),
  };
}

/** Leads on after a form, so that loading the page again sends nothing again. */
export function redirect(path: string, done?: Flash): Response {
  const location =
    done === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}done=${done}`;
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
