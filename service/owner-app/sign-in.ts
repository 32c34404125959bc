import { html } from 'hono/html';
import { localPath, readForm } from './forms.ts';
import { hidden, page, refusedPage, type Notice } from './layout.ts';
import { onPost, redirect, suspendedPage, visitOf, type OwnerApp } from './visit.ts';

export const signInText = {
  title: 'Sign in to your library',
  submit: 'Sign in',
  linkExpired: 'This link was already used, or is more than an hour old. Create a new one.',
} as const;

/** Adds the sign-in pages. Opening a link doesn't use it up, since link previews open it too. */
export function addSignInPages(owner: OwnerApp): void {
  const { app, sessions } = owner;

  app.get('/app/sign-in', async (hono) => {
    const next = localPath(hono.req.query('next'));
    const token = hono.req.query('token');
    if (token !== undefined && (await sessions.isUsable(token))) return linkPage(token, next);
    if ((await visitOf(owner, hono)).ok) return redirect(next);
    return signInPage(next, token === undefined ? undefined : linkExpired);
  });

  app.post('/app/sign-in', async (hono) => {
    // Login CSRF: another site could send this form to sign a person in to someone else's account.
    const site = hono.req.header('sec-fetch-site') ?? 'same-origin';
    if (site !== 'same-origin' && site !== 'none') return refusedPage();
    const form = await readForm(hono.req.raw);
    if (!form.ok) return refusedPage(form.error);
    const next = localPath(form.value.get('next'));
    const cookie = await sessions.signIn(tokenIn(form.value.get('link') ?? ''), hono.req.raw);
    if (!cookie.ok) {
      return cookie.error === 'suspended' ? suspendedPage() : signInPage(next, linkExpired, 403);
    }
    const answer = redirect(next, next.startsWith('/app/') ? 'signed-in' : undefined);
    answer.headers.append('set-cookie', cookie.value);
    return answer;
  });

  onPost(owner, '/app/sign-out', async ({ request }) => {
    const answer = redirect('/app/sign-in');
    answer.headers.append('set-cookie', await sessions.signOut(request.raw));
    return answer;
  });
}

const linkExpired: Notice = { tone: 'bad', text: signInText.linkExpired };

function linkPage(token: string, next: string): Promise<Response> {
  return page({
    title: 'Sign in',
    body: html`<h1>Sign in</h1>
      <p>You’ll stay signed in on this browser for 30 days. The link works once.</p>
      <form method="post" action="/app/sign-in">
        ${hidden('link', token)}${hidden('next', next)}
        <button class="button" data-look="primary" data-size="large">${signInText.submit}</button>
      </form>`,
  });
}

function signInPage(next: string, notice?: Notice, status = 200): Promise<Response> {
  return page({
    title: 'Sign in',
    status,
    notice,
    body: html`<h1>${signInText.title}</h1>
      <p>You need a one-time link. To create one, run this where the service runs:</p>
      <pre class="command"><code>npm run service -- sign-in-link</code></pre>
      <p>
        Open the link in this browser, or paste it here. If someone else runs the service, ask them
        for a link.
      </p>
      <form method="post" action="/app/sign-in" class="fields">
        ${hidden('next', next)}
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
        <button class="button" data-look="primary">${signInText.submit}</button>
      </form>`,
  });
}

function tokenIn(link: string): string {
  const text = link.trim();
  return URL.parse(text)?.searchParams.get('token') ?? text;
}
