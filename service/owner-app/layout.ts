/** The frame of every page of the owner's app, and of the pages that other doors show the owner. */
import { html } from 'hono/html';
import type { OwnerSession } from '../auth/owner-session.ts';
import { mark } from './mark.ts';

/** What `html` gives: text in which every value was escaped. */
export type Html = ReturnType<typeof html>;

export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Who is signed in; without it nothing of the app around the page is shown. */
  readonly session?: OwnerSession | null;
  /** The section that is shown as the present one; without it the page stands alone, as a sheet in the middle. */
  readonly section?: Section;
  /** Whether the account may manage the others. */
  readonly isOperator?: boolean;
  /** What came of the last form. */
  readonly notice?: Notice | undefined;
  readonly status?: number;
  /** Sources beside this service that a form may lead to, such as `https://client.example` or `cursor:`. */
  readonly formTargets?: readonly string[];
}

export const sections = {
  memories: { path: '/app/memories', name: 'Memories' },
  search: { path: '/app/search', name: 'Search' },
  keys: { path: '/app/keys', name: 'Keys' },
  connections: { path: '/app/connections', name: 'Connections' },
  rules: { path: '/app/rules', name: 'Rules' },
  agent: { path: '/app/agent', name: 'Agent' },
  data: { path: '/app/data', name: 'Export & import' },
  accounts: { path: '/app/accounts', name: 'Accounts' },
} as const;

export type Section = keyof typeof sections;

/** Sends a page; nothing on it is run, framed, or loaded from anywhere else. */
export async function page(shown: Page): Promise<Response> {
  const document = await documentOf(shown);
  return new Response(String(document), {
    status: shown.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(shown.formTargets ?? []),
      // With no-referrer a browser would send forms from the origin "null", which is let in nowhere.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

/** The hidden field that has to stand in every form of a signed-in page. */
export function formTokenField({ formToken }: OwnerSession): Html {
  return html`<input type="hidden" name="form_token" value="${formToken}" />`;
}

const SOURCE = /^[a-z][a-z\d+.-]*:(?:\/\/[\w.[\]:-]+)?$/i;

function policy(formTargets: readonly string[]): string {
  for (const target of formTargets) {
    if (!SOURCE.test(target)) throw new Error('A form may not lead to what is no source.');
  }
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ['form-action', "'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function documentOf(shown: Page): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${shown.title} · Keepsake</title>
        <link rel="icon" href="/app/mark.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/app/style.css" />
      </head>
      <body>
        ${shown.section === undefined || !shown.session ? sheet(shown) : app(shown, shown.session, shown.section)}
      </body>
    </html> `;
}

function sheet({ body, notice }: Page): Html {
  return html`<div class="sheet-page">
    <p class="brand">${mark(28)}<span>Keepsake</span></p>
    <main class="sheet">${noticeOf(notice)}${body}</main>
  </div>`;
}

function app(shown: Page, session: OwnerSession, present: Section): Html {
  return html`<a class="skip" href="#content">Skip to the content</a>
    <div class="app">
      <header class="app-head">
        <a class="brand" href="/app/memories">${mark(28)}<span>Keepsake</span></a>
        <nav aria-label="Sections">
          <ul class="sections">
            ${sectionsFor(shown).map(
              ([id, { path, name }]) =>
                html`<li>
                  <a href="${path}" ${id === present ? html` aria-current="page"` : ''}>${name}</a>
                </li>`,
            )}
          </ul>
        </nav>
        <form class="sign-out" method="post" action="/app/sign-out">
          ${formTokenField(session)}<button class="button" data-look="quiet" data-size="small">
            Sign out
          </button>
        </form>
      </header>
      <main id="content" class="content">${noticeOf(shown.notice)}${shown.body}</main>
    </div>`;
}

function sectionsFor({ isOperator = false }: Page) {
  return Object.entries(sections).filter(([id]) => id !== 'accounts' || isOperator);
}

function noticeOf(notice: Notice | undefined): Html | '' {
  if (notice === undefined) return '';
  return html`<p
    class="flash"
    data-tone="${notice.tone}"
    role="${notice.tone === 'bad' ? 'alert' : 'status'}"
  >
    ${notice.text}
  </p>`;
}
