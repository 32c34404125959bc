import { html, raw } from 'hono/html';
import type { OwnerSession } from '../auth/credentials.ts';
import { envelope, type Refusal } from '../refusal.ts';

export type Html = ReturnType<typeof html>;

export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** The signed-in owner; without one, the page has no header or navigation. */
  readonly session?: OwnerSession | null;
  /** The section to highlight in the navigation; without one, the page is standalone. */
  readonly section?: Section;
  readonly isOperator?: boolean;
  readonly notice?: Notice | undefined;
  readonly status?: number;
  /** Drops form-action: Chromium enforces it on redirects too, and an OAuth client can redirect to any origin. */
  readonly redirectsAnywhere?: boolean;
}

export const sections = {
  memories: { path: '/app/memories', name: 'Memories' },
  search: { path: '/app/search', name: 'Search' },
  keys: { path: '/app/keys', name: 'Keys' },
  connections: { path: '/app/connections', name: 'Connections' },
  rules: { path: '/app/rules', name: 'Rules' },
  agent: { path: '/app/agent', name: 'Ask' },
  data: { path: '/app/data', name: 'Export & import' },
  bin: { path: '/app/bin', name: 'Bin' },
  accounts: { path: '/app/accounts', name: 'Accounts' },
} as const;

export type Section = keyof typeof sections;

/** Messages after a form succeeded. The URL carries only the message's key, so a link can't put text on the page. */
export const notices = {
  'signed-in': 'You’re signed in.',
  'memory-created': 'Memory created.',
  'memory-changed': 'Memory updated.',
  'memory-deleted': 'Memory deleted, with everything in it. It stays in the bin for 30 days.',
  'learning-queued': 'Queued for indexing.',
  'learning-canceled': 'Indexing canceled.',
  'learning-deferred': 'Indexing postponed. Choose “Update now” to resume.',
  'document-deleted': 'Document deleted. It stays in the bin for 30 days.',
  'note-forgotten': 'Deleted. It stays in the bin for 30 days.',
  'bin-restored': 'Restored.',
  'bin-emptied': 'The bin is empty.',
  'key-changed': 'Key updated. The change applies from its next request.',
  'key-revoked': 'Key revoked. It no longer works.',
  'rule-created': 'Rule added.',
  'rule-changed': 'Rule updated.',
  'rule-deleted': 'Rule deleted.',
  'agent-changed': 'Saved.',
  'agent-key-gone': 'Saved. The stored key was removed.',
  'connection-revoked': 'Disconnected.',
  'account-suspended': 'Account suspended. Nothing was deleted.',
  'account-resumed': 'Account resumed.',
  'quota-changed': 'Quota changed.',
  'account-deleted': 'Account deleted, with everything in it.',
} as const;

export type NoticeKey = keyof typeof notices;

export function noticeFor(key: string | undefined): Notice | undefined {
  const text = Object.entries(notices).find(([known]) => known === key)?.[1];
  return text && { tone: 'good', text };
}

/** Sends a page. Its policy forbids scripts, framing, and loading anything from other origins. */
export async function page(shown: Page): Promise<Response> {
  const document = await documentOf(shown);
  const formAction = shown.redirectsAnywhere === true ? '' : "form-action 'self'; ";
  return new Response(String(document), {
    status: shown.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; ${formAction}frame-ancestors 'none'; base-uri 'none'`,
      // With no-referrer, browsers would send forms with the origin "null", which the server rejects.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

/** Shows why a request was refused. Leave out `refusal` if the form is forged or from an earlier session. */
export function refusedPage(refusal?: Refusal): Promise<Response> {
  const title = refusal?.kind === 'unknown' ? 'Not found' : 'Nothing was changed';
  return page({
    title,
    status: refusal === undefined ? 403 : envelope(refusal, '').status,
    body: html`<h1>${title}</h1>
      <p>${refusal?.message ?? 'This form has expired. Go back, reload the page and try again.'}</p>
      <p><a class="button" data-look="primary" href="/app/memories">Go to your Memories</a></p>`,
  });
}

/** Renders a hidden field that browsers don't refill with an earlier value. */
export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" autocomplete="off" />`;
}

export function formTokenField({ formToken }: OwnerSession): Html {
  return hidden('form_token', formToken);
}

function documentOf(shown: Page): Html {
  const { session, section } = shown;
  const isStandalone = section === undefined || !session;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${shown.title} · Keepsake</title>
        <link rel="icon" href="/app/logo.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/app/style.css" />
      </head>
      <body>
        ${isStandalone ? standalone(shown) : app(shown, session, section)}
      </body>
    </html> `;
}

function standalone({ body, notice }: Page): Html {
  return html`<div class="standalone">
    <p class="brand">${logo()}<span>Keepsake</span></p>
    <main class="standalone-card">${noticeBox(notice)}${body}</main>
  </div>`;
}

export const signOutLabel = 'Sign out';

function app(shown: Page, session: OwnerSession, current: Section): Html {
  return html`<a class="skip" href="#content">Skip to content</a>
    <div class="app">
      <header class="app-header">
        <a class="brand" href="/app/memories">${logo()}<span>Keepsake</span></a>
        <nav aria-label="Main">
          <ul class="sections">
            ${sectionsFor(shown).map(
              ([id, { path, name }]) =>
                html`<li>
                  <a href="${path}" ${id === current ? html` aria-current="page"` : ''}>${name}</a>
                </li>`,
            )}
          </ul>
        </nav>
        <form class="sign-out" method="post" action="/app/sign-out">
          ${formTokenField(session)}<button class="button" data-look="quiet" data-size="small">
            ${signOutLabel}
          </button>
        </form>
      </header>
      <main id="content" class="content">${noticeBox(shown.notice)}${shown.body}</main>
    </div>`;
}

function sectionsFor({ isOperator = false }: Page) {
  return Object.entries(sections).filter(([id]) => id !== 'accounts' || isOperator);
}

function noticeBox(notice: Notice | undefined): Html | '' {
  if (notice === undefined) return '';
  return html`<p
    class="notice"
    data-tone="${notice.tone}"
    role="${notice.tone === 'bad' ? 'alert' : 'status'}"
  >
    ${notice.text}
  </p>`;
}

const LOCKET = 'M22.3 4.5v39a19.55 19.55 0 0 1 0-39z';
const RIBBON = 'M25.7 4.5A19.5 19.5 0 0 1 43.5 24v19.5l-8.9-7.3-8.9 7.3z';

function logo(): Html {
  return html`<svg viewBox="0 0 48 48" width="28" height="28" aria-hidden="true">
    <path class="logo-locket" d="${raw(LOCKET)}" />
    <path class="logo-ribbon" d="${raw(RIBBON)}" />
  </svg>`;
}

/** The logo as an SVG file, in colors that work on light and dark backgrounds. */
export const logoFile =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">' +
  `<path fill="#2e8068" d="${LOCKET}"/><path fill="#e9ad2b" d="${RIBBON}"/></svg>`;
