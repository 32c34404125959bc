/** The owner's app: pages at the service's own address, for whoever signed in by a one-time link. */
import type { Door } from '../app.ts';
import { openAccounts } from './accounts.ts';
import { openAgent } from './agent.ts';
import { openConnections } from './connections.ts';
import { openData } from './data.ts';
import { createSentForms } from './form-ids.ts';
import { openKeys } from './keys.ts';
import { markFile } from './mark.ts';
import { openMemories } from './memories.ts';
import { openMemory } from './memory.ts';
import { openNotes } from './notes.ts';
import { refusedPage } from './refused-page.ts';
import { openRules } from './rules.ts';
import { openSearch } from './search.ts';
import type { SignInSessions } from './sessions.ts';
import { openSignIn } from './sign-in.ts';
import { redirect, type OwnerApp } from './visit.ts';

export interface OwnerAppOptions {
  readonly sessions: SignInSessions;
  /** The whole of the style sheet. */
  readonly stylesheet: string;
  /** Where people reach the service, by one of their requests. */
  readonly baseUrl: (request: Request) => string;
}

/** Opens `/app`, and leads a browser there that asks for the address of the service alone. */
export function ownerAppDoor({ sessions, stylesheet, baseUrl }: OwnerAppOptions): Door {
  return (app, doorway) => {
    const owner: OwnerApp = { app, doorway, sessions, sentForms: createSentForms(), baseUrl };

    app.get('/app/style.css', () => file(stylesheet, 'text/css; charset=utf-8'));
    app.get('/app/mark.svg', () => file(markFile, 'image/svg+xml'));
    app.get('/app', () => redirect('/app/memories'));
    app.get('/', async (hono, next) => {
      const isBrowser = hono.req.header('accept')?.includes('text/html') === true;
      return isBrowser ? redirect('/app/memories') : next();
    });

    openSignIn(owner);
    openMemories(owner);
    openMemory(owner);
    openNotes(owner);
    openSearch(owner);
    openKeys(owner);
    openConnections(owner);
    openRules(owner);
    openAgent(owner);
    openData(owner);
    openAccounts(owner);

    app.all('/app/*', () =>
      refusedPage({ kind: 'unknown', message: 'There is no such page.', details: {} }),
    );
  };
}

function file(text: string, type: string): Response {
  const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' };
  return new Response(text, { headers });
}
