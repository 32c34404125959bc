import { describe, expect, it } from 'vitest';
import { type ActiveConnectionState, afterSeeing, noneSeen } from './use-active-connection.ts';

const loading: ActiveConnectionState = { status: 'loading' };
const failed: ActiveConnectionState = {
  status: 'failed',
  error: { code: 'message.unanswered', message: '', retryable: true },
};

function of(connectionId: string | null): ActiveConnectionState {
  const kind = connectionId === null ? null : 'key';
  return {
    status: 'ready',
    connection: { kind, connectionId, memories: [], chosenMemoryId: null, withdrawn: [] },
  };
}

function changes(...states: ActiveConnectionState[]): number {
  return states.reduce(afterSeeing, noneSeen).changes;
}

describe('counting changes of the active connection', () => {
  it.each([
    ['the first connection is loaded', [loading, of('a')], 0],
    ['the same connection is reported again', [of('a'), of('a')], 0],
    ['another connection is reported', [of('a'), of('b'), of('a')], 2],
    ['a connection follows none', [of(null), of('a')], 0],
    ['there is none for a while', [of('a'), of(null), of('a')], 0],
    ['another connection follows after none', [of('a'), of(null), of('b')], 1],
    ['loading failed first', [failed, loading, of('a')], 1],
    ['loading fails in between', [of('a'), loading, failed, of('a')], 0],
  ])('is right if %s', (_, states, expected) => {
    expect(changes(...states)).toBe(expected);
  });
});
