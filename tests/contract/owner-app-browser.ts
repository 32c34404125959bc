/** A browser as far as the owner's app needs one: it keeps a cookie, follows redirects, and sends forms. */

export interface Shown {
  readonly status: number;
  /** Path and query of the page, after every redirect. */
  readonly at: string;
  readonly html: string;
  readonly headers: Headers;
}

export interface Browser {
  /** The address is a path, or one within the service. */
  open(address: string): Promise<Shown>;
  /** Sends a form with the token of the session and an id of its own, unless the fields bring others. */
  send(path: string, fields?: Readonly<Record<string, string>>): Promise<Shown>;
  signIn(link: string): Promise<Shown>;
  cookie(): string;
}

/** Opens one with nothing in it. */
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
