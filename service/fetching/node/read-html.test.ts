import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHtmlReader } from './read-html.ts';

const url = 'https://a.example/notes/herons';
const fixtures = join(import.meta.dirname, '../../../tests/fixtures/pages');
const prose =
  '<p>Herons stand in the shallows and wait for a long while before they strike. </p>'.repeat(9);
const never = new AbortController().signal;

function read(html: string, rest: { mediaType?: 'application/xhtml+xml' } = {}) {
  return createHtmlReader()({ url, html, mediaType: 'text/html', ...rest }, never);
}

// Each test starts a thread, which takes seconds on a machine that has other things to do.
describe('the reader of fetched pages', { timeout: 60_000 }, () => {
  it('reads a page as the extension does, and what it says of itself', async () => {
    const html = readFileSync(join(fixtures, 'arabic.html'), 'utf8');
    const expected = readFileSync(join(fixtures, 'arabic.md'), 'utf8');

    const captured = await read(html);

    expect(captured.ok && expected.includes(captured.value.content)).toBe(true);
    expect(captured).toMatchObject({ value: { url, language: 'ar', extractor: 'blocks' } });
  });

  it('runs nothing of the page, loads nothing, and leaves out what is hidden', async () => {
    const hidden =
      '<p style="display:none">An egret.</p><script>document.body.innerHTML = ""</script>';
    const loads = '<link rel=stylesheet href="http://127.0.0.1:1/a.css"><style>}{ broken</style>';

    const captured = await read(
      `<title>Herons</title>${loads}<article>${prose}${hidden}</article>`,
    );

    expect(captured).toMatchObject({ ok: true, value: { title: 'Herons' } });
    expect(captured.ok && captured.value.content).toContain('Herons stand');
    expect(captured.ok && captured.value.content).not.toContain('egret');
  });

  it.each([
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script/></head><body>${prose}</body></html>`,
    `<html><body><br>${prose}`,
  ])('reads XHTML, well formed or not', async (html) => {
    const captured = await read(html, { mediaType: 'application/xhtml+xml' });

    expect(captured.ok && captured.value.content).toContain('Herons stand');
  });

  it('says that a page has no text', async () => {
    expect(await read('<div id="app"></div>')).toMatchObject({ error: { code: 'read.no-text' } });
  });

  it('says that a text is too large', async () => {
    const letters = 'herons '.repeat(330_000);

    expect(await read(`<article><p>${letters}</p></article>`)).toMatchObject({
      error: { code: 'read.too-large' },
    });
  });

  it('ends a page that takes too long, and one that takes too much', async () => {
    const html = '<div>'.repeat(200_000) + prose;
    const page = { url, html, mediaType: 'text/html' } as const;

    expect(await createHtmlReader({ timeoutMs: 300 })(page, never)).toMatchObject({
      error: { code: 'read.timeout' },
    });
    expect(await createHtmlReader({ maxMegabytes: 16 })(page, never)).toMatchObject({
      error: { code: 'read.failed' },
    });
  });

  it('stops when it is told', async () => {
    const stop = new AbortController();
    const page = { url, html: prose, mediaType: 'text/html' } as const;
    const reading = createHtmlReader()(page, stop.signal);

    stop.abort();

    expect(await reading).toMatchObject({ error: { code: 'read.aborted' } });
  });
});
