/** The owner app with two accounts, each with a signed-in browser. */
import * as z from 'zod/mini';
import { ownerAppRoutes } from '../../service/owner-app/owner-app.ts';
import { createOwnerSessions, createSignInLink } from '../../service/owner-app/sessions.ts';
import { accountOperations } from '../../service/operations/index.ts';
import { restRoutes } from '../../service/rest.ts';
import type { Api } from './api.ts';
import { openBrowser, type Browser } from './owner-app-browser.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

const clock = { now: () => Date.now() };
const baseUrl = () => 'http://localhost';

export interface OwnerAppWorld {
  readonly service: TwoAccounts;
  /** Browsers signed in to the first and to the second account. */
  readonly first: Browser;
  readonly second: Browser;
  /** Sends API requests as the owner of the first account. */
  readonly owner: Api;
  /** Paths that accept a form, with parameters such as `:id`. */
  readonly forms: readonly string[];
  /** Creates a sign-in link for the account. */
  link(accountId: string): Promise<string>;
}

/** Opens the app on a new database. */
export async function openOwnerApp(): Promise<OwnerAppWorld> {
  const forms = new Set<string>();
  const service = await openTwoAccounts({
    baseUrl,
    routes: [
      restRoutes(accountOperations),
      (app, dependencies) => {
        const sessions = createOwnerSessions({ storage: dependencies.context.storage, clock });
        ownerAppRoutes({ sessions, stylesheet: 'html {}' })(app, dependencies);
        for (const { method, path } of app.routes) {
          if (method === 'POST' && path.startsWith('/app/')) forms.add(path);
        }
      },
    ],
  });
  async function link(accountId: string): Promise<string> {
    const made = await createSignInLink({ accountId, baseUrl: baseUrl(), clock });
    await service.storage.signInLinks.insert(made.stored);
    return made.url;
  }

  const [first, second] = [openBrowser(service.fetch), openBrowser(service.fetch)];
  await first.signIn(await link('first'));
  await second.signIn(await link('second'));
  return { service, first, second, owner: service.owners[0], forms: [...forms], link };
}

const rulesSchema = z.object({ rules: z.array(z.object({ id: z.string() })) });

/** Adds one of everything to the first account. */
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

/** Connects a client to the first account, as consent would. */
export async function connect({ storage }: TwoAccounts, id: string, name: string): Promise<void> {
  const now = new Date().toISOString();
  const expiresAt = '9999-12-31T00:00:00.000Z';
  const clientId = `client of ${id}`;
  await storage.oauthClients.insert({ id: clientId, name, redirectUris: [], now });
  await storage.account('first').transaction(async ({ connections }) => {
    await connections.insert({
      id,
      clientId,
      resource: '',
      codeDigest: `digest of ${id}`,
      redirectUri: 'https://helper.example/back',
      reach: 'all',
      profile: true,
      challenge: '',
      expiresAt,
      now,
    });
    await connections.keepConnected(id, { now, expiresAt });
  });
}
