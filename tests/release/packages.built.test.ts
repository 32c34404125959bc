/**
 * What goes to the stores: the folders that become the archives, as reviewers and linters see them.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainedWarnings, readReport } from './known-warnings.ts';

const root = join(import.meta.dirname, '../..');
const kinds = new Set(['.css', '.html', '.js', '.json', '.png', '.svg', '.wasm']);
/** The store's limit for the text below the name. */
const longestDescription = 132;

describe.each(['chrome-mv3', 'firefox-mv3'])('the package %s', (name) => {
  const folder = join(root, '.output', name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

  it('contains only what runs or is shown', () => {
    const others = files.filter((file) => !kinds.has(extname(file)));

    expect(others).toEqual([]);
  });

  it('contains no path of the machine it was built on', () => {
    const telling = files.filter((file) => readFileSync(file).includes(root));

    expect(telling).toEqual([]);
  });

  it('has the project’s version, and no ID or address of its own', () => {
    const manifest = readJson(join(folder, 'manifest.json'));

    expect(manifest).toMatchObject({ version: readJson(join(root, 'package.json'))['version'] });
    expect(manifest).not.toHaveProperty('key');
    expect(manifest).not.toHaveProperty('update_url');
  });

  it.each(['popup', 'sidepanel', 'welcome', 'options'])(
    'loads one script and one style sheet before %s can be used',
    (page) => {
      const html = readFileSync(join(folder, `${page}.html`), 'utf8');
      const loaded = [...html.matchAll(/(?:src|href)="[^"]+\.(css|js)"/g)].map(([, kind]) => kind);

      expect(loaded).toEqual(['js', 'css']);
    },
  );

  it('has scripts that a browser can store with one byte per character', () => {
    const scripts = files.filter((file) => extname(file) === '.js');
    const wider = scripts.filter((file) => /[^\p{ASCII}]/u.test(readFileSync(file, 'utf8')));

    expect(scripts.length).toBeGreaterThan(10);
    expect(wider).toEqual([]);
  });

  it('describes itself in each language within the store’s limit', () => {
    const catalogues = files.filter((file) => file.endsWith('messages.json'));

    const lengths = catalogues.map((file) => {
      const { message } = readJson(file)['manifest_description'] as { message: string };
      return message.length;
    });

    expect(Math.min(...lengths)).toBeGreaterThan(0);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(longestDescription);
  });
});

/** Takes ten seconds of a whole core, longer on a busy machine. */
describe('the linter of addons.mozilla.org', () => {
  it('finds no error in the Firefox package, and no warning that docs/release.md does not explain', async () => {
    const linter = join(root, 'node_modules/.bin/addons-linter');
    const folder = join(root, '.output/firefox-mv3');

    const report = await new Promise<string>((resolve) => {
      // The exit code says whether there are errors, and the report lists them.
      execFile(linter, [folder, '--output', 'json'], { maxBuffer: 1e8 }, (_code, stdout) =>
        resolve(stdout),
      );
    });

    const { errors, warnings } = readReport(report);
    expect(errors).toEqual([]);
    expect(warnings).toEqual(await explainedWarnings());
  }, 240_000);
});

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}
