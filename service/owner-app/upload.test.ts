import { describe, expect, it } from 'vitest';
import { readUpload } from './upload.ts';

const boundary = '----WebKitFormBoundaryAbC123';

function upload(body: Uint8Array, size: number): Request {
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= body.length) controller.close();
      else controller.enqueue(body.slice(at, (at += size)));
    },
  });
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const init = { method: 'POST', headers, body: stream, duplex: 'half' };
  return new Request('http://localhost/', init);
}

function bodyOf(content: string): Uint8Array {
  return new TextEncoder().encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="form_token"\r\n\r\nabc\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.jsonl"\r\n` +
      `Content-Type: application/octet-stream\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  );
}

async function read(request: Request) {
  const result = await readUpload(request);
  if (!result.ok) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of result.value.file) chunks.push(chunk.slice());
  return {
    token: result.value.fields.get('form_token'),
    text: await new Blob(chunks.map((chunk) => new Uint8Array(chunk))).text(),
    longest: Math.max(...chunks.map(({ length }) => length)),
  };
}

describe('readUpload', () => {
  const tricky = `first\r\n--${boundary.slice(0, -1)}X\r\n--\r\n\r\nünd\n`;

  it.each([1, 2, 3, 7, 64, 100_000])('reads a form that comes %i bytes at a time', async (size) => {
    expect(await read(upload(bodyOf(tricky), size))).toMatchObject({ token: 'abc', text: tricky });
  });

  it('reads an empty file', async () => {
    expect(await read(upload(bodyOf(''), 10))).toMatchObject({ token: 'abc', text: '' });
  });

  it('reads what a browser sends', async () => {
    const form = new FormData();
    form.append('form_token', 'abc');
    form.append('file', new Blob([tricky]), 'an "export".jsonl');
    const request = new Request('http://localhost/', { method: 'POST', body: form });

    expect(await read(request)).toMatchObject({ token: 'abc', text: tricky });
  });

  it('never holds the file', async () => {
    const long = 'x'.repeat(3_000_000);

    const found = await read(upload(bodyOf(long), 10_000));

    expect(found?.text).toHaveLength(long.length);
    expect(found?.longest).toBeLessThan(25_000);
  });

  it.each([
    [
      'a form without a file',
      `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--${boundary}--\r\n`,
    ],
    ['no form', 'hello'],
    ['nothing', ''],
    ['a head without end', `--${boundary}\r\n${'x'.repeat(100_000)}`],
  ])('refuses %s', async (_name, text) => {
    expect(await read(upload(new TextEncoder().encode(text), 1000))).toBeNull();
  });
});
