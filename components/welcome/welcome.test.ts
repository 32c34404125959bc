import { describe, expect, it } from 'vitest';
import type { ConnectionKind } from '../../lib/connections/model.ts';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import { welcomeView } from './welcome.tsx';

const reading = { id: 'm1', name: 'Reading' };

function connection(
  kind: ConnectionKind | null,
  memories: readonly { id: string; name: string }[],
): ActiveConnectionState {
  const connectionId = kind === null ? null : 'device-1';
  return {
    status: 'ready',
    connection: {
      kind,
      memories: [...memories],
      chosenMemoryId: null,
      connectionId,
      withdrawn: [],
    },
  };
}

describe('welcomeView', () => {
  it.each([
    ['connection', connection(null, [])],
    ['memory', connection('device', [])],
    ['no-memory', connection('key', [])],
    ['no-memory', connection('read-only', [])],
    ['ready', connection('device', [reading])],
    ['ready', connection('key', [reading])],
    ['loading', { status: 'loading' }],
  ] satisfies [string, ActiveConnectionState][])('is at %s', (kind, state) => {
    expect(welcomeView(state, { began: false, chose: false, isInUse: false }).kind).toBe(kind);
  });

  it('keeps the form while it is in use, even if a connection is added elsewhere', () => {
    const inUse = { began: false, chose: false, isInUse: true };
    expect(welcomeView(connection('device', [reading]), inUse).kind).toBe('connection');
  });

  it('distinguishes finishing setup from a later visit', () => {
    const began = { began: true, chose: false, isInUse: false };
    const later = { began: false, chose: false, isInUse: false };
    expect(welcomeView(connection('device', [reading]), began)).toMatchObject({ returning: false });
    expect(welcomeView(connection('device', [reading]), later)).toMatchObject({ returning: true });
  });

  it('distinguishes existing Memories from one created during setup', () => {
    const began = { began: true, chose: false, isInUse: false };
    const named = { began: true, chose: true, isInUse: false };
    const namedAlone = { began: false, chose: true, isInUse: false };
    const later = { began: false, chose: false, isInUse: false };
    const device = connection('device', [reading]);
    expect(welcomeView(device, began)).toMatchObject({ isFound: true });
    expect(welcomeView(device, named)).toMatchObject({ isFound: false, returning: false });
    expect(welcomeView(device, namedAlone)).toMatchObject({ isFound: false, returning: false });
    expect(welcomeView(device, later)).toMatchObject({ isFound: false });
    expect(welcomeView(connection('read-only', [reading]), began)).toMatchObject({
      isFound: false,
    });
  });

  it('asks once for the Memory to save to if the service accepts saves', () => {
    const began = { began: true, chose: false, isInUse: false };
    expect(welcomeView(connection('key', [reading]), began).kind).toBe('choose');
    expect(
      welcomeView(connection('key', [reading]), { began: true, chose: true, isInUse: false }).kind,
    ).toBe('ready');
    expect(welcomeView(connection('read-only', [reading]), began).kind).toBe('ready');
  });
});
