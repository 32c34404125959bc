/**
 * The budget of each surface: every script that is loaded before it is of use, compressed. Set to the first measured
 * build and a tenth; they only go down, unless a decision says why.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const build = '.output/chrome-mv3';

/** The scripts a page of the extension names, those it preloads included. */
function scriptsOf(page) {
  const html = readFileSync(join(build, page), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => join(build, path));
}

export default [
  // These, and what the scripts in pages weigh: docs/decisions/0011.
  { name: 'popup', path: scriptsOf('popup.html'), limit: '106 kB' },
  { name: 'side panel', path: scriptsOf('sidepanel.html'), limit: '109 kB' },
  // Both hold the form to connect a service, and what came of it in words: docs/decisions/0008, 0011.
  { name: 'welcome page', path: scriptsOf('welcome.html'), limit: '101 kB' },
  { name: 'settings', path: scriptsOf('options.html'), limit: '105 kB' },
  // All of it, where earlier figures left out what it shared with the pages: docs/decisions/0008, 0011, 0014.
  { name: 'background', path: join(build, 'background.js'), limit: '114 kB' },
  { name: 'capture, in the page', path: join(build, 'capture-page.js'), limit: '76 kB' },
  { name: 'selection, in the page', path: join(build, 'capture-selection.js'), limit: '9 kB' },
  // Much of it is the parsing of what the background answers; without the polyfill: docs/decisions/0012.
  { name: 'highlighter, in the page', path: join(build, 'highlighter.js'), limit: '31 kB' },
  { name: 'SQLite', path: join(build, 'assets/sqlite3-*.wasm'), limit: '450 kB' },
  // Decision 0009 says what it is made of, and why it may be larger than it was.
  { name: 'device home', path: join(build, 'assets/worker-*.js'), limit: '132 kB' },
  { name: 'MCP, at its first call', path: join(build, 'assets/serve-mcp-*.js'), limit: '75 kB' },
  // The worker that reads a PDF, and PDF.js, both loaded at the first one: docs/decisions/0010.
  {
    name: 'PDF, at the first one',
    path: join(build, 'assets/pdf{-worker,js}-*.js'),
    limit: '550 kB',
  },
].map((budget) => ({ ...budget, brotli: false, gzip: true }));
