import { join } from 'node:path';
import { defineConfig } from 'wxt';
import { sentToServices } from './lib/contract/sent-data.ts';
import { leanLibraries } from './tools/build/lean-libraries.ts';

/** One character beyond Latin-1, and a browser holds and reads the whole script at two bytes for each. */
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
    // What builds the packages, and nothing else that may lie in the folder: tests and notes are in the repository.
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
    // Each page by itself, so that it has one file for all of its first picture and nothing of what another page needs
    // (docs/decisions/0014).
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
      // Every browser that Keepsake runs in loads ahead by itself.
      build.modulePreload = { polyfill: false };
      build.rolldownOptions = {
        ...build.rolldownOptions,
        output: { ...output, ...inAscii, ...(build.lib ? {} : inOneFile) },
      };
    },
    'build:publicAssets': (_wxt, files) => {
      // Browsers take the words of Brazil for Portugal only where they stand there as well.
      files.push({
        absoluteSrc: join(import.meta.dirname, 'public/_locales/pt_BR/messages.json'),
        relativeDest: '_locales/pt_PT/messages.json',
      });
    },
    'build:manifestGenerated': (_wxt, manifest) => {
      // Firefox would open the sidebar by itself at install.
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
    // Asked for in the click that lists the tabs of a window or the folders of bookmarks, and given back after.
    optional_permissions: ['tabs', 'bookmarks'],
    // Of no use before the person allows one origin, in the click that connects to a service there.
    // The last is for PDF files of the device, whose viewer hands out no bytes; Firefox opens files to no extension.
    optional_host_permissions: [
      'https://*/*',
      'http://*/*',
      ...(browser === 'firefox' ? [] : ['file:///*']),
    ],
    // Nothing is loaded from elsewhere. SQLite is WebAssembly, which has to be named. The background speaks with the
    // services the person connects, wherever they are: https, or http to this device. What it may reach of those, the
    // permissions of the origins decide; the browser has no policy for the background alone.
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
              // What is said of data below, Firefox for Android reads only from this version on.
              strict_min_version: '142.0',
              data_collection_permissions: { required: ['none'], optional: [...sentToServices] },
            },
          },
        }
      : { minimum_chrome_version: '123' }),
  }),
});
