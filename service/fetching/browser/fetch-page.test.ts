import { describe, expect, it } from 'vitest';
import { createBrowserFetcher } from './fetch-page.ts';

const page = { headers: { 'content-type': 'text/html; charset=utf-8' } };

/** Creates a site that responds to every URL in the same way; `asked` records the requests. */
function createSite(answer: (url: string, init: RequestInit) => Promise<Response> | Response) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    const response = await answer(url, init);
    if (response.url === '') Object.defineProperty(response, 'url', { value: url });
    return response;
  };
  return { fetch, asked };
}

function redirectedTo(url: string): Response {
  const response = new Response('<p>A heron.</p>', page);
  Object.defineProperty(response, 'url', { value: url });
  Object.defineProperty(response, 'redirected', { value: true });
  return response;
}

const signal = new AbortController().signal;

describe('createBrowserFetcher', () => {
  it('fetches a page without sending cookies or a referrer', async () => {
    const site = createSite(() => new Response('<p>A heron.</p>', page));

    const fetched = await createBrowserFetcher(site)('https://heron.example/a', signal);

    expect(fetched).toMatchObject({
      ok: true,
      value: { url: 'https://heron.example/a', mediaType: 'text/html', charset: 'utf-8' },
    });
    expect(fetched.ok && new TextDecoder().decode(fetched.value.bytes)).toBe('<p>A heron.</p>');
    expect(site.asked[0]?.init).toMatchObject({
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
  });

  it('upgrades http to https', async () => {
    const site = createSite(() => new Response('', page));

    await createBrowserFetcher(site)('http://heron.example/a', signal);

    expect(site.asked.map(({ url }) => url)).toEqual(['https://heron.example/a']);
  });

  it.each([
    ['this device', 'http://localhost/a'],
    ['this device by IPv4 address', 'http://127.0.0.1/a'],
    ['this device by a decimal address', 'http://2130706433/a'],
    ['this device by IPv6 address', 'http://[::1]/a'],
    ['the local network', 'http://192.168.1.1/a'],
    ['a .local name', 'https://router.local/a'],
    ['a .lan name with a trailing dot', 'https://printer.lan./a'],
    ['a single-label name', 'https://intranet/a'],
    ['a cloud metadata service', 'http://169.254.169.254/latest'],
  ])('never sends a request to %s', async (_, url) => {
    const site = createSite(() => new Response('', page));

    expect(await createBrowserFetcher(site)(url, signal)).toMatchObject({
      error: { code: 'address.closed' },
    });
    expect(site.asked).toEqual([]);
  });

  it.each([
    ['url.scheme', 'file:///etc/passwd'],
    ['url.credentials', 'https://ada:secret@heron.example/'],
    ['url.port', 'https://heron.example:25/'],
    ['url.invalid', 'heron'],
  ])('returns %s for %s', async (code, url) => {
    const site = createSite(() => new Response('', page));

    expect(await createBrowserFetcher(site)(url, signal)).toMatchObject({ error: { code } });
    expect(site.asked).toEqual([]);
  });

  it('rejects a redirect into the private network', async () => {
    const site = createSite(() => redirectedTo('https://192.168.1.1/'));

    expect(await createBrowserFetcher(site)('https://heron.example/', signal)).toMatchObject({
      error: { code: 'address.closed' },
    });
  });

  it('doesn’t read the body after a redirect into the private network', async () => {
    let pulled = 0;
    let isCanceled = false;
    const body = new ReadableStream(
      {
        pull: (stream) => {
          pulled += 1;
          stream.enqueue(new TextEncoder().encode('secret'));
          stream.close();
        },
        cancel: () => {
          isCanceled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const site = createSite(() => {
      const response = new Response(body, page);
      Object.defineProperty(response, 'url', { value: 'https://10.0.0.1/secret' });
      return response;
    });

    const refused = await createBrowserFetcher(site)('https://heron.example/', signal);

    expect(JSON.stringify(refused)).not.toMatch(/secret|10\.0\.0\.1/);
    expect({ pulled, isCanceled }).toEqual({ pulled: 0, isCanceled: true });
  });

  it('tells the browser to connect to public addresses only', async () => {
    const site = createSite(() => new Response('', page));

    await createBrowserFetcher(site)('https://heron.example/', signal);

    expect(site.asked).toMatchObject([{ init: { targetAddressSpace: 'public' } }]);
  });

  it('retries without following redirects if the browser refuses the request', async () => {
    // Behind a proxy, the browser can't tell which addresses are public.
    const site = createSite((_, init) =>
      'targetAddressSpace' in init
        ? Promise.reject(new TypeError('Failed to fetch'))
        : new Response('<p>A heron.</p>', page),
    );

    expect(await createBrowserFetcher(site)('https://heron.example/', signal)).toMatchObject({
      ok: true,
    });
    expect(site.asked.map(({ init }) => init.redirect)).toEqual([undefined, 'error']);
  });

  it('returns the final URL after redirects', async () => {
    const site = createSite(() => redirectedTo('https://www.heron.example/'));

    expect(await createBrowserFetcher(site)('https://heron.example/', signal)).toMatchObject({
      value: { url: 'https://www.heron.example/' },
    });
  });

  it.each([
    ['answer.status', () => new Response('no', { status: 404, ...page })],
    [
      'answer.type',
      () => new Response('heron', { headers: { 'content-type': 'application/zip' } }),
    ],
    ['answer.too-large', () => new Response('h'.repeat(100), page)],
  ])('returns %s for an unusable response', async (code, answer) => {
    const { fetch } = createSite(answer);

    expect(
      await createBrowserFetcher({ fetch, maxBytes: 99 })('https://heron.example/', signal),
    ).toMatchObject({ error: { code } });
  });

  it('mentions that permission might be missing', async () => {
    const site = createSite(() => Promise.reject(new TypeError('Failed to fetch')));

    expect(await createBrowserFetcher(site)('https://heron.example/', signal)).toMatchObject({
      error: {
        code: 'fetch.unreachable',
        message: expect.stringMatching(/access|permission|allow/),
      },
    });
  });

  it('stops at the timeout and on abort', async () => {
    const never = (_url: string, { signal: within }: RequestInit) =>
      new Promise<Response>((_, reject) => {
        within?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const { fetch } = createSite(never);
    const stop = new AbortController();

    const late = createBrowserFetcher({ fetch, timeoutMs: 5 })('https://heron.example/', signal);
    const stopped = createBrowserFetcher({ fetch })('https://heron.example/', stop.signal);
    stop.abort();

    expect(await late).toMatchObject({ error: { code: 'fetch.timeout' } });
    expect(await stopped).toMatchObject({ error: { code: 'fetch.aborted' } });
  });
});
