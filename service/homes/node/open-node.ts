/** The home in Node: the service on a SQLite file. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AgentSettings } from '../../../lib/contracts/owner-api.ts';
import { openNodeDatabase } from '../../db/drivers/node.ts';
import { mcpDoor } from '../../mcp/mcp-door.ts';
import { createPageLoader, type LoadPage } from '../../fetching/load-page.ts';
import { createPageFetcher } from '../../fetching/node/fetch-page.ts';
import { createHtmlReader } from '../../fetching/node/read-html.ts';
import { createPdfReader } from '../../fetching/node/read-pdf.ts';
import { oauthDoor } from '../../oauth/oauth-door.ts';
import { openApiDoor } from '../../openapi/openapi-door.ts';
import { openService, type OpenService } from '../../open-service.ts';
import { ownerAppDoor } from '../../owner-app/owner-app.ts';
import { createOwnerSessions } from '../../owner-app/sessions.ts';
import { routeAccounts } from '../../routes/accounts.ts';
import { silent, type Logger } from '../../ports.ts';
import { readStylesheet } from './read-stylesheet.ts';

export interface NodeHomeOptions {
  /** Path of the database file, or `:memory:`. */
  readonly file: string;
  /** The owner's token, which opens everything. */
  readonly ownerToken: string;
  /** Nothing is logged when left out. */
  readonly logger?: Logger;
  /** What answers where an owner chose nothing; quotations when left out. */
  readonly agent?: AgentSettings;
  /** Fetches from the public internet when left out. */
  readonly loadPage?: LoadPage;
  /** The origin people reach it by; the one each request names when left out. */
  readonly publicUrl?: string | null;
}

/** Opens the home; the caller closes it. */
export async function createNodeHome({
  file,
  ownerToken,
  logger = silent,
  agent,
  loadPage = publicPages(),
  publicUrl = null,
}: NodeHomeOptions): Promise<OpenService> {
  const db = openNodeDatabase(file);
  const clock = { now: () => Date.now() };
  const sessions = createOwnerSessions({ db, clock, ...(publicUrl === null ? {} : { publicUrl }) });
  const baseUrl = (request: Request) => publicUrl ?? new URL(request.url).origin;
  try {
    const stylesheet = await readStylesheet();
    return await openService({
      db,
      ownerToken,
      logger,
      ...(agent === undefined ? {} : { agent }),
      loadPage,
      clock,
      newId: randomUUID,
      pause: () => setImmediate(),
      doors: [
        (app, doorway) => routeAccounts(app, doorway, baseUrl),
        oauthDoor({ sessions, baseUrl }),
        mcpDoor(baseUrl),
        openApiDoor(baseUrl),
        ownerAppDoor({ sessions, stylesheet, baseUrl }),
      ],
    });
  } catch (error) {
    await db.close();
    throw error;
  }
}

function publicPages(): LoadPage {
  return createPageLoader({
    fetchPage: createPageFetcher(),
    readHtml: createHtmlReader(),
    readPdf: createPdfReader(),
  });
}
