import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replyReader } from './messages.ts';

const reply = { jsonrpc: '2.0', id: 7, result: { text: 'Zürich\r\n🎒' } };
const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: {} };
const line = (value: unknown) => `data: ${JSON.stringify(value)}`;

function read(pieces: readonly Uint8Array[], { maxBytes = 100_000, seen = { cancelled: 0 } } = {}) {
  const left = [...pieces];
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = left.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
    cancel: () => {
      seen.cancelled += 1;
    },
  });
  const response = new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
  return replyReader(7)(response, maxBytes, new AbortController().signal);
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a stream of events', () => {
  it.each([
    { of: 'line feeds', text: `${line(reply)}\n\n` },
    { of: 'carriage returns', text: `${line(reply)}\r\r` },
    {
      of: 'line feeds and carriage returns',
      text: `event: message\r\nid: 1\r\n${line(reply)}\r\n\r\n`,
    },
    { of: 'comments', text: `: alive\n\n:\n${line(reply)}\n\n` },
    { of: 'other messages first', text: `${line(progress)}\n\n${line(reply)}\n\n` },
    {
      of: 'a reply to another request first',
      text: `${line({ ...reply, id: 6 })}\n\n${line(reply)}\n\n`,
    },
    { of: 'no space', text: `data:${JSON.stringify(reply)}\n\n` },
    { of: 'data on several lines', text: `data: {"id":7,\ndata: "jsonrpc":"2.0","result":0}\n\n` },
    { of: 'a truncated end', text: line(reply) },
    { of: 'invalid events', text: `data\n\ndata: {not json\n\n${line(reply)}\n\n` },
  ])('finds the reply in $of', async ({ text }) => {
    expect(await read([bytes(text)])).toMatchObject({ kind: 'json', value: { id: 7 } });
  });

  it('keeps every space within the data', async () => {
    const spaced = '{"id":7,"jsonrpc":"2.0","result":" a  b"}';

    expect(await read([bytes(`data:${spaced}\n\n`)])).toMatchObject({ value: { result: ' a  b' } });
  });

  it('returns the first of two replies', async () => {
    const second = { ...reply, result: 'second' };

    const given = await read([bytes(`${line(reply)}\n\n${line(second)}\n\n`)]);

    expect(given).toEqual({ kind: 'json', value: reply });
  });

  it('may be split at any byte', async () => {
    const whole = bytes(`: hello\r\n\r\n${line(progress)}\r\n\r\n${line(reply)}\r\n\r\n`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 12 }), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const pieces = at.slice(1).map((end, nth) => whole.slice(at[nth], end));

        expect(await read(pieces)).toEqual({ kind: 'json', value: reply });
      }),
    );
  });

  it('is canceled after the reply', async () => {
    const seen = { cancelled: 0 };

    await read([bytes(`${line(reply)}\n\n`), bytes(': more\n\n'), bytes(': more\n\n')], { seen });

    expect(seen.cancelled).toBe(1);
  });

  it('is broken if it ends without the reply', async () => {
    expect(await read([bytes(`${line(progress)}\n\n`)])).toEqual({ kind: 'broken' });
  });

  it('is too large above the limit', async () => {
    const pieces = Array.from({ length: 20 }, () => bytes(`: ${'x'.repeat(100)}\n`));

    expect(await read(pieces, { maxBytes: 1_000 })).toEqual({ kind: 'too-large' });
  });
});
