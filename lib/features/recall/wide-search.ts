/** A search that asks for as many passages as a service gives, to choose among them. */
import type { MemoryError } from '../../contracts/errors.ts';
import { serviceLimits } from '../../contracts/limits.ts';
import { ok, type Result } from '../../contracts/result.ts';
import type { CallOptions, MemoryClient, SearchOutcome } from '../../memory/client.ts';

export type WideOutcome = SearchOutcome & {
  /** Fewer came than were asked for, so nothing that matches is missing. */
  isAll: boolean;
};

/**
 * Asks for the most that our own service gives. The contract names no bounds for it: where a service takes no such
 * number it is asked once more for as many as it likes, and whether that is all nobody knows.
 */
export async function searchWide(
  memory: MemoryClient,
  request: { q: string; container?: string },
  call: CallOptions,
): Promise<Result<WideOutcome, MemoryError>> {
  const limit = serviceLimits.searchLimitMax;
  const wide = await memory.search({ ...request, limit }, call);
  if (wide.ok) return ok({ ...wide.value, isAll: wide.value.hits.length < limit });
  if (wide.error.code !== 'memory.validation') return wide;
  const usual = await memory.search(request, call);
  return usual.ok ? ok({ ...usual.value, isAll: false }) : usual;
}
