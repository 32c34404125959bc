/**
 * The built extension in a Firefox without the APIs that Firefox for Android lacks. An API that depends on a manifest
 * key or permission is missing if the manifest doesn't declare it; `windows` depends on neither, so an injected script
 * deletes it before any other runs. Unlike on Android, several tabs can share a window.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from './firefox-keepsake.ts';
import { firefoxExtension } from './shared-browsers.ts';

const first = 'without.js';

export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-reduced-'));
    await cp(firefoxExtension, folder, { recursive: true });
    await writeFile(join(folder, first), 'delete browser.windows; delete chrome.windows;');
    for (const name of ['popup', 'sidepanel', 'options', 'welcome'])
      await edit(join(folder, `${name}.html`), (page) =>
        page.replace('<head>', `<head><script src="/${first}"></script>`),
      );
    await edit(join(folder, 'manifest.json'), (text) => JSON.stringify(reduced(JSON.parse(text))));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

type Manifest = Record<string, unknown> & {
  permissions: string[];
  background: { scripts: string[] };
};

function reduced(manifest: Manifest): object {
  const { sidebar_action: _, omnibox: __, commands: ___, ...rest } = manifest;
  return {
    ...rest,
    permissions: manifest.permissions.filter(
      (name) => !['contextMenus', 'identity'].includes(name),
    ),
    optional_permissions: ['tabs'],
    background: { scripts: [first, ...manifest.background.scripts] },
  };
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}
