/** Tests the errors created by the outbox: each has a code, a message and whether a retry can help. */
import { describe, expect, it } from 'vitest';
import type { AppError } from '../contract/errors.ts';
import { earlierText, mayHaveArrived } from './transition.ts';
import { connectionGone, storageFull, storageFailed } from './model.ts';
import * as errors from './errors.ts';

describe('errors of the outbox', () => {
  it.each<[AppError, AppError['code'], boolean]>([
    [errors.itemGone, 'memory.not-found', false],
    [errors.beingSent, 'save.sent', false],
    [errors.noSuchMemory, 'connection.no-memory', false],
    [errors.memoryGone, 'memory.not-found', false],
    [connectionGone, 'connection.removed', true],
    [errors.linkNotPermitted, 'link.not-permitted', false],
    [errors.nothingToSend, 'internal', false],
    [errors.stepThrew, 'internal', true],
    [earlierText, 'memory.conflict', false],
    [mayHaveArrived, 'memory.timeout', false],
    [storageFull, 'storage.full', false],
    [storageFailed, 'storage.failed', true],
  ])('%o', (error, code, retryable) => {
    expect(error).toMatchObject({ code, retryable });
    expect(error.message).toMatch(/^[A-Z].+\.$/);
  });
});
