import { describe, expect, it } from 'vitest';
import { t } from '../../lib/i18n/i18n.ts';
import { type AppError, memoryErrorCodes } from '../../lib/contract/errors.ts';
import { deletionErrorWords, isFinalForDeletion } from './saved-deletion.tsx';

const error = (code: (typeof memoryErrorCodes)[number]): AppError => ({
  code,
  message: 'In its own words.',
  retryable: false,
  traceId: 'tr_1',
});

describe('deletionErrorWords', () => {
  it.each([
    ['memory.not-found', 'Already deleted'],
    ['memory.unauthorized', 'This key doesn’t allow deleting'],
    ['memory.conflict', t('errors_memory_conflict_title')],
    ['memory.timeout', t('errors_memory_timeout_title')],
  ] as const)('describes %s: %s', (code, title) => {
    expect(deletionErrorWords(error(code))).toMatchObject({ title, traceId: 'tr_1' });
  });

  it('allows a retry if it might help', () => {
    expect(memoryErrorCodes.filter((code) => isFinalForDeletion(error(code)))).toEqual([
      'memory.unauthenticated',
      'memory.unauthorized',
      'memory.not-found',
      'memory.not-offered',
    ]);
  });
});
