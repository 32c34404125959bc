/** The page on which an owner lets a client in, and the one that says why nothing can be asked. */
import { html } from 'hono/html';
import type { OwnerSession } from '../auth/owner-session.ts';
import type { ContainerRow } from '../db/containers.ts';
import { formTokenField, page, type Html } from '../owner-app/layout.ts';
import { named } from '../owner-app/parts.ts';
import { profileChoice, reachFields } from '../owner-app/reach-fields.ts';
import { REQUEST_PARAMETERS, type Asker } from './authorization-request.ts';
import { describeTarget } from './redirect-uri.ts';

export interface Consent {
  readonly session: OwnerSession;
  readonly asker: Asker;
  readonly parameters: URLSearchParams;
  readonly containers: readonly ContainerRow[];
  /** What kept the last answer from being taken. */
  readonly problem?: string;
}

/** Asks the owner. The client's name and address are its own words, and are shown as such. */
export async function consentPage(consent: Consent): Promise<Response> {
  const { session, asker, parameters, containers, problem } = consent;
  const reach = {
    memories: containers,
    isAll: parameters.get('reach') !== 'some',
    ticked: parameters.getAll('container'),
    memoryField: 'container',
  };
  const target = describeTarget(asker.redirectUri);
  const body = html`<h1>Let “${named(asker.client.name)}” read your memory?</h1>
    <p>
      It chose this name itself, and nobody has checked it. Your answer goes to
      <strong>${target}</strong>. If you did not just start this there, deny.
    </p>
    <p>It will be able to read. It can never add, change or delete anything.</p>
    <form class="fields" method="post" action="/oauth/authorize">
      ${formTokenField(session)} ${handedOn(parameters)} ${reachFields(reach)}
      <fieldset class="choices">
        <legend class="label">And besides</legend>
        ${profileChoice(parameters.has('profile'))}
      </fieldset>
      <p class="actions">
        <button class="button" name="decision" value="deny">Deny</button>
        <button class="button" data-look="primary" name="decision" value="allow">Allow</button>
      </p>
    </form>
    <p class="hint">You can take this back at any time, under Connections.</p>`;
  return withoutFormAction(
    await page({
      title: 'Let a client in',
      body,
      ...(problem === undefined ? {} : { notice: { tone: 'bad', text: problem }, status: 400 }),
    }),
  );
}

/** Says why a request leads nowhere. */
export function refusalPage(sentence: string, status = 400): Promise<Response> {
  const body = html`<h1>This request cannot be answered</h1>
    <p>${sentence}</p>`;
  return page({ title: 'This request cannot be answered', body, status });
}

function handedOn(parameters: URLSearchParams): Html[] {
  return REQUEST_PARAMETERS.flatMap((name) =>
    parameters
      .getAll(name)
      .map((value) => html`<input type="hidden" name="${name}" value="${value}" />`),
  );
}

/**
 * Chromium holds form-action against every address that the answer to a form leads through, and a client may send the
 * browser on as it likes.
 */
function withoutFormAction(response: Response): Response {
  const policy = response.headers.get('content-security-policy') ?? '';
  response.headers.set('content-security-policy', policy.replace(/form-action [^;]*(?:; |$)/, ''));
  return response;
}
