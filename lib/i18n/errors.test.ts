import { describe, expect, it } from 'vitest';
import {
  type AppError,
  appErrorSchema,
  captureErrorCodes,
  consentErrorCodes,
  connectionErrorCodes,
  internalErrorCodes,
  memoryErrorCodes,
} from '../contract/errors.ts';
import { errorWords } from './errors.ts';

const codes = [
  ...memoryErrorCodes,
  ...captureErrorCodes,
  ...connectionErrorCodes,
  ...consentErrorCodes,
  ...internalErrorCodes,
];

function error(code: AppError['code'], message = 'as the service says it'): AppError {
  return appErrorSchema.parse({ code, message, retryable: false });
}

describe('errorWords', () => {
  it.each(codes)('returns what happened and what to do for %s', (code) => {
    const { title, next } = errorWords(error(code));

    expect(title).toMatch(/^[A-Z].*[^.]$/u);
    expect(next).toMatch(/^[A-Z].*\.$/u);
    expect(`${title} ${next}`).not.toContain(code);
  });

  it('has a unique title for every code', () => {
    const titles = new Set(codes.map((code) => errorWords(error(code)).title));

    expect(titles.size).toBe(codes.length);
  });

  it('quotes the service if its message adds to ours', () => {
    expect(errorWords(error('memory.validation')).quote).toBe('as the service says it');
    expect(errorWords(error('memory.turns-exhausted')).quote).toBe('as the service says it');
    expect(errorWords(error('memory.validation', '  ')).quote).toBeNull();
    expect(errorWords(error('memory.timeout')).quote).toBeNull();
  });

  it('returns the trace id', () => {
    const traced: AppError = {
      code: 'memory.server',
      message: '',
      retryable: true,
      traceId: 'tr_1',
    };

    expect(errorWords(traced).traceId).toBe('tr_1');
    expect(errorWords(error('page.gone')).traceId).toBeNull();
  });
});
