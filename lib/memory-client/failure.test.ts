import { describe, expect, it } from 'vitest';
import { memoryErrorCodes, memoryErrorSchema } from '../contract/errors.ts';
import { failure, failureFromResponse } from './failure.ts';
import { withoutSecret } from './attempt.ts';

describe('failure', () => {
  it.each(memoryErrorCodes)('has a default message for %s', (code) => {
    const error = failure(code);

    expect(memoryErrorSchema.safeParse(error).success).toBe(true);
    expect(error.message).toMatch(/^[A-Z].+\.$/);
  });

  it('is retryable if a later attempt might succeed', () => {
    expect(memoryErrorCodes.filter((code) => failure(code).retryable)).toEqual([
      'memory.unreachable',
      'memory.timeout',
      'memory.conflict',
      'memory.rate-limited',
      'memory.turns-exhausted',
      'memory.daily-limit',
      'memory.server',
    ]);
  });
});

describe('failureFromResponse', () => {
  it.each([
    { status: 400, body: { code: 'validation' }, code: 'memory.validation', retryable: false },
    { status: 401, body: {}, code: 'memory.unauthenticated', retryable: false },
    { status: 403, body: { code: 'unauthorized' }, code: 'memory.unauthorized', retryable: false },
    { status: 404, body: {}, code: 'memory.not-found', retryable: false },
    { status: 408, body: {}, code: 'memory.timeout', retryable: true },
    { status: 409, body: {}, code: 'memory.conflict', retryable: true },
    {
      status: 422,
      body: { code: 'capability_unavailable' },
      code: 'memory.capability-unavailable',
      retryable: false,
    },
    {
      status: 422,
      body: { code: 'quota_exceeded' },
      code: 'memory.quota-exceeded',
      retryable: false,
    },
    { status: 422, body: { code: 'validation' }, code: 'memory.validation', retryable: false },
    { status: 422, body: {}, code: 'memory.validation', retryable: false },
    {
      status: 429,
      body: { details: { limit_per_min: 60 } },
      code: 'memory.rate-limited',
      retryable: true,
    },
    { status: 429, body: { details: {} }, code: 'memory.turns-exhausted', retryable: true },
    { status: 429, body: {}, code: 'memory.turns-exhausted', retryable: true },
    {
      status: 429,
      body: { code: 'turns_exhausted', details: { max_turns_per_day: 0, retry_after: 9 } },
      code: 'memory.daily-limit',
      retryable: true,
    },
    { status: 429, body: { code: 'rate_limited' }, code: 'memory.rate-limited', retryable: true },
    { status: 500, body: {}, code: 'memory.server', retryable: true },
    { status: 503, body: { code: 'validation' }, code: 'memory.server', retryable: true },
    { status: 599, body: {}, code: 'memory.server', retryable: true },
    { status: 402, body: {}, code: 'memory.unexpected', retryable: false },
    { status: 413, body: {}, code: 'memory.validation', retryable: false },
    { status: 418, body: { code: 'unauthorized' }, code: 'memory.unexpected', retryable: false },
  ])('reads $status $body as $code', ({ status, body, code, retryable }) => {
    expect(failureFromResponse(status, body)).toMatchObject({ code, status, retryable });
  });

  it("carries the service's message, details and trace", () => {
    const error = failureFromResponse(400, {
      code: 'validation',
      message: 'q must not be empty',
      details: { field: 'q' },
      retryable: false,
      trace_id: 'tr_1',
    });

    expect(error).toEqual({
      code: 'memory.validation',
      message: 'q must not be empty',
      status: 400,
      details: { field: 'q' },
      retryable: false,
      traceId: 'tr_1',
    });
  });

  it.each([
    undefined,
    null,
    'Bad Gateway',
    [],
    {},
    { message: '' },
    { message: '  ', trace_id: '' },
    { message: 42, trace_id: 7 },
  ])('uses its own message if the envelope is %o', (body) => {
    const error = failureFromResponse(503, body);

    expect(error.message).toBe('The service failed.');
    expect(error).not.toHaveProperty('traceId');
  });

  it('keeps the readable fields of an envelope if others have the wrong type', () => {
    const body = { code: 7, message: 'No room', trace_id: 'tr_2', retryable: 'no' };

    expect(failureFromResponse(507, body)).toMatchObject({ message: 'No room', traceId: 'tr_2' });
  });

  it('keeps each field of an envelope without a message', () => {
    const body = {
      code: 'capability_unavailable',
      message: 42,
      details: { a: 1 },
      retryable: true,
    };

    expect(failureFromResponse(422, body)).toMatchObject({
      code: 'memory.capability-unavailable',
      details: { a: 1 },
      retryable: true,
    });
  });

  it('reads the outer envelope if it contains a code', () => {
    const body = { code: 'validation', message: 'Outer', error: { message: 'Inner' } };

    expect(failureFromResponse(400, body).message).toBe('Outer');
  });

  it.each(['error', 'detail'])('reads an envelope wrapped in %s', (wrapper) => {
    const body = { [wrapper]: { code: 'capability_unavailable', message: 'No model' } };

    expect(failureFromResponse(422, body)).toMatchObject({
      code: 'memory.capability-unavailable',
      message: 'No model',
    });
  });

  it('uses the service’s own retryable flag', () => {
    expect(failureFromResponse(409, { retryable: false }).retryable).toBe(false);
    expect(failureFromResponse(422, { retryable: true }).retryable).toBe(true);
  });

  it.each([401, 403])('never marks a %i as retryable', (status) => {
    expect(failureFromResponse(status, { retryable: true }).retryable).toBe(false);
  });

  it('truncates long messages and trace ids', () => {
    const long = 'x'.repeat(100_000);

    const error = failureFromResponse(500, { message: long, trace_id: long });

    expect(error.message).toHaveLength(2_000);
    expect(error.traceId).toHaveLength(200);
    expect(error).not.toHaveProperty('details');
  });
});

describe('withoutSecret', () => {
  it('redacts the credential in values and names, at any depth, plain or percent-encoded', () => {
    const cleaned = withoutSecret(
      {
        message: 'Bearer a+b/c was refused, a+b/c indeed',
        details: [{ 'a+b/c': 1, url: '/v1?key=a%2Bb%2Fc' }, null, 3, true],
      },
      'a+b/c',
    );

    expect(cleaned).toEqual({
      message: 'Bearer [credential] was refused, [credential] indeed',
      details: [{ '[credential]': 1, url: '/v1?key=[credential]' }, null, 3, true],
    });
  });
});
