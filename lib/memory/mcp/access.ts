/** How a client over MCP comes by what it authorizes itself with. */
import type { MemoryError } from '../../contracts/errors.ts';
import type { Result } from '../../contracts/result.ts';

export interface Access {
  /** The bearer token of the moment; null where the service asks for none. Asked before every attempt. */
  token(): Promise<Result<string | null, MemoryError>>;
  /** Gives another token for one that the service refused; absent where there can be no other, as for a key. */
  renew?(stale: string): Promise<Result<string, MemoryError>>;
}
