/**
 * The layout of the source tree and its import rules (docs/architecture.md): libraries don't import the app, a
 * capability exposes only its model and messages, and nothing imports an entrypoint.
 */

/** The folders of lib that work without the app: they import neither `browser` nor a capability. */
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

/** The folders of lib that capabilities share. Each can import the libraries and the folders before it. */
export const foundations = ['i18n', 'browser', 'database', 'device-service', 'messaging'];

/** The packages each part can import; a trailing slash also allows the subpaths. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'lib/anchoring': ['approx-string-match'],
  'lib/browser': ['wxt/', 'webextension-polyfill'],
  'lib/capture': ['@mozilla/readability'],
  'lib/database': ['idb'],
  'lib/memory-client': ['oauth4webapi'],
  'lib/outbox': ['idb'],
  'lib/pdf': ['unpdf', 'bidi-js'],
  'lib/text': ['stemmer'],
  components: ['react', 'react-dom', 'react-dom/client', 'lucide-react'],
  'components/ui': ['marked'],
  entrypoints: ['wxt/', 'react', 'react-dom/client', '@sqlite.org/sqlite-wasm/sqlite3.wasm'],
  service: ['hono', 'hono/', '@sqlite.org/sqlite-wasm', 'node:'],
  // Only the MCP endpoint uses this package, and loads it at the first call.
  'service/mcp': ['@modelcontextprotocol/server', '@modelcontextprotocol/server/'],
  'service/runtime/node': ['prom-client'],
  'service/storage/postgres': ['pg', 'dataloader'],
  // Reads uploads.
  'service/owner-app': ['@fastify/busboy'],
  // Reads pages that are too large or too deep for a DOM.
  'service/fetching': ['htmlparser2'],
  // A DOM parses the pages that the service fetches itself.
  'service/fetching/node': ['jsdom'],
};

/** The only folders and files of the service that can use Node; the rest runs in the extension too. */
export const nodeFolders = [
  'service/runtime/node/',
  'service/fetching/node/',
  'service/storage/sqlite/node.ts',
  'service/storage/postgres/pool.ts',
  'service/owner-app/data.ts',
];

/**
 * Returns whether a capability exposes this file. page-messages.ts is separate from messages.ts because web pages load
 * it.
 */
const isPublic = (path: string) => /\/(model|messages|page-messages)\.ts$/.test(path);

/** The storage engines; the rest of the service knows only the port, and no engine knows another. */
const ENGINES = ['service/storage/sqlite/', 'service/storage/postgres/'];
const engineOf = (path: string) => ENGINES.find((engine) => path.startsWith(engine));
const choosesEngine = (path: string) => path.startsWith('service/runtime/');

/**
 * Returns why `from` can't import `to`, or null if it can. Both are paths from the root; `to` can also be a package
 * name.
 */
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
  const engine = engineOf(to);
  if (engine !== undefined && engineOf(from) !== engine && !choosesEngine(from)) {
    return 'only the runtimes know the engines';
  }
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
  // components/app contains the bridge between the surfaces and the background.
  if (part === 'app' && ['messaging', 'browser'].includes(toPart)) return null;
  return 'components use models and messages only';
}

function foundationRule(part: string, toPart: string, to: string): string | null {
  const at = foundations.indexOf(toPart);
  if (at !== -1 && at < foundations.indexOf(part)) return null;
  // The protocol lists every capability's messages, and the database every capability's rows.
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
