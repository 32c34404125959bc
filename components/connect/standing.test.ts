import { describe, expect, it } from 'vitest';
import { keyCredential as key, keyHome } from '../../tests/fixtures/connection-view.ts';
import type { ConnectionView, KeyConnection } from '../../lib/contracts/connections.ts';
import { isLimit, takesAskKey } from './standing.ts';

const error = { code: 'memory.unauthorized', message: 'No.', retryable: false } as const;

const view = (known: Partial<KeyConnection>, changes: Partial<ConnectionView> = {}) =>
  takesAskKey(keyHome(changes, known));

describe('a second key for Ask', () => {
  it('brings nothing where the first was answered, whatever else that may not do', () => {
    expect(view({ keyAsks: true })).toBe(false);
    expect(
      view({ keyAsks: true }, { withdrawn: [{ kind: 'key', access: 'write', error, at: 0 }] }),
    ).toBe(false);
  });

  it.each<[string, Partial<KeyConnection>, Partial<ConnectionView>]>([
    ['no question has shown yet', {}, {}],
    [
      'the first may no longer ask',
      { keyAsks: true },
      { withdrawn: [{ kind: 'key', access: 'ask', error, at: 0 }] },
    ],
    ['one was given', { keyAsks: true }, { credentials: [key, { ...key, kind: 'ask-key' }] }],
    ['the one that was given is gone', { keyAsks: true, hasAskKey: true }, {}],
  ])('is offered where %s', (_, known, changes) => {
    expect(view(known, changes)).toBe(true);
  });
});

describe('what a credential may not do', () => {
  it.each([
    ['key', 'profile'],
    ['key', 'ask'],
    ['key', 'delete'],
    ['tokens', 'profile'],
  ] as const)('is a limit and no fault, where the rest goes on: %s, %s', (kind, access) => {
    expect(isLimit({ kind, access })).toBe(true);
  });

  it.each([
    ['key', 'all'],
    ['key', 'write'],
    ['tokens', 'all'],
    ['ask-key', 'ask'],
  ] as const)('is a fault where it is what that is there for: %s, %s', (kind, access) => {
    expect(isLimit({ kind, access })).toBe(false);
  });
});
