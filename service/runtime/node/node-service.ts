import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { openService, type OpenService, type ServiceEnvironment } from '../../app.ts';
import { createPageLoader } from '../../fetching/load-page.ts';
import { createPageFetcher } from '../../fetching/node/fetch-page.ts';
import { createHtmlReader, createPdfReader } from '../../fetching/node/readers.ts';
import { mcpRoutes } from '../../mcp/routes.ts';
import { oauthRoutes } from '../../oauth/routes.ts';
import { openApiRoutes } from '../../openapi.ts';
import { ownerAppRoutes } from '../../owner-app/owner-app.ts';
import { createOwnerSessions } from '../../owner-app/sessions.ts';
import { silent, type Logger } from '../../ports.ts';
import { accountOperations } from '../../operations/index.ts';
import { restRoutes } from '../../rest.ts';
import { openNodeDatabase } from '../../storage/sqlite/node.ts';

export interface NodeServiceOptions extends Pick<
  ServiceEnvironment,
  'ownerToken' | 'agent' | 'loadPage'
> {
  readonly file: string;
  readonly logger?: Logger;
  /** The origin people use, if a proxy is in front; defaults to the origin of each request. */
  readonly publicUrl?: string | null;
}

export async function openNodeService({
  file,
  ownerToken,
  logger = silent,
  agent,
  loadPage = createPageLoader({
    fetchPage: createPageFetcher(),
    readHtml: createHtmlReader(),
    readPdf: createPdfReader(),
  }),
  publicUrl = null,
}: NodeServiceOptions): Promise<OpenService> {
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
      baseUrl,
      routes: [
        restRoutes(accountOperations),
        oauthRoutes({ sessions }),
        mcpRoutes,
        openApiRoutes,
        ownerAppRoutes({ sessions, stylesheet }),
      ],
    });
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** In cascade order. */
const stylesheets = ['tokens', 'base', 'layout', 'components', 'forms'] as const;

async function readStylesheet(): Promise<string> {
  const sheets = stylesheets.map((name) =>
    readFile(new URL(`../../owner-app/styles/${name}.css`, import.meta.url), 'utf8'),
  );
  return (await Promise.all(sheets)).join('\n');
}
