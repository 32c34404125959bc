/** What is handed to the stores: the folders that become the archives, as their reviewers and linters look at them. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainedWarnings, readReport } from './known-warnings.ts';

const root = join(import.meta.dirname, '../..');
const kinds = new Set(['.css', '.html', '.js', '.json', '.png', '.svg', '.wasm']);
/** What the stores take of the text beneath the name. */
const longestDescription = 132;

describe.each(['chrome-mv3', 'firefox-mv3'])('the package %s', (name) => {
  const folder = join(root, '.output', name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

  it('holds what runs and is shown, and nothing else', () => {
    const others = files.filter((file) => !kinds.has(extname(file)));

    expect(others).toEqual([]);
  });

  it('names no place of the machine it was built on', () => {
    const telling = files.filter((file) => readFileSync(file).includes(root));

    expect(telling).toEqual([]);
  });

  it('has the version of the project, and no id or address of its own', () => {
    const manifest = readJson(join(folder, 'manifest.json'));

    expect(manifest).toMatchObject({ version: readJson(join(root, 'package.json'))['version'] });
    expect(manifest).not.toHaveProperty('key');
    expect(manifest).not.toHaveProperty('update_url');
  });

  it.each(['popup', 'sidepanel', 'welcome', 'options'])(
    'has one script and one style sheet to load before %s can be used',
    (page) => {
      const html = readFileSync(join(folder, `${page}.html`), 'utf8');
      const loaded = [...html.matchAll(/(?:src|href)="[^"]+\.(css|js)"/g)].map(([, kind]) => kind);

      expect(loaded).toEqual(['js', 'css']);
    },
  );

  it('has scripts that a browser can hold at one byte a character', () => {
    const scripts = files.filter((file) => extname(file) === '.js');
    const wider = scripts.filter((file) => /[^\p{ASCII}]/u.test(readFileSync(file, 'utf8')));

    expect(scripts.length).toBeGreaterThan(10);
    expect(wider).toEqual([]);
  });

  it('is described in each language in as many letters as a store takes', () => {
    const catalogues = files.filter((file) => file.endsWith('messages.json'));

    const lengths = catalogues.map((file) => {
      const { message } = readJson(file)['manifest_description'] as { message: string };
      return message.length;
    });

    expect(Math.min(...lengths)).toBeGreaterThan(0);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(longestDescription);
  });
});

/** It takes ten seconds of a whole core, which is long where the machine has more to do. */
describe('the linter of addons.mozilla.org', () => {
  it('finds no error in the Firefox package, and no warning that docs/release.md does not explain', async () => {
    const linter = join(root, 'node_modules/.bin/addons-linter');
    const folder = join(root, '.output/firefox-mv3');

    const report = await new Promise<string>((resolve) => {
      // Its code says that there are errors, and the report which.
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
