import { describe, expect, it } from 'vitest';
import { leadsIntoOwnNetwork } from './own-network.ts';

describe('leadsIntoOwnNetwork', () => {
  it.each([
    'localhost',
    'shop.localhost',
    'router',
    'printer.local',
    'wiki.internal',
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.1',
    '192.168.1.1',
    '169.254.169.254',
    '[::1]',
    '[::ffff:7f00:1]',
    '[fd00::1]',
    '[fe80::1]',
    'printer.local.',
  ])('holds for %s', (host) => {
    expect(leadsIntoOwnNetwork(host)).toBe(true);
  });

  it.each([
    'example.org',
    'localhost.example',
    '172.32.0.1',
    '8.8.8.8',
    '[2606:4700::1]',
    'fd.example',
  ])('does not for %s', (host) => {
    expect(leadsIntoOwnNetwork(host)).toBe(false);
  });
});
