/** Signing in by a one-time link, and out. */
import { html } from 'hono/html';
import { localPath, readForm } from './form.ts';
import { page, type Notice } from './layout.ts';
import { refusedPage } from './refused-page.ts';
import { redirect, onPost, visitOf, type OwnerApp } from './visit.ts';

const SPENT = 'This link has been used, or is older than an hour. Make a new one.';

/** `/app/sign-in` and `/app/sign-out`. Opening a link changes nothing: only its button does, which no preview presses. */
export function openSignIn(owner: OwnerApp): void {
  const { app, sessions } = owner;

  app.get('/app/sign-in', async (hono) => {
    const next = localPath(hono.req.query('next'));
    const token = hono.req.query('token');
    if (token !== undefined && (await sessions.isUsable(token))) return linkPage(token, next);
    if ((await visitOf(owner, hono)) !== null) return redirect(next);
    return signInPage(next, token === undefined ? undefined : { tone: 'bad', text: SPENT });
  });

  app.post('/app/sign-in', async (hono) => {
    // A browser says so itself when another site sends this form, to sign a person in to an account not theirs.
    const site = hono.req.header('sec-fetch-site') ?? 'same-origin';
    if (site !== 'same-origin' && site !== 'none') return refusedPage();
    const form = await readForm(hono.req.raw);
    if (!form.ok) return refusedPage(form.error);
    const next = localPath(form.value.get('next'));
    const cookie = await sessions.signIn(tokenIn(form.value.get('link') ?? ''), hono.req.raw);
    if (cookie === null) return signInPage(next, { tone: 'bad', text: SPENT }, 403);
    const answer = redirect(next, next.startsWith('/app/') ? 'signed-in' : undefined);
    answer.headers.append('set-cookie', cookie);
    return answer;
  });

  onPost(owner, '/app/sign-out', async ({ request }) => {
    const answer = redirect('/app/sign-in');
    answer.headers.append('set-cookie', await sessions.signOut(request.raw));
    return answer;
  });
}

function linkPage(token: string, next: string): Promise<Response> {
  return page({
    title: 'Sign in',
    body: html`<h1>Sign in</h1>
      <p>This link signs you in to your memory on this browser, for 30 days. It works once.</p>
      <form method="post" action="/app/sign-in">
        <input type="hidden" name="link" value="${token}" />
        <input type="hidden" name="next" value="${next}" />
        <button class="button" data-look="primary" data-size="large">Sign in</button>
      </form>`,
  });
}

function signInPage(next: string, notice?: Notice, status = 200): Promise<Response> {
  return page({
    title: 'Sign in',
    status,
    notice,
    body: html`<h1>Sign in to your memory</h1>
      <p>You sign in by a link that works once. Where the service runs, this makes one:</p>
      <pre class="command"><code>npm run service -- sign-in-link</code></pre>
      <p>
        Open it in this browser, or paste it here. Who runs the service for you can make you one
        too.
      </p>
      <form method="post" action="/app/sign-in" class="fields">
        <input type="hidden" name="next" value="${next}" />
        <label class="field"
          ><span class="label">Link</span>
          <input
            class="input"
            name="link"
            required
            autocomplete="off"
            spellcheck="false"
            placeholder="http://…/app/sign-in?token=…"
        /></label>
        <button class="button" data-look="primary">Sign in</button>
      </form>`,
  });
}

/** A whole link may be pasted, or what stands in it. */
function tokenIn(link: string): string {
  const text = link.trim();
  return URL.parse(text)?.searchParams.get('token') ?? text;
}
