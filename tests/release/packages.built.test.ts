/** Checks the folders that are zipped for the stores, as reviewers and linters do. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainedWarnings, readReport } from './known-warnings.ts';

const root = join(import.meta.dirname, '../..');
const kinds = new Set(['.css', '.html', '.js', '.json', '.png', '.svg', '.wasm']);
/** The Chrome Web Store's limit for the manifest description, in characters. */
const longestDescription = 132;

describe.each(['chrome-mv3', 'firefox-mv3'])('the package %s', (name) => {
  const folder = join(root, '.output', name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

  it('contains only expected file types', () => {
    const others = files.filter((file) => !kinds.has(extname(file)));

    expect(others).toEqual([]);
  });

  it('contains no paths from the build machine', () => {
    const telling = files.filter((file) => readFileSync(file).includes(root));

    expect(telling).toEqual([]);
  });

  it('has the project’s version, and no fixed ID or update URL', () => {
    const manifest = readJson(join(folder, 'manifest.json'));

    expect(manifest).toMatchObject({ version: readJson(join(root, 'package.json'))['version'] });
    expect(manifest).not.toHaveProperty('key');
    expect(manifest).not.toHaveProperty('update_url');
  });

  it.each(['popup', 'sidepanel', 'welcome', 'options'])(
    'loads one script and one style sheet for %s',
    (page) => {
      const html = readFileSync(join(folder, `${page}.html`), 'utf8');
      const loaded = [...html.matchAll(/(?:src|href)="[^"]+\.(css|js)"/g)].map(([, kind]) => kind);

      expect(loaded).toEqual(['js', 'css']);
    },
  );

  it('has ASCII scripts, which browsers store with one byte per character', () => {
    const scripts = files.filter((file) => extname(file) === '.js');
    const wider = scripts.filter((file) => /[^\p{ASCII}]/u.test(readFileSync(file, 'utf8')));

    expect(scripts.length).toBeGreaterThan(10);
    expect(wider).toEqual([]);
  });

  it('has a description within the store’s limit in each language', () => {
    const catalogues = files.filter((file) => file.endsWith('messages.json'));

    const lengths = catalogues.map((file) => {
      const { message } = readJson(file)['manifest_description'] as { message: string };
      return message.length;
    });

    expect(Math.min(...lengths)).toBeGreaterThan(0);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(longestDescription);
  });
});

/** Takes ten seconds of CPU time, so longer on a busy machine. */
describe('the linter of addons.mozilla.org', () => {
  it('finds no errors in the Firefox package, and only warnings that docs/release.md explains', async () => {
    const linter = join(root, 'node_modules/.bin/addons-linter');
    const folder = join(root, '.output/firefox-mv3');

    const report = await new Promise<string>((resolve) => {
      // Ignore the exit code: the report lists the errors.
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
