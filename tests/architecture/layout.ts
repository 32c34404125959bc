/**
 * The layout of the tree and who may import whom (docs/architecture.md): libraries know nothing of the app, a capability
 * shows others its model and its messages only, and nothing imports an entrypoint.
 */

/** Usable without the app: no `browser`, no capability. */
export const libraries = [
  'anchoring',
  'async',
  'capture',
  'contract',
  'custom-id',
  'fingerprint',
  'memory-client',
  'pdf',
  'text',
  'url',
];

/** What capabilities stand on. Each may import the libraries and those before it. */
export const foundations = ['i18n', 'browser', 'database', 'device-service', 'messaging'];

/** The packages each part may import; a trailing slash allows everything below. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'lib/anchoring': ['approx-string-match'],
  'lib/browser': ['wxt/', 'webextension-polyfill'],
  'lib/capture': ['@mozilla/readability', 'turndown'],
  'lib/database': ['idb'],
  'lib/memory-client': ['oauth4webapi'],
  'lib/outbox': ['idb'],
  'lib/pdf': ['unpdf', 'bidi-js'],
  'lib/text': ['stemmer'],
  components: ['react', 'react-dom/client', 'lucide-react'],
  entrypoints: ['wxt/', 'react', 'react-dom/client', '@sqlite.org/sqlite-wasm/sqlite3.wasm'],
  service: ['hono', 'hono/', '@sqlite.org/sqlite-wasm', 'node:'],
  // Loaded at the first MCP call: nothing else needs the protocol.
  'service/mcp': ['@modelcontextprotocol/server', '@modelcontextprotocol/server/'],
  // Pages the service fetches itself are parsed by a DOM.
  'service/fetching/node': ['jsdom'],
};

/** The only folders of the service that may know Node; the rest runs in the extension too. */
export const nodeFolders = [
  'service/runtime/node/',
  'service/fetching/node/',
  'service/storage/sqlite/node.ts',
];

/** What a capability shows to others. A page loads page-messages.ts, so that it stands apart from messages.ts. */
const isPublic = (path: string) => /\/(model|messages|page-messages)\.ts$/.test(path);

/** Says why `from` may not import `to`; null where it may. Both are paths from the root, or a package's name. */
export function whyForbidden(from: string, to: string): string | null {
  const [toTop = '', toPart = ''] = to.split('/');
  if (!['components', 'entrypoints', 'lib', 'service', 'public'].includes(toTop)) {
    return packageRule(from, to);
  }
  const [top = '', part = ''] = from.split('/');
  if (toTop === 'entrypoints' && top !== 'entrypoints') return 'nothing imports an entrypoint';
  if (toTop === 'public') return from.startsWith('lib/i18n/') ? null : 'only lib/i18n reads public';
  if (top === 'components') return componentRule(part, toTop, toPart, to);
  if (top === 'lib') return toTop === 'lib' ? libraryRule(from, to) : 'lib uses lib only';
  if (top === 'service' && toTop !== 'service') {
    const isLibrary = toTop === 'lib' && libraries.includes(toPart);
    return isLibrary ? null : 'the service uses libraries only';
  }
  return null;
}

function libraryRule(from: string, to: string): string | null {
  const [, part = ''] = from.split('/');
  const [, toPart = ''] = to.split('/');
  if (toPart === part || libraries.includes(toPart)) return null;
  if (libraries.includes(part)) return 'a library imports libraries only';
  return foundations.includes(part)
    ? foundationRule(part, toPart, to)
    : capabilityRule(from, toPart, to);
}

function componentRule(part: string, toTop: string, toPart: string, to: string): string | null {
  if (toTop === 'service') return 'components know nothing of the service';
  if (toTop === 'components') {
    if (toPart === part || ['ui', 'app'].includes(toPart)) return null;
    return ['app', 'settings', 'welcome', 'save', 'library'].includes(part)
      ? null
      : 'one capability’s views do not use another’s';
  }
  if (libraries.includes(toPart) || toPart === 'i18n' || isPublic(to)) return null;
  // The bridge between the surfaces and the background.
  if (part === 'app' && ['messaging', 'browser'].includes(toPart)) return null;
  return 'components use models and messages only';
}

function foundationRule(part: string, toPart: string, to: string): string | null {
  const at = foundations.indexOf(toPart);
  if (at !== -1 && at < foundations.indexOf(part)) return null;
  // The protocol lists what every capability can be asked, and the database the rows that each of them stores.
  if (['messaging', 'database'].includes(part) && isPublic(to)) return null;
  return 'what capabilities stand on knows none of them';
}

function capabilityRule(from: string, toPart: string, to: string): string | null {
  const isPure = from.endsWith('/model.ts') || from.endsWith('/messages.ts');
  if (foundations.includes(toPart)) return isPure ? 'a model is pure' : null;
  return isPublic(to) ? null : 'of another capability only model.ts and messages.ts';
}

function packageRule(from: string, name: string): string | null {
  const allowed = Object.entries(packages)
    .filter(([part]) => from.startsWith(`${part}/`))
    .flatMap(([, names]) => names);
  const isAllowed =
    name === 'zod/mini' ||
    allowed.some((known) => name === known || (/[/:]$/.test(known) && name.startsWith(known)));
  return isAllowed ? null : `${name} is not a package of this folder`;
}
