import { describe, expect, it } from 'vitest';
import type { LiveState } from '../../lib/outbox/model.ts';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { storedOf, addressOffer } from './save-state.ts';

const failed: LiveState = { status: 'failed', documentId: 'd', reason: null };

describe('storedOf', () => {
  it.each<[string, LiveState, 'page' | 'link', 'no' | 'soon' | 'yes']>([
    ['a page that isn’t sent yet', { status: 'requested' }, 'page', 'soon'],
    ['an indexed page', { status: 'learned', existed: false, documentId: 'd' }, 'page', 'yes'],
    ['a page that couldn’t be indexed', failed, 'page', 'yes'],
    ['an address whose page couldn’t be indexed', failed, 'link', 'no'],
  ])('returns whether the connection has %s', (_, state, kind, stored) => {
    expect(storedOf({ ...outboxItem({ kind }), state })).toBe(stored);
  });
});

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
