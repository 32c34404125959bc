/** Takes everything out of our own service into a file, and in again from one; the files never pass through here. */
import type { MemoryError } from '../contracts/errors.ts';
import { type ImportReport, importReportSchema } from '../contracts/owner-api.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import { readAnswerBody } from './answer-body.ts';
import { failure, failureFromAnswer } from './failure.ts';

export interface OwnerTransfer {
  /** Writes everything into the file of this name. */
  exportTo(file: string): Promise<Result<null, MemoryError>>;
  /**
   * Takes in the file of this name. Fails with `memory.validation` at the first line that cannot be read; what came
   * before it is in, and `details` say which line and how much: `{line, imported}`.
   */
  importFrom(file: string): Promise<Result<ImportReport, MemoryError>>;
}

/** Rejects where no answer came. */
type FileFetch = (request: {
  method: string;
  path: string;
  bodyFrom?: string;
  saveAs?: string;
}) => Promise<Response>;

/** Makes it. Nothing is tried again: both may take minutes, and the person sees them go on. */
export function createOwnerTransfer(fetch: FileFetch): OwnerTransfer {
  return {
    async exportTo(saveAs) {
      const answered = await ask(fetch, { method: 'GET', path: '/owner/export', saveAs });
      return answered.ok ? ok(null) : answered;
    },
    async importFrom(bodyFrom) {
      const answered = await ask(fetch, { method: 'POST', path: '/owner/import', bodyFrom });
      if (!answered.ok) return answered;
      const report = importReportSchema.safeParse(answered.value);
      return report.success ? ok(report.data) : err(failure('memory.malformed'));
    },
  };
}

const maxAnswerBytes = 1024 * 1024;

async function ask(
  fetch: FileFetch,
  request: Parameters<FileFetch>[0],
): Promise<Result<unknown, MemoryError>> {
  const response = await fetch(request).catch(() => null);
  if (response === null) return err(failure('memory.unreachable'));
  const body = await readAnswerBody(response, maxAnswerBytes, new AbortController().signal);
  const json = body.kind === 'json' ? body.value : undefined;
  return response.ok ? ok(json) : err(failureFromAnswer(response.status, json));
}
