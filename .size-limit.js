/**
 * Size budgets: the compressed scripts each surface loads before it is usable. Set to the first measured
 * build plus a tenth. They only go down, unless a decision says why.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const build = '.output/chrome-mv3';

/** The scripts of an extension page, including preloaded ones. */
function scriptsOf(page) {
  const html = readFileSync(join(build, page), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => join(build, path));
}

export default [
  // Pages and in-page scripts: docs/decisions/0011.
  // 106 kB before the person could choose what to save of a page.
  { name: 'popup', path: scriptsOf('popup.html'), limit: '107.5 kB' },
  // 109 kB before search suggested operators, showed them as chips, and saved searches.
  { name: 'side panel', path: scriptsOf('sidepanel.html'), limit: '112.5 kB' },
  // Both contain the form that connects a service: docs/decisions/0008, 0011.
  // 101 kB before the welcome page could restore an export.
  { name: 'welcome page', path: scriptsOf('welcome.html'), limit: '102.5 kB' },
  { name: 'settings', path: scriptsOf('options.html'), limit: '100 kB' },
  // Earlier figures left out what it shared with the pages: docs/decisions/0008, 0011, 0014.
  // 114 kB before each database migration got shapes of its own, 116.5 kB before comments could be changed, an import
  // restored highlights, and a service was asked for a page, 120.5 kB before search operators worked with every service,
  // 122.5 kB before it remembered what to save of a site's pages.
  { name: 'background', path: join(build, 'background.js'), limit: '123 kB' },
  // 76 kB before more metadata was found, Markdown read back as the page, and boxes were read in the order they're shown,
  // 82.5 kB before the comment that a URL names was captured with its thread, and partial lists and folded text were found,
  // 86 kB before nested posts and long chats were read in linear time, 86.5 kB before text that a page has twice was
  // saved once.
  { name: 'capture, in the page', path: join(build, 'capture-page.js'), limit: '87.5 kB' },
  // 9 kB before Markdown read back as the page.
  { name: 'selection, in the page', path: join(build, 'capture-selection.js'), limit: '10.5 kB' },
  // Mostly parsing of the background’s answers, without the polyfill: docs/decisions/0012.
  // 31 kB before selections snapped to words, and the card edited comments and colors, 32.5 kB before Markdown read back
  // as the page, 33.5 kB before Markdown was written by our own converter.
  { name: 'highlighter, in the page', path: join(build, 'highlighter.js'), limit: '34 kB' },
  { name: 'SQLite', path: join(build, 'assets/sqlite3-*.wasm'), limit: '450 kB' },
  // What it contains, and why it grew: docs/decisions/0009. 138.5 kB before it recognized repeated notes, 139 kB before
  // operators, corrections, compounds and scores of whole documents (docs/search.md), 150 kB before a port stood between the
  // service and SQLite, 152 kB before learning was leased and limits could be shared, and a library could be copied, 153 kB
  // before accounts could be suspended and have quotas, for which this service only has the tables.
  { name: 'device service', path: join(build, 'assets/worker-*.js'), limit: '156 kB' },
  { name: 'MCP, on first use', path: join(build, 'assets/serve-mcp-*.js'), limit: '75 kB' },
  // The PDF worker and PDF.js, both loaded for the first PDF: docs/decisions/0010.
  {
    name: 'PDF, on first use',
    path: join(build, 'assets/pdf{-worker,js}-*.js'),
    limit: '550 kB',
  },
].map((budget) => ({ ...budget, brotli: false, gzip: true }));
