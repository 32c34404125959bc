/** A minimal browser for the owner app: keeps a cookie, follows redirects, sends forms, and reads pages by role. */
import { JSDOM } from 'jsdom';

export interface Shown {
  readonly status: number;
  /** Path and query of the page, after all redirects. */
  readonly at: string;
  readonly html: string;
  readonly headers: Headers;
}

export interface Browser {
  /** Opens a path or a URL of the service. */
  open(address: string): Promise<Shown>;
  /** Sends a form with the session's token and a new form id, unless the fields override them. */
  send(path: string, fields?: Readonly<Record<string, string>>): Promise<Shown>;
  signIn(link: string): Promise<Shown>;
  cookie(): string;
}

/** Opens a browser without cookies. */
export function openBrowser(fetch: (request: Request) => Promise<Response>): Browser {
  let cookie = '';
  let formToken = '';

  async function load(address: string, init: RequestInit = {}): Promise<Shown> {
    const url = new URL(address, 'http://localhost');
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(new Request(url, { ...init, headers }));
    for (const set of response.headers.getSetCookie()) cookie = set.split(';')[0] ?? '';
    const location = response.headers.get('location');
    if (response.status === 303 && location !== null) return load(location);
    const html = await response.text();
    return {
      status: response.status,
      at: url.pathname + url.search,
      html,
      headers: response.headers,
    };
  }

  function send(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Shown> {
    const body = new URLSearchParams({
      form_token: formToken,
      form_id: crypto.randomUUID(),
      ...fields,
    });
    return load(path, { method: 'POST', body });
  }

  return {
    open: (address) => load(address),
    send,
    async signIn(link) {
      const token = new URL(link).searchParams.get('token') ?? '';
      const shown = await send('/app/sign-in', { link: token });
      const memories = await load('/app/memories');
      formToken = /name="form_token"\s+value="(\w+)"/.exec(memories.html)?.[1] ?? '';
      return shown;
    },
    cookie: () => cookie,
  };
}

/** Returns the text of the page's alert; empty if there is none. */
export function alertOf(shown: Shown): string {
  return textOf(shown, '[role="alert"]');
}

/** Returns the text of the page's status message; empty if there is none. */
export function statusOf(shown: Shown): string {
  return textOf(shown, '[role="status"]');
}

/** Returns the text of the page's main heading. */
export function headingOf(shown: Shown): string {
  return textOf(shown, 'h1');
}

/** Returns the visible label of a field (the legend for radio buttons), or of one choice if a value is given. */
export function labelOf({ html }: Shown, name: string, value?: string): string {
  const choice = value === undefined ? '' : `[value="${value}"]`;
  const field = documentOf(html).querySelector(`[name="${name}"]${choice}:not([type="hidden"])`);
  const isGroup = value === undefined && field?.getAttribute('type') === 'radio';
  const label = isGroup
    ? field?.closest('fieldset')?.querySelector('legend')
    : field?.closest('label')?.querySelector('.label, .choice-label');
  return label?.textContent?.trim() ?? '';
}

function textOf({ html }: Shown, selector: string): string {
  return documentOf(html).querySelector(selector)?.textContent?.trim() ?? '';
}

function documentOf(html: string): Document {
  return new JSDOM(html).window.document;
}
