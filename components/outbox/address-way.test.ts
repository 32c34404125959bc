import { describe, expect, it } from 'vitest';
import { addressOffer } from './save-state.ts';

describe('addressOffer', () => {
  it.each([
    ['https://example.org/a', true, { offered: true }],
    ['http://example.org/a', true, { offered: true }],
    ['http://192.168.1.1/', true, { offered: false, why: 'own-network' }],
    ['http://192.168.1.1/', false, { offered: true }],
    ['file:///connection/ada/a.pdf', false, { offered: false, why: 'file' }],
    ['chrome://version', false, { offered: false, why: 'browser' }],
    ['', false, { offered: false, why: 'browser' }],
  ] as const)('of %s, read here: %s', (url, isReadHere, offer) => {
    expect(addressOffer(url, { isReadHere })).toEqual(offer);
  });
});
