import { html } from 'hono/html';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import { createToken, digestOf, refuseSuspended, type OwnerSession } from '../auth/credentials.ts';
import type { ServiceContext } from '../operations/operation.ts';
import { formTokenField, hidden, page } from '../owner-app/layout.ts';
import {
  choices,
  named,
  profileChoice,
  reachField,
  reachFields,
  reachIn,
} from '../owner-app/components.ts';
import { isFormTokenOf, type SignInSessions } from '../owner-app/sessions.ts';
import { redirect } from '../owner-app/visit.ts';
import { timestamp } from '../ports.ts';
import type { ContainerRow } from '../storage/port/library.ts';
import type { NewConnection, OauthClient, OauthClients } from '../storage/port/oauth.ts';
import { describeTarget, isRegistered } from './clients.ts';
import {
  CODE_MS,
  CODE_PREFIX,
  fail,
  readForm,
  repeatedIn,
  resourceNamed,
  REVOKED_SHOWN_MS,
  valueOf,
  type OauthFailure,
} from './protocol.ts';
import { CHALLENGE } from './tokens.ts';

export interface Authorization {
  readonly context: ServiceContext;
  readonly sessions: Pick<SignInSessions, 'of'>;
  readonly request: Request;
  readonly base: string;
}

export async function askOwner(authorization: Authorization): Promise<Response> {
  const parameters = new URL(authorization.request.url).searchParams;
  const asked = await readRequest(authorization, parameters);
  if (!asked.ok) return asked.error;
  const { requester, session } = asked.value;
  const { storage } = authorization.context;
  const containers = await storage.account(session.accountId).containers.all();
  return consentPage({ session, requester, parameters: requestOf(parameters), containers });
}

export async function takeAnswer(authorization: Authorization): Promise<Response> {
  const form = await readForm(authorization.request);
  if (!form.ok) return refusalPage(form.error.description);
  const parameters = form.value;
  const asked = await readRequest(authorization, parameters);
  if (!asked.ok) return asked.error;
  const { requester, session, challenge, resource } = asked.value;
  if (!isFormTokenOf(session, parameters.get('form_token'))) {
    return refusalPage(
      'This form wasn’t sent from the consent page. Go back to the client and start again.',
      403,
    );
  }
  const { base, context } = authorization;
  const state = valueOf(parameters, 'state');
  if (parameters.get('decision') !== 'allow') {
    const denied = { error: 'access_denied', error_description: 'The owner denied access.' };
    return redirect(answerTo(requester, { ...denied, state, iss: base }));
  }
  const containers = await context.storage.account(session.accountId).containers.all();
  const reach = reachIn(parameters, containers);
  if (!reach.ok) {
    return consentPage({ session, requester, parameters, containers, problem: reach.error });
  }
  const code = await connect(authorization, {
    accountId: session.accountId,
    requester,
    challenge,
    resource,
    reach: reach.value,
    profile: parameters.has('profile'),
  });
  return code === null
    ? refusalPage(CLIENT_UNKNOWN)
    : redirect(answerTo(requester, { code, state, iss: base }));
}

type CheckedParameters = Pick<NewConnection, 'challenge' | 'resource'>;

interface AuthorizationRequest extends CheckedParameters {
  readonly requester: RequestingClient;
  readonly session: OwnerSession;
}

/**
 * Checks the request, the session and the client. Errors redirect to the client only if this owner has approved its
 * redirect URI before: anyone can register one, and this service must not become an open redirector (RFC 9700, section
 * 4.11.2).
 */
async function readRequest(
  { context, sessions, request, base }: Authorization,
  parameters: URLSearchParams,
): Promise<Result<AuthorizationRequest, Response>> {
  const requester = await clientOf(context.storage.oauthClients, parameters);
  if (!requester.ok) return err(await refusalPage(requester.error));
  const session = await sessions.of(request);
  if (session === null) {
    const next = `/oauth/authorize?${requestOf(parameters)}`;
    return err(redirect(`/app/sign-in?${new URLSearchParams({ next })}`));
  }
  const account = await context.storage.accounts.byId(session.accountId);
  if ((account?.suspended_at ?? null) !== null) {
    return err(await refusalPage(refuseSuspended().error.message, 403));
  }
  const checked = checkRequest(parameters, base);
  if (!checked.ok) {
    const { error, description } = checked.error;
    const { connections } = context.storage.account(session.accountId);
    const approved = await connections.approvedRedirectUris(requester.value.client.id);
    if (!isRegistered(approved, requester.value.redirectUri)) {
      return err(await refusalPage(`The client’s request is invalid: ${description}`));
    }
    const state = valueOf(parameters, 'state');
    const refusal = { error, error_description: description, state, iss: base };
    return err(redirect(answerTo(requester.value, refusal)));
  }
  return ok({ requester: requester.value, session, ...checked.value });
}

/** Keeps only the request's own parameters, so that a link to the page can't fill in the form. */
function requestOf(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    REQUEST_PARAMETERS.flatMap((name) => parameters.getAll(name).map((value) => [name, value])),
  );
}

interface Grant extends CheckedParameters, Pick<NewConnection, 'reach' | 'profile'> {
  readonly accountId: string;
  readonly requester: RequestingClient;
}

/** Stores a connection and returns its code; null if the client is no longer registered. */
async function connect({ context }: Authorization, grant: Grant): Promise<string | null> {
  const { storage, clock, newId, logger } = context;
  const code = createToken(CODE_PREFIX);
  const codeDigest = await digestOf(code);
  const now = timestamp(clock);
  const { requester, accountId, ...granted } = grant;
  const connection = {
    ...granted,
    id: newId(),
    clientId: requester.client.id,
    redirectUri: requester.redirectUri,
    codeDigest,
    now,
    expiresAt: timestamp(clock, CODE_MS),
  };
  const isStored = await storage.transaction(async (areas) => {
    const revokedBefore = timestamp(clock, -REVOKED_SHOWN_MS);
    await areas.oauthConnections.deleteEnded({ now, revokedBefore });
    if (!(await areas.oauthClients.keep(requester.client.id, now))) return false;
    await areas.account(accountId).connections.insert(connection);
    return true;
  });
  if (!isStored) return null;
  logger.info('oauth.consented', { connection: connection.id });
  return code;
}

interface RequestingClient {
  readonly client: OauthClient;
  readonly redirectUri: string;
}

const REQUEST_PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'resource',
  'code_challenge',
  'code_challenge_method',
] as const;

const CLIENT_UNKNOWN =
  'This client isn’t registered here. In the client, remove the connection and add it again.';

/** Finds the client and checks its redirect URI. If that fails, no redirect is safe, so a page shows the reason. */
async function clientOf(
  clients: OauthClients,
  parameters: URLSearchParams,
): Promise<Result<RequestingClient, string>> {
  const [clientId, ...furtherIds] = parameters.getAll('client_id');
  const [redirectUri, ...furtherUris] = parameters.getAll('redirect_uri');
  const isTwice = furtherIds.length > 0 || furtherUris.length > 0;
  if (!clientId || !redirectUri || isTwice) {
    return err('The request lacks client_id or redirect_uri, or repeats one.');
  }
  const client = await clients.byId(clientId);
  if (client === undefined) return err(CLIENT_UNKNOWN);
  return isRegistered(client.redirectUris, redirectUri)
    ? ok({ client, redirectUri })
    : err('The client didn’t register the address it wants to send you back to.');
}

/** Checks the parameters whose errors are sent to the client with a redirect. */
function checkRequest(
  parameters: URLSearchParams,
  base: string,
): Result<CheckedParameters, OauthFailure> {
  const repeated = repeatedIn(parameters);
  if (repeated !== undefined) return fail('invalid_request', 'A parameter is repeated.');
  const responseType = valueOf(parameters, 'response_type');
  if (responseType === undefined) return fail('invalid_request', 'response_type is missing.');
  if (responseType !== 'code') {
    return fail('unsupported_response_type', 'response_type must be code.');
  }
  const challenge = valueOf(parameters, 'code_challenge');
  const isS256 = valueOf(parameters, 'code_challenge_method') === 'S256';
  if (challenge === undefined || !isS256 || !CHALLENGE.test(challenge)) {
    return fail('invalid_request', 'code_challenge with code_challenge_method S256 is required.');
  }
  const resource = resourceNamed(parameters.getAll('resource'), base);
  return resource === null
    ? fail('invalid_target', 'resource names another service.')
    : ok({ challenge, resource });
}

/** Returns the client's redirect URI with the response's parameters, including `state` and `iss` (RFC 9207). */
function answerTo(
  { redirectUri }: RequestingClient,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

interface Consent {
  readonly session: OwnerSession;
  readonly requester: RequestingClient;
  readonly parameters: URLSearchParams;
  readonly containers: readonly ContainerRow[];
  readonly problem?: string;
}

/** Shows the consent page, which says that the client chose its name itself. */
async function consentPage(consent: Consent): Promise<Response> {
  const { session, requester, parameters, containers, problem } = consent;
  const reach = {
    memories: containers,
    isAll: parameters.get('reach') !== 'some',
    ticked: parameters.getAll(reachField),
  };
  const target = describeTarget(requester.redirectUri);
  const body = html`<h1>Let “${named(requester.client.name)}” read your memory?</h1>
    <p>
      The client chose this name, and nobody has checked it. Your answer goes to
      <strong>${target}</strong>. If you didn’t just start this there, choose Deny.
    </p>
    <p>It can read, but not add, change or delete anything.</p>
    <form class="fields" method="post" action="/oauth/authorize">
      ${formTokenField(session)}
      ${Array.from(requestOf(parameters), ([name, value]) => hidden(name, value))}
      ${reachFields(reach)} ${choices('Also allow', profileChoice(parameters.has('profile')))}
      <p class="actions">
        <button class="button" name="decision" value="deny">Deny</button>
        <button class="button" data-look="primary" name="decision" value="allow">Allow</button>
      </p>
    </form>
    <p class="hint">You can revoke access at any time under Connections.</p>`;
  return page({
    title: 'Allow access',
    body,
    redirectsAnywhere: true,
    ...(problem === undefined ? {} : { notice: { tone: 'bad', text: problem }, status: 400 }),
  });
}

function refusalPage(sentence: string, status = 400): Promise<Response> {
  const body = html`<h1>This request can’t be completed</h1>
    <p>${sentence}</p>`;
  return page({ title: 'This request can’t be completed', body, status });
}
