import type { RouteGroup } from '../rest.ts';
import { addAccountPages } from './accounts.ts';
import { addAgentPage } from './agent.ts';
import { addBinPages } from './bin.ts';
import { addConnectionsPage } from './connections.ts';
import { addDataPage } from './data.ts';
import { createSentForms } from './forms.ts';
import { addKeyPages } from './keys.ts';
import { logoFile, refusedPage } from './layout.ts';
import { addMemoriesPages } from './memories.ts';
import { addMemoryPages } from './memory.ts';
import { addRulesPages } from './rules.ts';
import { addSearchPage } from './search.ts';
import { addSignInPages } from './sign-in.ts';
import { redirect, type OwnerApp } from './visit.ts';

export function ownerAppRoutes({
  sessions,
  stylesheet,
}: Pick<OwnerApp, 'sessions'> & { readonly stylesheet: string }): RouteGroup {
  return (app, dependencies) => {
    const owner: OwnerApp = { app, dependencies, sessions, sentForms: createSentForms() };

    app.get('/app/style.css', () => file(stylesheet, 'text/css; charset=utf-8'));
    app.get('/app/logo.svg', () => file(logoFile, 'image/svg+xml'));
    app.get('/app', () => redirect('/app/memories'));
    app.get('/', async (hono, next) => {
      const isBrowser = hono.req.header('accept')?.includes('text/html') === true;
      return isBrowser ? redirect('/app/memories') : next();
    });

    addSignInPages(owner);
    addMemoriesPages(owner);
    addMemoryPages(owner);
    addSearchPage(owner);
    addKeyPages(owner);
    addConnectionsPage(owner);
    addRulesPages(owner);
    addAgentPage(owner);
    addDataPage(owner);
    addBinPages(owner);
    addAccountPages(owner);

    app.all('/app/*', () =>
      refusedPage({ kind: 'unknown', message: 'There’s no such page.', details: {} }),
    );
  };
}

function file(text: string, type: string): Response {
  const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' };
  return new Response(text, { headers });
}
