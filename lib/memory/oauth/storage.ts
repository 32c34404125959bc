/** What is asked of a store, whose failure is an error like any other. */
import type { ConsentError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { consentError } from './errors.ts';

/** Runs one step; a store that rejects is `consent.storage`, and what it said is not looked at. */
export async function inStorage<T>(step: () => Promise<T>): Promise<Result<T, ConsentError>> {
  try {
    return ok(await step());
  } catch {
    return err(consentError('consent.storage'));
  }
}
