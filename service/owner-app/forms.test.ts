import { describe, expect, it } from 'vitest';
import { localPath, readForm } from './forms.ts';

describe('localPath', () => {
  it.each(['/app/keys', '/oauth/authorize?client_id=a&redirect_uri=http%3A%2F%2Fb', '/', '/a//b'])(
    'allows %s',
    (path) => {
      expect(localPath(path)).toBe(path);
    },
  );

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/app\r\nset-cookie: a=b',
    'javascript:alert(1)',
    ' /app',
    'app',
    '/ä',
    '',
    null,
    undefined,
  ])('replaces %j with the first page', (next) => {
    expect(localPath(next)).toBe('/app/memories');
  });
});

describe('readForm', () => {
  const type = 'application/x-www-form-urlencoded';

  function send(body: string, contentType: string) {
    const headers = { 'content-type': contentType };
    return readForm(new Request('http://localhost/', { method: 'POST', body, headers }));
  }

  it('reads fields, including repeated ones', async () => {
    const form = await send('a=1&b=%C3%BC+x&a=2', `${type};charset=UTF-8`);

    expect(form.ok && [form.value.getAll('a'), form.value.get('b')]).toEqual([['1', '2'], 'ü x']);
  });

  it('rejects other content types and oversized forms', async () => {
    expect(await send('a=1', 'text/plain')).toMatchObject({ ok: false });
    expect(await send(`a=${'x'.repeat(300_000)}`, type)).toMatchObject({ ok: false });
  });
});
