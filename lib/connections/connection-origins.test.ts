import { describe, expect, it } from 'vitest';
import { everySite } from '../url/origins.ts';
import {
  addConnection,
  type KeyConnection,
  noConnections,
  originsOf,
  type ReadOnlyConnection,
  unneededOrigins,
} from './model.ts';

const key: KeyConnection = {
  id: 'k',
  kind: 'key',
  baseUrl: 'https://Login.example:8443/memory',
  name: 'Login',
  owner: null,
  createdAt: 1,
};
const club: ReadOnlyConnection = {
  id: 'c',
  kind: 'read-only',
  baseUrl: 'https://club.example/memory',
  name: 'Club',
  createdAt: 1,
  resource: 'https://club.example/memory/mcp-http',
  issuer: 'https://login.example/tenant',
  clientId: 'client',
  scopes: [],
};

describe('the origins of a connection', () => {
  it('are those of its address and of its authorization server', () => {
    expect(originsOf({ id: 'd', kind: 'device', createdAt: 1 })).toEqual([]);
    expect(originsOf(key)).toEqual(['https://login.example:8443']);
    expect(originsOf(club)).toEqual(['https://club.example', 'https://login.example']);
    expect(originsOf({ ...club, issuer: 'https://club.example' })).toEqual([
      'https://club.example',
    ]);
  });

  it('are needed while any connection uses their host', () => {
    const settings = addConnection(noConnections, club);

    expect(unneededOrigins(originsOf(key), settings)).toEqual([]);
    expect(unneededOrigins([...originsOf(key), ...originsOf(key)], noConnections)).toEqual(
      originsOf(key),
    );
    expect(unneededOrigins(['http://login.example'], settings)).toEqual(['http://login.example']);
  });

  it('are never needed if they are a pattern for every site', () => {
    const settings = addConnection(noConnections, key);

    expect(unneededOrigins([everySite], settings)).toEqual([everySite]);
  });
});
