/** The authorization endpoint: shows the owner what a client asks, and takes their answer to it. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import type { OwnerSession, OwnerSessions } from '../auth/owner-session.ts';
import { createToken, digestOf } from '../auth/token.ts';
import { deleteEndedConnections, insertConnection } from '../db/connections.ts';
import { containersOf } from '../db/containers.ts';
import { keepClient } from '../db/oauth.ts';
import type { ServiceContext } from '../operations/operation.ts';
import { reachIn } from '../owner-app/reach-fields.ts';
import { isFormTokenOf } from '../owner-app/sessions.ts';
import { timestamp } from '../ports.ts';
import {
  answerTo,
  askerOf,
  checkRequest,
  CLIENT_UNKNOWN,
  REQUEST_PARAMETERS,
  type Asker,
} from './authorization-request.ts';
import { consentPage, refusalPage } from './consent-page.ts';
import type { OauthFailure } from './failure.ts';
import { readForm, valueOf } from './parameters.ts';
import { CODE_MS, CODE_PREFIX, resourceAt, REVOKED_SHOWN_MS } from './terms.ts';

export interface Authorization {
  readonly context: ServiceContext;
  readonly sessions: OwnerSessions;
  readonly request: Request;
  /** Address of the service as the client knows it. */
  readonly base: string;
}

/** Shows the consent page to an owner who is signed in. */
export async function askOwner(authorization: Authorization): Promise<Response> {
  const parameters = new URL(authorization.request.url).searchParams;
  const asked = await whatIsAsked(authorization, parameters);
  if (!asked.ok) return asked.error;
  const { asker, session } = asked.value;
  const containers = await containersOf(authorization.context.db, session.accountId);
  return consentPage({ session, asker, parameters: requestOf(parameters), containers });
}

/** Takes the owner's answer, and sends them back to the client with it. */
export async function takeAnswer(authorization: Authorization): Promise<Response> {
  const form = await readForm(authorization.request);
  if (!form.ok) return refusalPage(form.error.description);
  const parameters = form.value;
  const asked = await whatIsAsked(authorization, parameters);
  if (!asked.ok) return asked.error;
  const { asker, session, challenge } = asked.value;
  if (!isFormTokenOf(session, parameters.get('form_token'))) {
    return refusalPage('This form was not sent from the page that asks you.', 403);
  }
  const { base, context } = authorization;
  const state = valueOf(parameters, 'state');
  if (parameters.get('decision') !== 'allow') {
    const description = 'The owner said no.';
    return sent(answerTo(asker, { ...denied, error_description: description, state, iss: base }));
  }
  const containers = await containersOf(context.db, session.accountId);
  const reach = reachIn(parameters, { memories: containers, memoryField: 'container' });
  if (!reach.ok) {
    return consentPage({ session, asker, parameters, containers, problem: reach.error });
  }
  const code = await connect(authorization, {
    accountId: session.accountId,
    asker,
    challenge,
    reach: reach.value,
    profile: parameters.has('profile'),
  });
  return code === null
    ? refusalPage(CLIENT_UNKNOWN)
    : sent(answerTo(asker, { code, state, iss: base }));
}

const denied = { error: 'access_denied' } as const;

interface Asked {
  readonly asker: Asker;
  readonly session: OwnerSession;
  readonly challenge: string;
}

/**
 * Nobody is sent back to a client before an owner is there: anyone may register an address, and this one would lend its
 * name to all of them (RFC 9700, section 4.11.2).
 */
async function whatIsAsked(
  { context, sessions, request, base }: Authorization,
  parameters: URLSearchParams,
): Promise<Result<Asked, Response>> {
  const asker = await askerOf(context.db, parameters);
  if (!asker.ok) return { ok: false, error: await refusalPage(asker.error) };
  const session = await sessions.of(request);
  if (session === null) return { ok: false, error: toSignIn(parameters) };
  const checked = checkRequest(parameters, resourceAt(base));
  if (!checked.ok) {
    return { ok: false, error: sent(refusalTo(asker.value, checked.error, { parameters, base })) };
  }
  return ok({ asker: asker.value, session, challenge: checked.value.challenge });
}

function refusalTo(
  asker: Asker,
  { error, description }: OauthFailure,
  { parameters, base }: { readonly parameters: URLSearchParams; readonly base: string },
): string {
  const state = valueOf(parameters, 'state');
  return answerTo(asker, { error, error_description: description, state, iss: base });
}

function toSignIn(parameters: URLSearchParams): Response {
  const next = `/oauth/authorize?${requestOf(parameters)}`;
  return sent(`/app/sign-in?${new URLSearchParams({ next })}`);
}

/** Leaves out what is the form's: a link to the page may not fill in the owner's answer. */
function requestOf(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    REQUEST_PARAMETERS.flatMap((name) => parameters.getAll(name).map((value) => [name, value])),
  );
}

interface Grant {
  readonly accountId: string;
  readonly asker: Asker;
  readonly challenge: string;
  readonly reach: 'all' | string[];
  readonly profile: boolean;
}

/** Stores what the owner granted; gives the code that the client exchanges for it, or null where the client is gone. */
async function connect({ context, base }: Authorization, grant: Grant): Promise<string | null> {
  const { db, clock, newId, logger } = context;
  const code = createToken(CODE_PREFIX);
  const codeDigest = await digestOf(code);
  const now = timestamp(clock);
  const { asker, ...granted } = grant;
  const connection = {
    ...granted,
    id: newId(),
    clientId: asker.client.id,
    redirectUri: asker.redirectUri,
    resource: resourceAt(base),
    codeDigest,
    now,
    expiresAt: new Date(clock.now() + CODE_MS).toISOString(),
  };
  const isStored = await db.transaction(async (queries) => {
    const revokedBefore = new Date(clock.now() - REVOKED_SHOWN_MS).toISOString();
    await deleteEndedConnections(queries, { now, revokedBefore });
    if (!(await keepClient(queries, asker.client.id, now))) return false;
    await insertConnection(queries, connection);
    return true;
  });
  if (!isStored) return null;
  logger.info('oauth.consented', { connection: connection.id });
  return code;
}

/** 303, so that no browser sends the form on to the client. */
function sent(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
