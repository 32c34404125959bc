import { readFileSync, readdirSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../element-kinds.ts';
import { unhurried } from '../pace.ts';
import { normalizeCodeBlocks } from '../snapshot/code-blocks.ts';
import { takeSnapshot } from '../snapshot/page-snapshot.ts';
import { markdownOf } from './markdown.ts';

const pages = new URL('../../../tests/fixtures/pages/whole/', import.meta.url);

describe('markdownOf on whole pages', () => {
  const names = readdirSync(pages)
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replace('.html', ''));

  it.each(names)('writes %s as expected, everything in sight', async (name) => {
    const url = `https://fixtures.example/pages/${name}.html`;
    const html = readFileSync(new URL(`${name}.html`, pages), 'utf8');
    const body = bodyOf(takeSnapshot(new JSDOM(html, { url }).window.document));
    if (body === null) throw new Error('no body');
    normalizeCodeBlocks(body);

    const markdown = await markdownOf(body, url, unhurried);

    expect(`${markdown}\n`).toBe(readFileSync(new URL(`${name}.md`, pages), 'utf8'));
  });
});
