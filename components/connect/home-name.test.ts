import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../lib/contracts/connections.ts';
import { nameAmong } from './home-name.ts';

const home: ConnectionView = {
  connection: {
    id: 'work',
    kind: 'key',
    baseUrl: 'https://memory.example',
    name: 'memory.example',
    owner: null,
    createdAt: 0,
  },
  isActive: true,
  notPermitted: [],
  memories: [],
  credentials: [],
  withdrawn: [],
};
const device: ConnectionView = {
  ...home,
  connection: { id: 'device', kind: 'device', createdAt: 0 },
};
const readOnly: ConnectionView = {
  ...home,
  connection: {
    id: 'club',
    kind: 'read-only',
    baseUrl: 'https://memory.example',
    name: 'memory.example',
    createdAt: 0,
    resource: 'https://memory.example/mcp-http',
    issuer: 'https://memory.example',
    clientId: 'c',
    scopes: [],
  },
};

describe('the name of a home among others', () => {
  it('is its name alone where no other has it', () => {
    expect(nameAmong(home, [device, home])).toBe('memory.example');
  });

  it('says the kind where two homes of one service are kept', () => {
    const all = [device, home, readOnly];
    expect(nameAmong(home, all)).toContain('(with a key)');
    expect(nameAmong(readOnly, all)).toContain('(read-only)');
  });
});
