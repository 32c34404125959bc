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
  { name: 'popup', path: scriptsOf('popup.html'), limit: '110 kB' },
  { name: 'side panel', path: scriptsOf('sidepanel.html'), limit: '110 kB' },
  // Both hold the form to connect a service, and what came of it in words: docs/decisions/0008.
  { name: 'welcome page', path: scriptsOf('welcome.html'), limit: '114 kB' },
  { name: 'settings', path: scriptsOf('options.html'), limit: '114 kB' },
  // What it is made of, and why it is more than it was: docs/decisions/0008.
  { name: 'background', path: join(build, 'background.js'), limit: '64 kB' },
  { name: 'capture, in the page', path: join(build, 'capture-page.js'), limit: '30 kB' },
  { name: 'selection, in the page', path: join(build, 'capture-selection.js'), limit: '3 kB' },
  { name: 'SQLite', path: join(build, 'assets/sqlite3-*.wasm'), limit: '450 kB' },
  // Decision 0009 says what it is made of, and why it may be larger than it was.
  { name: 'device home', path: join(build, 'assets/worker-*.js'), limit: '130 kB' },
  { name: 'MCP, at its first call', path: join(build, 'assets/serve-mcp-*.js'), limit: '75 kB' },
].map((budget) => ({ ...budget, brotli: false, gzip: true }));
