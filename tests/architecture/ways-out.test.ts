/** Tests which files can send a request, and that text never becomes markup or code. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSources } from './imports.ts';

const sources = readSources().map(({ path, imports }) => ({
  path,
  imports,
  // Remove block comments and whole-line comments.
  code: readFileSync(path, 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''),
}));

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
}

describe('a request', () => {
  it('starts only in these files', () => {
    expect(filesWith(/(?<![.\w])fetch\((?!request: Request\))/).toSorted()).toEqual([
      // Fetches pages for the service on this device.
      'entrypoints/device-service/worker.ts',
      // Fetches the PDF being viewed.
      'lib/browser/pdf-bytes.ts',
      // Fetches the captions of the video on the captured page.
      'lib/capture/fetch-same-origin.ts',
      // Send requests to the connected services.
      'lib/connections/background.ts',
      'lib/memory-client/attempt.ts',
      'lib/memory-client/owner.ts',
      // Calls the model whose address the owner configured.
      'service/agent/model.ts',
      'service/app.ts',
      'service/fetching/browser/fetch-page.ts',
      // Calls endpoints that are allowed to be in a private network.
      'service/fetching/endpoints.ts',
      // Sends an owner's command to the running service.
      'service/runtime/node/commands.ts',
    ]);
    const speakers = sources.filter(({ imports }) =>
      imports.some((name) => /^node:(?:https?|http2|net|tls|dgram)$/.test(name)),
    );
    expect(speakers.map(({ path }) => path).toSorted()).toEqual([
      'service/fetching/node/fetch-page.ts',
      'service/fetching/node/public-network.ts',
      'service/runtime/node/http-server.ts',
      'service/runtime/node/metrics.ts',
      // Checks whether the database server can still be reached.
      'service/storage/postgres/pool.ts',
    ]);
  });

  it('uses no browser API other than fetch', () => {
    const ways = /XMLHttpRequest|WebSocket|EventSource|sendBeacon|RTCPeerConnection|importScripts/;

    expect(filesWith(ways)).toEqual([]);
  });
});

describe('text', () => {
  it('never becomes markup or code', () => {
    const sinks =
      /innerHTML\s*=|outerHTML\s*=|insertAdjacentHTML|dangerouslySetInnerHTML|setHTMLUnsafe|document\.write|createContextualFragment|\beval\(|new Function\b/;

    expect(filesWith(sinks)).toEqual([]);
  });
});
