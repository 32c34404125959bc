import { describe, expect, it } from 'vitest';
import { readTrustedAddress } from './trusted-address.ts';

const remote = new URL('https://memory.example/mcp-http');
const local = new URL('http://127.0.0.1:4321/mcp-http');

describe('readTrustedAddress', () => {
  it.each([
    { text: 'https://login.example/authorize?a=1', from: remote },
    { text: 'http://localhost:9000/token', from: local },
    { text: 'https://login.example/token', from: local },
  ])('trusts $text', ({ text, from }) => {
    expect(readTrustedAddress(text, from)?.href).toBe(text);
  });

  it.each([
    'http://login.example/token',
    'http://localhost:9000/token',
    'https://127.0.0.1/token',
    'https://[::1]/token',
    'https://user:pass@login.example/token',
    'https://login.example/token#fragment',
    'https://login.example/token#',
    'javascript:alert(1)',
    'data:text/html,hello',
    'chrome-extension://abc/page.html',
    '/token',
    '',
    7,
    null,
  ])('does not trust a service elsewhere with %o', (text) => {
    expect(readTrustedAddress(text, remote)).toBeNull();
  });
});
