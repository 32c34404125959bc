import { describe, expect, it } from 'vitest';
import { leadsIntoOwnNetwork } from './network-address.ts';

describe('leadsIntoOwnNetwork', () => {
  it.each([
    'localhost',
    'shop.localhost',
    'router',
    'printer.local',
    'wiki.internal',
    'nas.home',
    'NAS.lan',
    '1.0.0.10.in-addr.arpa',
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
    '100.64.0.1',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.251',
    '255.255.255.255',
    '[fec0::1]',
    '[ff02::1]',
    '[64:ff9b::a00:1]',
    '[2002:7f00:1::]',
  ])('returns true for %s', (host) => {
    expect(leadsIntoOwnNetwork(host)).toBe(true);
  });

  it.each([
    'example.org',
    'localhost.example',
    'example.mylocal',
    'printer.local.example',
    '10.0.0.1.example',
    '172.32.0.1',
    '8.8.8.8',
    '100.63.255.255',
    '[64:ff9b::808:808]',
    '[::ffff:808:808]',
    '[2606:4700::1]',
    'fd.example',
  ])('returns false for %s', (host) => {
    expect(leadsIntoOwnNetwork(host)).toBe(false);
  });
});
