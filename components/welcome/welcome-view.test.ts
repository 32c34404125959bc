import { describe, expect, it } from 'vitest';
import type { ConnectionKind } from '../../lib/connections/model.ts';
import type { HomeState } from '../app/use-active-connection.ts';
import { welcomeView } from './welcome.tsx';

const reading = { id: 'm1', name: 'Reading' };

function home(
  kind: ConnectionKind | null,
  memories: readonly { id: string; name: string }[],
): HomeState {
  const connectionId = kind === null ? null : 'device-1';
  return {
    status: 'ready',
    home: { kind, memories: [...memories], chosenMemoryId: null, connectionId, withdrawn: [] },
  };
}

describe('welcomeView', () => {
  it.each([
    ['home', home(null, [])],
    ['memory', home('device', [])],
    ['no-memory', home('key', [])],
    ['no-memory', home('read-only', [])],
    ['ready', home('device', [reading])],
    ['ready', home('key', [reading])],
    ['loading', { status: 'loading' }],
  ] satisfies [string, HomeState][])('is at %s', (kind, state) => {
    expect(welcomeView(state, { began: false, chose: false, isInUse: false }).kind).toBe(kind);
  });

  it('leaves the form where it is while the person works in it, whatever home comes from elsewhere', () => {
    const inUse = { began: false, chose: false, isInUse: true };
    expect(welcomeView(home('device', [reading]), inUse).kind).toBe('home');
  });

  it('tells the end of setting up from a later visit', () => {
    const began = { began: true, chose: false, isInUse: false };
    const later = { began: false, chose: false, isInUse: false };
    expect(welcomeView(home('device', [reading]), began)).toMatchObject({ returning: false });
    expect(welcomeView(home('device', [reading]), later)).toMatchObject({ returning: true });
  });

  it('tells Memories that were there before the home on this device was chosen from a first one', () => {
    const began = { began: true, chose: false, isInUse: false };
    const named = { began: true, chose: true, isInUse: false };
    const namedAlone = { began: false, chose: true, isInUse: false };
    const later = { began: false, chose: false, isInUse: false };
    const device = home('device', [reading]);
    expect(welcomeView(device, began)).toMatchObject({ isFound: true });
    expect(welcomeView(device, named)).toMatchObject({ isFound: false, returning: false });
    expect(welcomeView(device, namedAlone)).toMatchObject({ isFound: false, returning: false });
    expect(welcomeView(device, later)).toMatchObject({ isFound: false });
    expect(welcomeView(home('read-only', [reading]), began)).toMatchObject({ isFound: false });
  });

  it('asks once which Memory of a service saves go to, where it takes saves', () => {
    const began = { began: true, chose: false, isInUse: false };
    expect(welcomeView(home('key', [reading]), began).kind).toBe('choose');
    expect(
      welcomeView(home('key', [reading]), { began: true, chose: true, isInUse: false }).kind,
    ).toBe('ready');
    expect(welcomeView(home('read-only', [reading]), began).kind).toBe('ready');
  });
});
