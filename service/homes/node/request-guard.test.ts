import { describe, expect, it } from 'vitest';
import { checkHost, checkOrigin, extensionOrigins, loopbackHosts } from './request-guard.ts';

const rules = { hosts: [...loopbackHosts, 'memory.example'] };

describe('checkHost', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.1:4321',
    'localhost:80',
    'LOCALHOST',
    '[::1]:9',
    'memory.example',
  ])('lets %s in', (host) => {
    expect(checkHost(host, rules).ok).toBe(true);
  });

  it.each([
    ['rebound.example', 'host.foreign'],
    ['127.0.0.1.rebound.example', 'host.foreign'],
    ['localhost.rebound.example:4321', 'host.foreign'],
    ['rebound.example@127.0.0.1', 'host.foreign'],
    ['127.0.0.1/rebound.example', 'host.foreign'],
    ['127.0.0.1:99999', 'host.foreign'],
    ['127.0.0.1:x', 'host.foreign'],
    ['localhost evil', 'host.foreign'],
    ['0.0.0.0', 'host.foreign'],
    ['192.168.0.2', 'host.foreign'],
    ['[::2]', 'host.foreign'],
    ['', 'host.missing'],
    [undefined, 'host.missing'],
  ])('keeps %s out', (host, code) => {
    expect(checkHost(host, rules)).toEqual({ ok: false, error: code });
  });
});

describe('checkOrigin', () => {
  const own = { origins: extensionOrigins, host: '127.0.0.1:4321' };

  it.each([
    undefined,
    'http://127.0.0.1:4321',
    'https://127.0.0.1:4321',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    'moz-extension://7c0b1d6e-21a3-4a1d-9d0f-6f1f2a3b4c5d',
  ])('lets %s in', (origin) => {
    expect(checkOrigin(origin, own).ok).toBe(true);
  });

  it.each([
    'null',
    '',
    'https://rebound.example',
    'http://127.0.0.1',
    'http://127.0.0.1:9999',
    'http://localhost:4321',
    'http://127.0.0.1:4321.rebound.example',
    'http://127.0.0.1:4321/',
    'file://',
    'chrome-extension://',
    'chrome-extension://a b',
    'https://chrome-extension://abc',
  ])('keeps %s out', (origin) => {
    expect(checkOrigin(origin, own)).toEqual({ ok: false, error: 'origin.foreign' });
  });

  it('knows only what a list of exact origins names', () => {
    const narrow = { ...own, origins: ['chrome-extension://mine', 'https://app.example'] };

    expect(checkOrigin('chrome-extension://mine', narrow).ok).toBe(true);
    expect(checkOrigin('https://app.example', narrow).ok).toBe(true);
    expect(checkOrigin('chrome-extension://other', narrow).ok).toBe(false);
    expect(checkOrigin('https://app.example.evil', narrow).ok).toBe(false);
  });
});
