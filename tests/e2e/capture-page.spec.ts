/** Tests that page capture reads what is shown, leaves no trace in the page, and can't be misled. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { captureIn, markdownIn, test } from './isolated-capture.ts';
import { pageState } from './page-state.ts';
import { sabotage } from './sabotage.ts';

const pages = new URL('../fixtures/pages/', import.meta.url);
const names = readdirSync(pages).flatMap((name) =>
  name.endsWith('.md') ? [name.slice(0, -3)] : [],
);
const article = articleHtml({ title: 'The ledger', paragraphs: [filler(20), filler(20)] });
const prose = `<p>${filler(6)}</p>`;

let site: PageServer;
test.beforeAll(async () => {
  site = await servePages({
    '/': article,
    '/components': readFileSync(new URL('capture-components.html', import.meta.url), 'utf8'),
    '/frame': '<!doctype html><p>A frame of this site, read at its place.</p>',
    '/endless': articleHtml({
      title: 'The ledger',
      paragraphs: [filler(20)],
      head: `<script>
        addEventListener('DOMContentLoaded', () => {
          const { port1, port2 } = new MessageChannel();
          let added = 0;
          port1.onmessage = () => {
            document.body.append(document.createElement('b'));
            added += 1;
            // On a slow machine, it would otherwise reach the node limit before it is read.
            if (added > 20_000) document.querySelector('body > b').remove();
            port2.postMessage(0);
          };
          port2.postMessage(0);
        });</script>`,
    }),
    '/hanging': article.replace('</article>', '</article><img src="/never">'),
    '/never': () => new Promise<Response>(() => {}),
    '/large': articleHtml({
      title: 'The ledger',
      // This makes 5 MB of HTML, mostly markup without text.
      paragraphs: Array.from({ length: 900 }, () => `${filler(3)}<!--${'x'.repeat(5_500)}-->`),
    }),
    '/parts': `<!doctype html>${'<b>a</b> '.repeat(200_000)}`,
  });
});
test.afterAll(() => site.close());

for (const name of names) {
  test(`reads the page ${name} by its computed style`, async ({ plainPage }) => {
    const url = `https://fixtures.example/pages/${name}.html`;
    const html = readFileSync(new URL(`${name}.html`, pages), 'utf8');
    await plainPage.route('**/*', (route) =>
      route.request().url() === url
        ? route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
        : route.abort(),
    );
    await plainPage.goto(url);

    const markdown = await markdownIn(plainPage);

    expect(`${markdown}\n`).toBe(readFileSync(new URL(`${name}.md`, pages), 'utf8'));
  });
}

test('reads components and frames in place, and leaves no sign that the page was read', async ({
  plainPage,
}) => {
  await plainPage.goto(`${site.origin}/components`);
  // Until the other site responds, its frame is an empty frame of this site.
  await plainPage.frameLocator('#elsewhere').getByText('A frame of this site').waitFor();
  await plainPage.evaluate(() => {
    document.getSelection()?.selectAllChildren(document.querySelector('#selected') as Node);
    (document.querySelector('#focused') as HTMLElement).focus({ preventScroll: true });
    window.scrollTo(0, 300);
  });
  const before = await pageState(plainPage);
  expect(before.html).toContain('shown by a component');

  const markdown = await markdownIn(plainPage);

  expect(await pageState(plainPage)).toEqual(before);
  for (const once of [
    'Words shown by a component.',
    'Words the page put into its slot.',
    'Words of a component in a component.',
    'A frame of this site, read at its place.',
    'A frame written into the page.',
  ]) {
    expect(markdown.split(once), once).toHaveLength(2);
  }
  for (const never of ['closed component', 'no slot takes', 'another site']) {
    expect(markdown, never).not.toContain(never);
  }
});

for (const [by, code] of Object.entries(sabotage)) {
  test(`reads a page with ${by}`, async ({ plainPage }) => {
    await plainPage.goto(site.origin);
    await plainPage.evaluate(`setTimeout(() => {${code}})`).catch(() => {});

    const result = await captureIn(plainPage);

    if (result.ok) expect(result.value.content).toContain('The keeper wrote down');
    else expect(result.error.code).toMatch(/^page\./);
  });
}

for (const [what, style] of [
  ['zero-size text', 'font-size: 0'],
  [
    'a transparent overlay that cannot be clicked',
    'position: absolute; opacity: 0; pointer-events: none',
  ],
] as const) {
  test(`leaves out ${what}`, async ({ plainPage }) => {
    const part = `<style>#part { ${style} }</style><div id="part"><p>Out of sight.</p></div>`;
    await plainPage.setContent(`<article>${prose.repeat(4)}${part}${prose.repeat(4)}</article>`);

    const markdown = await markdownIn(plainPage);

    expect(markdown).toContain('The keeper wrote down');
    expect(markdown).not.toContain('Out of sight');
  });
}

for (const [what, style, inside] of [
  ['with its own size in a zero-size container', 'font-size: 0', 'font-size: 1rem'],
  ['that has yet to fade in', 'opacity: 0', ''],
  ['that has yet to fade in and can’t be clicked', 'opacity: 0; pointer-events: none', ''],
  ['that is positioned and has yet to fade in', 'position: absolute; opacity: 0', ''],
] as const) {
  test(`reads text ${what}`, async ({ plainPage }) => {
    const part = `<style>#part { ${style} } #part p { ${inside} }</style>
      <div id="part"><p>Words to be read, ${filler(2)}</p></div>`;
    await plainPage.setContent(`<article>${prose.repeat(4)}${part}${prose.repeat(4)}</article>`);

    expect(await markdownIn(plainPage)).toContain('Words to be read');
  });
}

test('leaves out hidden text even if the body sets its font size to zero', async ({
  plainPage,
}) => {
  const style = '<style>body { font-size: 0 } article { font-size: 1rem }</style>';
  const part = '<p style="visibility: hidden">Out of sight.</p>';
  await plainPage.setContent(`${style}<article>${prose.repeat(4)}${part}</article>`);

  const markdown = await markdownIn(plainPage);

  expect(markdown).toContain('The keeper wrote down');
  expect(markdown).not.toContain('Out of sight');
});

test('reads a page whose entire text is hidden', async ({ plainPage }) => {
  await plainPage.setContent(
    `<div style="visibility: hidden"><main>${prose.repeat(8)}</main></div>`,
  );

  expect(await markdownIn(plainPage)).toContain('The keeper wrote down');
});

test('reads a page whose element names shadow the page’s own properties', async ({ plainPage }) => {
  const hiding = ['body', 'querySelector', 'defaultView', 'contentType', 'childNodes', 'baseURI']
    .map((name) => `<form name="${name}"><input name="firstChild"><input name="localName"></form>`)
    .join('');
  await plainPage.setContent(`<title>Ice</title>${hiding}<article>${prose.repeat(6)}</article>`);

  expect(await markdownIn(plainPage)).toContain('The keeper wrote down');
});

test('reads one snapshot of a page that keeps adding content', async ({ plainPage }) => {
  await plainPage.goto(`${site.origin}/endless`);

  expect(await markdownIn(plainPage)).toContain('The keeper wrote down');
});

test('reads a page that never finishes loading', async ({ plainPage }) => {
  await plainPage.goto(`${site.origin}/hanging`, { waitUntil: 'domcontentloaded' });

  expect(await markdownIn(plainPage)).toContain('The keeper wrote down');
});

test('reads a page of five megabytes, and reports one with too many nodes', async ({
  plainPage,
}) => {
  await plainPage.goto(`${site.origin}/large`);
  expect(await captureIn(plainPage)).toMatchObject({ ok: true });

  await plainPage.goto(`${site.origin}/parts`);
  expect(await captureIn(plainPage)).toMatchObject({
    ok: false,
    error: { code: 'page.too-large' },
  });
});
