/** Where a request can begin, and what text is never made into. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSources } from './imports.ts';

const sources = readSources().map(({ path, imports }) => ({
  path,
  imports,
  // Words of comments and of literals aside, as far as a line shows them.
  code: readFileSync(path, 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''),
}));

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
}

describe('a request', () => {
  it('begins in these files, and in no other', () => {
    expect(filesWith(/(?<![.\w])fetch\((?!request: Request\))/).toSorted()).toEqual([
      // An address that is saved as such, by the home on this device.
      'entrypoints/device-service/worker.ts',
      // The PDF that is shown.
      'lib/browser/pdf-bytes.ts',
      // Captions of the film on the page that is read.
      'lib/capture/fetch-same-origin.ts',
      // The services a person connected.
      'lib/connections/background.ts',
      'lib/memory-client/attempt.ts',
      'lib/memory-client/owner.ts',
      // The model whose address the owner gave.
      'service/agent/model.ts',
      'service/app.ts',
      'service/fetching/browser/fetch-page.ts',
      // An owner's command, to the running service.
      'service/runtime/node/commands.ts',
    ]);
    const speakers = sources.filter(({ imports }) =>
      imports.some((name) => /^node:(?:https?|http2|net|tls|dgram)$/.test(name)),
    );
    expect(speakers.map(({ path }) => path).toSorted()).toEqual([
      'service/fetching/node/fetch-page.ts',
      'service/runtime/node/http-server.ts',
    ]);
  });

  it('is made in no other way', () => {
    const ways = /XMLHttpRequest|WebSocket|EventSource|sendBeacon|RTCPeerConnection|importScripts/;

    expect(filesWith(ways)).toEqual([]);
  });
});

describe('text', () => {
  it('is never made into markup or code', () => {
    const sinks =
      /innerHTML\s*=|outerHTML\s*=|insertAdjacentHTML|dangerouslySetInnerHTML|setHTMLUnsafe|document\.write|createContextualFragment|\beval\(|new Function\b/;

    expect(filesWith(sinks)).toEqual([]);
  });
});
