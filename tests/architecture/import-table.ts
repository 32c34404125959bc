/** Who may import whom: the table of docs/architecture.md, as the test reads it. */

export type Room = {
  /** The rooms its files may import, beside its own. */
  rooms: readonly string[];
  /** The packages its files may import; a trailing slash allows everything below. */
  packages: readonly string[];
};

/** Keyed by folder; a file belongs to the longest folder that holds it. */
export const importTable: Readonly<Record<string, Room>> = {
  'lib/contracts': { rooms: [], packages: ['zod/mini'] },
  'lib/core': { rooms: ['lib/contracts'], packages: ['stemmer', 'approx-string-match'] },
  'lib/capture': {
    rooms: ['lib/core', 'lib/contracts'],
    packages: ['@mozilla/readability', 'turndown'],
  },
  // Runs in a worker of its own: PDF.js is large, and nobody else loads it.
  'lib/pdf': {
    rooms: ['lib/capture', 'lib/core', 'lib/contracts'],
    packages: ['unpdf', 'bidi-js'],
  },
  'public/_locales': { rooms: [], packages: [] },
  // The words every surface is written in, from the catalogue that the browser reads.
  'lib/language': { rooms: ['lib/platform', 'lib/core', 'public/_locales'], packages: [] },
  // Marks on pages: reads a selection as capturing it does, and is handed its way to the background.
  'lib/marks': {
    rooms: ['lib/capture', 'lib/language', 'lib/core', 'lib/contracts'],
    packages: [],
  },
  'lib/platform': {
    rooms: ['lib/core', 'lib/contracts'],
    packages: ['wxt/', 'webextension-polyfill', 'idb', 'zod/mini'],
  },
  'lib/messaging': { rooms: ['lib/core', 'lib/contracts'], packages: ['zod/mini'] },
  'lib/memory': {
    rooms: ['lib/core', 'lib/contracts'],
    packages: ['zod/mini', 'oauth4webapi'],
  },
  'lib/features': { rooms: ['lib/memory', 'lib/core', 'lib/contracts'], packages: [] },
  components: {
    rooms: ['components/hooks', 'lib/language', 'lib/core', 'lib/contracts'],
    packages: ['react', 'lucide-react'],
  },
  'components/hooks': {
    rooms: ['lib/messaging', 'lib/language', 'lib/platform', 'lib/core', 'lib/contracts'],
    packages: ['react', 'react-dom/client'],
  },
  service: {
    rooms: ['service/mcp', 'lib/core', 'lib/contracts'],
    packages: ['hono', 'hono/', '@sqlite.org/sqlite-wasm', 'zod/mini', 'node:'],
  },
  // Puts the home in Node together.
  'service/homes/node': {
    rooms: ['service', 'service/mcp', 'service/fetching/node', 'lib/core', 'lib/contracts'],
    packages: ['hono', 'hono/', 'zod/mini', 'node:'],
  },
  // Loaded at the first call through that door: nothing else needs the protocol.
  'service/mcp': {
    rooms: ['service', 'lib/core', 'lib/contracts'],
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/', 'zod/mini'],
  },
  // Pages and PDF files that the service fetches are read by the code that reads those in the browser.
  'service/fetching/node': {
    rooms: ['service', 'lib/capture', 'lib/pdf', 'lib/core', 'lib/contracts'],
    packages: ['jsdom', 'zod/mini', 'node:'],
  },
  // Runs in a page of the extension, beside the worker that fetched.
  'service/fetching/browser': {
    rooms: ['service', 'lib/capture', 'lib/contracts'],
    packages: [],
  },
  entrypoints: {
    rooms: [
      'components',
      'components/hooks',
      'lib/features',
      'lib/memory',
      'lib/messaging',
      'lib/language',
      'lib/platform',
      'lib/core',
      'lib/contracts',
    ],
    packages: ['wxt/', 'react', 'react-dom/client', 'zod/mini'],
  },
  'entrypoints/device-home': {
    rooms: ['service', 'service/fetching/browser', 'lib/pdf', 'lib/platform', 'lib/contracts'],
    packages: ['@sqlite.org/sqlite-wasm/sqlite3.wasm', 'zod/mini'],
  },
  'entrypoints/capture-page.ts': { rooms: ['lib/capture', 'lib/contracts'], packages: ['wxt/'] },
  'entrypoints/marks.ts': {
    rooms: ['lib/marks', 'lib/platform', 'lib/contracts'],
    packages: ['wxt/'],
  },
  'entrypoints/capture-selection.ts': {
    rooms: ['lib/capture', 'lib/contracts'],
    packages: ['wxt/'],
  },
};

/** Only this part of the service may know Node; the rest runs in the extension too. */
export const nodeRooms = [
  'service/homes/node',
  'service/fetching/node',
  'service/db/drivers/node.ts',
  'service/db/drivers/node-lock.ts',
] as const;
