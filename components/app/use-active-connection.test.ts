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

describe('how often another connection came into use', () => {
  it.each([
    ['the first one is seen', [loading, of('a')], 0],
    ['the same is told of again', [of('a'), of('a')], 0],
    ['another is told of', [of('a'), of('b'), of('a')], 2],
    ['there was none before, from which nothing was read', [of(null), of('a')], 0],
    ['none is in use for a while', [of('a'), of(null), of('a')], 0],
    ['another follows on none', [of('a'), of(null), of('b')], 1],
    ['it could not be learned which one is read from', [failed, loading, of('a')], 1],
    ['it cannot be learned again', [of('a'), loading, failed, of('a')], 0],
  ])('is counted right where %s', (_, states, expected) => {
    expect(changes(...states)).toBe(expected);
  });
});
