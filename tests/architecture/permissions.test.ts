/** Tests that each permission in the manifest is justified in the README, the privacy policy and the settings. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import config from '../../wxt.config.ts';
import { installedPermissions } from '../../lib/settings/model.ts';

const manifestSchema = z.object({
  permissions: z.array(z.string()),
  optional_permissions: z.array(z.string()),
  optional_host_permissions: z.array(z.string()),
  content_security_policy: z.object({ extension_pages: z.string() }),
  browser_specific_settings: z.optional(
    z.object({
      gecko: z.object({
        data_collection_permissions: z.object({
          required: z.array(z.string()),
          optional: z.array(z.string()),
        }),
      }),
    }),
  ),
});

async function manifestFor(browser: 'chrome' | 'firefox') {
  const { manifest } = config;
  const env = { browser, manifestVersion: 3, mode: 'production', command: 'build' } as const;
  return manifestSchema.parse(await (typeof manifest === 'function' ? manifest(env) : manifest));
}

const chrome = await manifestFor('chrome');
const firefox = await manifestFor('firefox');

/** Returns every permission that a manifest requests, at install or later. */
function askedBy(manifest: typeof chrome): string[] {
  const { permissions, optional_permissions: later, optional_host_permissions: sites } = manifest;
  return [...permissions, ...later, ...sites];
}

/** Returns the cells of each table row whose first cell is code. */
function rowsOf(page: string): { names: string[]; why: string }[] {
  return [...readFileSync(page, 'utf8').matchAll(/^\| (`[^|]+) +\| +([^|]+?) +\|/gm)].map(
    ([, names = '', why = '']) => ({
      names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
      why,
    }),
  );
}

describe.each([
  ['chrome', chrome],
  ['firefox', firefox],
] as const)('what the manifest for %s requests', (_, manifest) => {
  it.each(['README.md', 'docs/privacy.md'])('is justified in %s', (page) => {
    const rows = rowsOf(page).filter(({ why }) => why.length > 10);
    const justified = new Set(rows.flatMap(({ names }) => names));

    expect(askedBy(manifest).filter((name) => !justified.has(name))).toEqual([]);
  });

  it('excludes scripts from elsewhere', () => {
    const policy = manifest.content_security_policy.extension_pages.split('; ');

    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "object-src 'none'",
      ]),
    );
  });
});

describe('the manifest', () => {
  it('requests at install only what the settings explain', () => {
    const asked = new Set([...chrome.permissions, ...firefox.permissions]);

    expect([...asked].toSorted()).toEqual([...installedPermissions].toSorted());
  });

  it('tells Firefox that installing sends nothing, and what a connected service receives', () => {
    expect(firefox.browser_specific_settings?.gecko.data_collection_permissions).toEqual({
      required: ['none'],
      optional: ['authenticationInfo', 'browsingActivity', 'searchTerms', 'websiteContent'],
    });
  });
});

describe('docs/privacy.md', () => {
  it('justifies nothing that is not requested', () => {
    const asked = new Set([chrome, firefox].flatMap(askedBy));
    const names = rowsOf('docs/privacy.md').flatMap((row) => row.names);

    expect(names.filter((name) => !asked.has(name))).toEqual([]);
  });
});
