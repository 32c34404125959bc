/** A minimal browser for the owner: keeps a cookie, submits the consent form, and doesn't follow redirects. */
import * as z from 'zod/mini';
import type { ServiceProcess } from '../../service/runtime/node/testing/start-process.ts';

export interface OwnerBrowser {
  /** Opens a page of the service without following redirects. */
  open(address: string | URL): Promise<Response>;
  /** Submits the form on a page with the values that the owner enters. */
  send(page: string, filledIn: Readonly<Record<string, string>>): Promise<Response>;
  /** Opens the consent page, allows access, and returns the URL that the browser is redirected to. */
  allow(address: string | URL, filledIn?: Readonly<Record<string, string>>): Promise<URL>;
}

/** Signs the owner in with a one-time link. */
export async function signIn(service: ServiceProcess): Promise<OwnerBrowser> {
  const made = await fetch(`${service.url}/owner/sign-in-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.ownerToken}` },
  });
  const { url } = z.parse(z.object({ url: z.string() }), await made.json());
  const response = await fetch(`${service.url}/app/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ link: url, next: '/app/memories' }),
    redirect: 'manual',
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`Sign-in returned no cookie: ${response.status}`);
  return browserWith(service, cookie);
}

/** Creates a browser that sends this cookie; signed out by default. */
export function browserWith(service: ServiceProcess, cookie = ''): OwnerBrowser {
  const browser: OwnerBrowser = {
    open: (address) => fetch(address, { headers: { cookie }, redirect: 'manual' }),
    send(page, filledIn) {
      const form = new URLSearchParams(hiddenFields(page));
      for (const [name, value] of Object.entries(filledIn)) form.set(name, value);
      return fetch(`${service.url}/oauth/authorize`, {
        method: 'POST',
        body: form,
        headers: { cookie, origin: service.url },
        redirect: 'manual',
      });
    },
    async allow(address, filledIn = { reach: 'all' }) {
      const page = await (await browser.open(address)).text();
      const response = await browser.send(page, { ...filledIn, decision: 'allow' });
      const location = response.headers.get('location');
      if (location === null) throw new Error(`Consent returned no redirect: ${response.status}`);
      return new URL(location);
    },
  };
  return browser;
}

function hiddenFields(page: string): [string, string][] {
  const fields = page.matchAll(/<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g);
  return [...fields].map(([, name = '', value = '']) => [name, unescaped(value)]);
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) => signs[name] ?? whole);
}
