import { join } from 'node:path';
import { defineConfig } from 'wxt';
import { sentToServices } from './lib/contract/sent-data.ts';
import { leanLibraries } from './tools/build/lean-libraries.ts';

/**
 * Output as ASCII. A single character beyond Latin-1 would make the browser store a whole script in two bytes per
 * character.
 */
const inAscii = { charset: 'ascii' as const };

export default defineConfig({
  modules: ['@wxt-dev/module-react'],
  imports: false,
  manifestVersion: 3,
  vite: () => ({
    worker: { format: 'es', rolldownOptions: { output: inAscii } },
    plugins: leanLibraries,
  }),
  zip: {
    // Only the sources that the build needs. Tests and other files are in the repository.
    includeSources: [
      '{components,entrypoints,lib,public,service}/**',
      '{package,package-lock,tsconfig}.json',
      'tools/build/**',
      'wxt.config.ts',
      'docs/release.md',
      '{README,CHANGELOG}.md',
      'LICENSE',
    ],
  },
  hooks: {
    // Builds each page separately, so that a single file has all that the page needs for its first paint, and nothing
    // from other pages (docs/decisions/0014).
    'entrypoints:grouped': (_wxt, groups) => {
      const alone = groups.flatMap((group) =>
        Array.isArray(group) ? group.map((page) => [page]) : [group],
      );
      groups.splice(0, groups.length, ...alone);
    },
    'vite:build:extendConfig': (_entrypoints, { build }) => {
      if (build === undefined) return;
      const output = build.rolldownOptions?.output;
      if (Array.isArray(output)) throw new Error('Each entrypoint is built once.');
      const inOneFile = {
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial' as const] }] },
      };
      // All supported browsers have module preloading.
      build.modulePreload = { polyfill: false };
      build.rolldownOptions = {
        ...build.rolldownOptions,
        output: { ...output, ...inAscii, ...(build.lib ? {} : inOneFile) },
      };
    },
    'build:publicAssets': (_wxt, files) => {
      // Browsers don't fall back from pt_PT to pt_BR, so copy the Brazilian messages.
      files.push({
        absoluteSrc: join(import.meta.dirname, 'public/_locales/pt_BR/messages.json'),
        relativeDest: '_locales/pt_PT/messages.json',
      });
    },
    'build:manifestGenerated': (_wxt, manifest) => {
      // Otherwise Firefox opens the sidebar at installation.
      if (manifest['sidebar_action']) manifest['sidebar_action'].open_at_install = false;
    },
  },
  manifest: ({ browser }) => ({
    name: '__MSG_manifest_name__',
    description: '__MSG_manifest_description__',
    default_locale: 'en',
    permissions: [
      'activeTab',
      'alarms',
      'contextMenus',
      'identity',
      'scripting',
      'storage',
      ...(browser === 'firefox' ? [] : ['offscreen', 'sidePanel']),
    ],
    // Requested in the click that lists the tabs of a window or the bookmark folders, and released afterwards.
    optional_permissions: ['tabs', 'bookmarks'],
    // Grant nothing by themselves: access to an origin is requested in the click that needs it. `file:` is for local
    // PDF files, whose viewer doesn't hand out their bytes. Firefox gives no extension access to files.
    optional_host_permissions: [
      'https://*/*',
      'http://*/*',
      ...(browser === 'firefox' ? [] : ['file:///*']),
    ],
    // Nothing is loaded from elsewhere. SQLite needs `wasm-unsafe-eval`. The background connects to services that the
    // person adds: over https, or over http to this device. Host permissions limit which of them it can reach, because
    // browsers have no policy for the background alone.
    content_security_policy: {
      extension_pages: `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; img-src 'self' data:; connect-src 'self' https: http://127.0.0.1:* http://localhost:*${browser === 'firefox' ? '' : ' file:'}`,
    },
    action: { default_title: '__MSG_manifest_name__' },
    omnibox: { keyword: 'mem' },
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+K' } },
      'save-page': {
        suggested_key: { default: 'Alt+Shift+S' },
        description: '__MSG_manifest_savePage__',
      },
      'save-selection': {
        suggested_key: { default: 'Alt+Shift+H' },
        description: '__MSG_manifest_saveSelection__',
      },
    },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'keepsake@keepsake.example',
              // The first version in which Firefox for Android reads `data_collection_permissions`.
              strict_min_version: '142.0',
              data_collection_permissions: { required: ['none'], optional: [...sentToServices] },
            },
          },
        }
      : {
          // The first version that has `URL.parse`.
          minimum_chrome_version: '126',
        }),
  }),
});
