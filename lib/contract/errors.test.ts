import { expect, it } from 'vitest';
import { appErrorSchema } from './errors.ts';

it.each([
  ['home.none', 'connection.none'],
  ['home.failed', 'connection.failed'],
  ['home.no-memory', 'connection.no-memory'],
  ['home.removed', 'connection.removed'],
])('reads the earlier code %s as %s', (stored, code) => {
  const error = { code: stored, message: 'Gone.', retryable: true };

  expect(appErrorSchema.parse(error)).toEqual({ ...error, code });
});
