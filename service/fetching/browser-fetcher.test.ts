import { describe, expect, it } from 'vitest';
import { createBrowserFetcher } from './browser-fetcher.ts';

const page = { headers: { 'content-type': 'text/html; charset=utf-8' } };

/** A site that answers every address the same; `asked` holds what reached it. */
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

describe('the fetcher in the browser', () => {
  it('gives the page, and takes neither cookies nor a referrer along', async () => {
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

  it('asks for a page of plain http by https', async () => {
    const site = createSite(() => new Response('', page));

    await createBrowserFetcher(site)('http://heron.example/a', signal);

    expect(site.asked.map(({ url }) => url)).toEqual(['https://heron.example/a']);
  });

  it.each([
    ['this device', 'http://localhost/a'],
    ['this device by number', 'http://127.0.0.1/a'],
    ['this device by an old spelling', 'http://2130706433/a'],
    ['this device in IPv6', 'http://[::1]/a'],
    ['the network', 'http://192.168.1.1/a'],
    ['a router by name', 'https://router.local/a'],
    ['a name with a final dot', 'https://printer.lan./a'],
    ['a name of one word', 'https://intranet/a'],
    ['a cloud', 'http://169.254.169.254/latest'],
  ])('asks nothing of %s', async (_, url) => {
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
  ])('refuses with %s', async (code, url) => {
    const site = createSite(() => new Response('', page));

    expect(await createBrowserFetcher(site)(url, signal)).toMatchObject({ error: { code } });
    expect(site.asked).toEqual([]);
  });

  it('does not believe a redirect into the network', async () => {
    const site = createSite(() => redirectedTo('https://192.168.1.1/'));

    expect(await createBrowserFetcher(site)('https://heron.example/', signal)).toMatchObject({
      error: { code: 'address.closed' },
    });
  });

  it('reads nothing of what a redirect into the network led to', async () => {
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

  it('has the browser ask addresses of the public internet alone', async () => {
    const site = createSite(() => new Response('', page));

    await createBrowserFetcher(site)('https://heron.example/', signal);

    expect(site.asked).toMatchObject([{ init: { targetAddressSpace: 'public' } }]);
  });

  it('asks once more where the browser refused, and follows no redirect then', async () => {
    // As behind a proxy, where the browser cannot tell which addresses are public.
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

  it('names where a redirect ended', async () => {
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
  ])('refuses an answer with %s', async (code, answer) => {
    const { fetch } = createSite(answer);

    expect(
      await createBrowserFetcher({ fetch, maxBytes: 99 })('https://heron.example/', signal),
    ).toMatchObject({ error: { code } });
  });

  it('says that it may be the permission which is missing', async () => {
    const site = createSite(() => Promise.reject(new TypeError('Failed to fetch')));

    expect(await createBrowserFetcher(site)('https://heron.example/', signal)).toMatchObject({
      error: { code: 'fetch.unreachable', message: expect.stringContaining('allow the site') },
    });
  });

  it('gives up when the time is over, and when it is told to', async () => {
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
