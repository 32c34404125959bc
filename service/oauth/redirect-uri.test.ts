import { describe, expect, it } from 'vitest';
import { describeTarget, isRedirectUri, isRegistered } from './redirect-uri.ts';

describe('isRedirectUri', () => {
  it.each([
    'https://client.test/back',
    'https://client.test/back?from=keepsake',
    'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/',
    'https://0123456789abcdef.extensions.allizom.org/',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:33418/',
    'http://localhost:3000/callback',
    'http://[::1]:8080/',
    'com.example.app:/back',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ])('takes %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    ['/back', 'no scheme'],
    ['http://client.test/back', 'http to elsewhere'],
    ['http://localhost.client.test/', 'a name that begins like this device'],
    ['http://127.0.0.1@client.test/', 'a name for a user'],
    ['https://user:word@client.test/', 'credentials'],
    ['https://client.test/back#part', 'a fragment'],
    ['https://client.test/back#', 'an empty fragment'],
    ['https://client.test/a b', 'a space'],
    ['https://client.test/ü', 'what is not ASCII'],
    [`https://client.test/${'a'.repeat(2048)}`, 'too much'],
    ['javascript:alert(1)', 'a script'],
    ['JavaScript:alert(1)', 'a script in capitals'],
    ['data:text/html,hello', 'a document'],
    ['file:///etc/passwd', 'a file'],
    ['blob:https://client.test/1', 'a blob'],
    ['chrome-extension://abc/page.html', 'a page of an extension'],
    ['ftp://client.test/', 'another protocol'],
  ])('refuses %s: %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });
});

describe('isRegistered', () => {
  const registered = ['https://client.test/back', 'http://127.0.0.1/callback', 'http://[::1]:80/x'];

  it.each([
    'https://client.test/back',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:51004/callback',
    'http://[::1]:9/x',
  ])('knows %s', (asked) => {
    expect(isRegistered(registered, asked)).toBe(true);
  });

  it.each([
    'https://client.test/back/',
    'https://client.test:8443/back',
    'https://client.test/back?more=1',
    'https://CLIENT.test/back',
    'http://127.0.0.1:51004/other',
    'http://localhost:51004/callback',
    'http://127.0.0.1:51004/callback?more=1',
    'http://user@127.0.0.1/callback',
    'javascript:alert(1)',
  ])('does not know %s', (asked) => {
    expect(isRegistered(registered, asked)).toBe(false);
  });
});

describe('describeTarget', () => {
  it.each([
    ['https://client.test/back', 'client.test'],
    ['https://xn--pple-43d.test/', 'xn--pple-43d.test'],
    ['http://127.0.0.1:3000/', 'a program on this device (127.0.0.1:3000)'],
    ['cursor://callback', 'the app that opens cursor: links'],
  ])('says where %s leads', (uri, name) => {
    expect(describeTarget(uri)).toBe(name);
  });
});
