/** Tests the capture command in a real browser on loopback pages, a file, and an address without a server. */
import { spawn } from 'node:child_process';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureScript } from '../../tools/capture/capture-script.ts';
import { readPage } from '../../tools/capture/read-page.ts';
import { readingSchema, type Reading } from '../../tools/capture/reading.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { isRoot } from '../browser/install.ts';
import { servePages, type PageServer } from '../browser/serve.ts';

const sentence =
  'Ice was kept in straw and sawdust through the long summers, and sold by the block. ';
const article = `<article><h1>Keeping ice</h1>${`<p>${sentence.repeat(3)}</p>`.repeat(6)}</article>`;

let server: PageServer;

beforeAll(async () => {
  server = await servePages({
    '/ice': `<title>Keeping ice</title>${article}`,
    // A script writes the text, and the CSP blocks other scripts.
    '/app': () =>
      new Response(
        `<title>App</title><div id=root></div><script nonce=a>root.innerHTML = ${JSON.stringify(article)}</script>`,
        {
          headers: {
            'content-type': 'text/html',
            'content-security-policy': "script-src 'nonce-a'",
          },
        },
      ),
    '/untitled': article.replaceAll('h1>', 'h2>'),
    '/empty': '<title>Nothing</title>',
    '/busy': '<title>Busy</title><script>onload = () => setTimeout(() => { for (;;); })</script>',
  });
});

afterAll(() => server.close());

describe('npm run capture', () => {
  it('prints a line of JSON for each page, and fails if one of them does', async () => {
    const { code, out } = await run(
      '--json',
      `${server.origin}/ice?utm_source=x`,
      `${server.origin}/app`,
      'tests/fixtures/pages/article.html',
      `${server.origin}/empty`,
      'http://127.0.0.1:9/',
      '/no/such/file.html',
    );

    const readings = out.trim().split('\n').map(parsed);
    expect(readings.map(outcomeOf)).toEqual([
      `${server.origin}/ice`,
      `${server.origin}/app`,
      expect.stringMatching(/^file:.*article\.html$/),
      'page.no-text',
      'page.unreachable',
      'page.unreachable',
    ]);
    expect(readings[0]).toMatchObject({
      url: `${server.origin}/ice?utm_source=x`,
      title: 'Keeping ice',
      content: expect.stringContaining('straw and sawdust'),
      metadata: { word_count: 16 * 3 * 6, extractor: expect.any(String) },
    });
    expect(code).toBe(1);
  });

  it('prints a page in readable form', async () => {
    const { code, out } = await run(`${server.origin}/ice`);

    expect(out).toMatch(/^title: {5}Keeping ice\nurl: {7}http[^\n]+\ncustom_id: http/);
    expect(out).toContain('\n\nIce was kept in straw');
    expect(code).toBe(0);
  });

  it('titles an untitled page as the extension does', async () => {
    const { out } = await run(`${server.origin}/untitled`);

    expect(out).toMatch(/^title: {5}Keeping ice\n/);
  });

  it('gives up on a page that is too busy to be read, and reads the next', async () => {
    const browser = await chromium.launch({
      executablePath: await findChromium(),
      chromiumSandbox: !isRoot() && process.env['KEEPSAKE_NO_SANDBOX'] !== '1',
      args: ['--disable-gpu'],
    });
    const outcomes: string[] = [];
    for (const [path, longestMs] of [
      ['/busy', 1_000],
      ['/ice', 60_000],
    ] as const) {
      // The first page times out; the second must still be read.
      const reading = await readPage(browser, server.origin + path, {
        script: captureScript(),
        longestMs,
      });
      outcomes.push(outcomeOf(reading));
    }
    await browser.close();

    expect(outcomes).toEqual(['page.gone', `${server.origin}/ice`]);
  });

  it('prints its usage', async () => {
    const { code, out, errors } = await run('--jsno', `${server.origin}/ice`);

    expect(errors).toBe('Usage: npm run capture -- [--json] URL|FILE...\n');
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});

function parsed(line: string): Reading {
  return readingSchema.parse(JSON.parse(line));
}

function outcomeOf(reading: Reading): string {
  return 'error' in reading ? reading.error.code : reading.custom_id;
}

async function run(
  ...words: string[]
): Promise<{ code: number | null; out: string; errors: string }> {
  const child = spawn(process.execPath, ['tools/capture/run.ts', ...words]);
  const [out, errors] = [child.stdout, child.stderr].map(async (stream) =>
    Buffer.concat(await stream.toArray()).toString(),
  );
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { code, out: (await out) ?? '', errors: (await errors) ?? '' };
}
