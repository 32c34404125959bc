/** The owner's app over two accounts, each with a browser that is signed in. */
import * as z from 'zod/mini';
import { createOwnerSessions, createSignInLink } from '../../service/owner-app/sessions.ts';
import { ownerAppDoor } from '../../service/owner-app/owner-app.ts';
import { routeAccounts } from '../../service/routes/accounts.ts';
import type { Api } from './api.ts';
import { openBrowser, type Browser } from './owner-app-browser.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

const clock = { now: () => Date.now() };
const baseUrl = () => 'http://localhost';

export interface OwnerAppWorld {
  readonly service: TwoAccounts;
  /** Signed in to the first account, and to the second. */
  readonly first: Browser;
  readonly second: Browser;
  /** Asks as the owner of the first account. */
  readonly owner: Api;
  /** Paths that take a form, with `:id` and the like in them. */
  readonly forms: readonly string[];
  /** Makes a link that signs in to the account. */
  link(accountId: string): Promise<string>;
}

/** Opens it on a new database. */
export async function openOwnerApp(): Promise<OwnerAppWorld> {
  const forms = new Set<string>();
  const service = await openTwoAccounts({
    doors: [
      (app, doorway) => {
        const sessions = createOwnerSessions({ db: doorway.context.db, clock });
        routeAccounts(app, doorway, baseUrl);
        ownerAppDoor({ sessions, stylesheet: 'html {}', baseUrl })(app, doorway);
        for (const { method, path } of app.routes) {
          if (method === 'POST' && path.startsWith('/app/')) forms.add(path);
        }
      },
    ],
  });
  const link = (accountId: string) =>
    createSignInLink(service.db, { accountId, baseUrl: baseUrl(), clock });
  const [first, second] = [openBrowser(service.fetch), openBrowser(service.fetch)];
  await first.signIn(await link('first'));
  await second.signIn(await link('second'));
  return { service, first, second, owner: service.owners[0], forms: [...forms], link };
}

const rulesSchema = z.object({ rules: z.array(z.object({ id: z.string() })) });

/** Puts something of every kind into the first account. */
export async function fill({ owner, service }: OwnerAppWorld) {
  const container = await owner.createMemory('Gardens');
  const document = await owner.learnDocument({ container, content: 'A heron.', title: 'Herons' });
  const note = await owner.addNote({ container, content: 'Herons wait.' });
  const key = await owner.createKey({ name: 'Reader' });
  await owner.post('/owner/rules', { content: 'Be brief.', key: key.id });
  const rules = await owner.get('/owner/rules');
  const rule = z.parse(rulesSchema, rules.body).rules[0]?.id ?? '';
  await connect(service, 'connection', 'Helper');
  await service.idle();
  return { container, document, note, key: key.id, rule, connection: 'connection' };
}

/** Lets a client in to the first account, as consent would. */
export async function connect({ db }: TwoAccounts, id: string, name: string): Promise<void> {
  const now = new Date().toISOString();
  await db.run(
    'INSERT INTO oauth_clients (id, name, redirect_uris, created_at) VALUES (?, ?, ?, ?)',
    [`client of ${id}`, name, '[]', now],
  );
  await db.run(
    `INSERT INTO connections (id, account_id, client_id, resource, reaches_all, profile, code_digest, redirect_uri,
       challenge, created_at, connected_at, expires_at)
     VALUES (?, 'first', ?, '', 1, 1, ?, 'https://helper.example/back', '', ?, ?, '9999')`,
    [id, `client of ${id}`, `digest of ${id}`, now, now],
  );
}
