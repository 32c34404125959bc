import { describe, expect, it } from 'vitest';
import type { KeyConnection, ReadOnlyConnection } from '../../contracts/connections.ts';
import { noSettings } from '../../contracts/settings.ts';
import { addConnection } from './connections.ts';
import { everySite, originPattern, originsOf, unneeded } from './origins.ts';

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
  it('are its address and, by consent, where the consent is kept good', () => {
    expect(originsOf({ id: 'd', kind: 'device', createdAt: 1 })).toEqual([]);
    expect(originsOf(key)).toEqual(['https://login.example:8443']);
    expect(originsOf(club)).toEqual(['https://club.example', 'https://login.example']);
    expect(originsOf({ ...club, issuer: 'https://club.example' })).toEqual([
      'https://club.example',
    ]);
  });

  it('are needed while any home is asked, or refreshes, at their host', () => {
    const settings = addConnection(noSettings, club);

    expect(unneeded(originsOf(key), settings)).toEqual([]);
    expect(unneeded([...originsOf(key), ...originsOf(key)], noSettings)).toEqual(originsOf(key));
    expect(unneeded(['http://login.example'], settings)).toEqual(['http://login.example']);
  });
});

describe('originPattern', () => {
  it('names the host without its port', () => {
    expect(originPattern('https://login.example:8443')).toBe('https://login.example/*');
  });

  it('leaves that of every site as it is, which browsers would write otherwise', () => {
    const { URL: nodes } = globalThis;
    globalThis.URL = class extends nodes {
      // As Chromium has it.
      override get hostname() {
        return super.hostname.replaceAll('*', '%2A');
      }
    };

    const pattern = originPattern(everySite);

    globalThis.URL = nodes;
    expect(pattern).toBe('https://*/*');
  });

  it('is needed by no home where it is that of every site', () => {
    const settings = addConnection(noSettings, key);

    expect(unneeded([everySite], settings)).toEqual([everySite]);
  });
});
