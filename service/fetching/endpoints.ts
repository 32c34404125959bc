import type { AgentSettings } from '../../lib/contract/owner-api.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import { leadsIntoOwnNetwork } from '../../lib/url/network-address.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { Accounts } from '../storage/port/accounts.ts';

type Fetch = (request: Request) => Promise<Response>;

/** An address that an account's owner chose for the service to send requests to, such as a model's. */
interface Endpoint {
  readonly accountId: string;
  readonly address: string;
}

export type Endpoints = ReturnType<typeof createEndpoints>;

export interface EndpointOptions {
  readonly accounts: Accounts;
  readonly fetch: Fetch;
  /** Reaches public addresses only. Left out if the operator's account is the only one. */
  readonly fetchPublic?: Fetch | undefined;
  readonly allowPrivate?: boolean | undefined;
  /** The operator's settings. Every account can use the address in them, even a private one. */
  readonly defaultAgent: AgentSettings;
}

/**
 * Checks endpoints and sends requests to them. Only the operator's can be in the service's own network, unless the
 * operator allows all: other accounts could use the service to read what they can't reach themselves (SSRF).
 */
export function createEndpoints({
  accounts,
  fetch,
  fetchPublic = () => Promise.reject(new Error('There is no way to public addresses only.')),
  allowPrivate = false,
  defaultAgent,
}: EndpointOptions) {
  async function canBePrivate({ accountId, address }: Endpoint): Promise<boolean> {
    if (allowPrivate || (defaultAgent.mode === 'model' && defaultAgent.address === address))
      return true;
    return (await accounts.byId(accountId))?.operator === true;
  }

  return {
    /** Returns `invalid` for a private IP address or name that isn't allowed. Only `fetch` resolves names. */
    async check(endpoint: Endpoint): Promise<Result<null, Refusal>> {
      const isPrivate = leadsIntoOwnNetwork(new URL(endpoint.address).hostname);
      if (!isPrivate || (await canBePrivate(endpoint))) return ok(null);
      const message = 'The address is in a private network, which only the operator can use.';
      return refuse('invalid', message, { field: 'address' });
    },
    /** Sends a request to the endpoint. Rejects with `RefusedFetch` if it is private and that isn't allowed. */
    fetch: async (endpoint: Endpoint, request: Request) =>
      (await canBePrivate(endpoint)) ? fetch(request) : fetchPublic(request),
  };
}
