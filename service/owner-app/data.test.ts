import { describe, expect, it } from 'vitest';
import { readUpload } from './data.ts';

type Controller = ReadableStreamDefaultController<Uint8Array>;

const boundary = '----WebKitFormBoundaryAbC123';

const fieldStart = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`;
const fileStart =
  `--${boundary}\r\nContent-Disposition: form-data; name="form_token"\r\n\r\nabc\r\n` +
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.jsonl"\r\n` +
  `Content-Type: application/octet-stream\r\n\r\n`;
const encoder = new TextEncoder();

function requestWith(source: UnderlyingDefaultSource<Uint8Array>): Request {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const init = { method: 'POST', headers, body: new ReadableStream(source), duplex: 'half' };
  return new Request('http://localhost/', init);
}

function upload(body: Uint8Array, size: number): Request {
  let at = 0;
  return requestWith({
    pull(controller) {
      if (at >= body.length) controller.close();
      else controller.enqueue(body.slice(at, (at += size)));
    },
  });
}

function bodyOf(content: string): Uint8Array {
  return encoder.encode(`${fileStart}${content}\r\n--${boundary}--\r\n`);
}

/** Creates a request whose body never ends. */
function endless(start: string, repeated: string) {
  let isCanceled = false;
  const request = requestWith({
    start: (controller) => controller.enqueue(encoder.encode(start)),
    pull: (controller) => controller.enqueue(encoder.encode(repeated.repeat(1_000))),
    cancel: () => void (isCanceled = true),
  });
  return { request, isCanceled: () => isCanceled };
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

  it.each([1, 2, 3, 7, 64, 100_000])('reads a form in chunks of %i bytes', async (size) => {
    expect(await read(upload(bodyOf(tricky), size))).toMatchObject({ token: 'abc', text: tricky });
  });

  it('reads an empty file', async () => {
    expect(await read(upload(bodyOf(''), 10))).toMatchObject({ token: 'abc', text: '' });
  });

  it('reads a form as browsers send it', async () => {
    const form = new FormData();
    form.append('form_token', 'abc');
    form.append('file', new Blob([tricky]), 'an "export".jsonl');
    const request = new Request('http://localhost/', { method: 'POST', body: form });

    expect(await read(request)).toMatchObject({ token: 'abc', text: tricky });
  });

  it('streams the file', async () => {
    const long = 'x'.repeat(3_000_000);

    const found = await read(upload(bodyOf(long), 10_000));

    expect(found?.text).toHaveLength(long.length);
    expect(found?.longest).toBeLessThan(100_000);
  });

  it.each([
    ['one field', fieldStart, 'a'],
    ['fields', '', `${fieldStart}b\r\n`],
    ['what precedes the form', '', 'hello'],
  ])('stops reading if %s never ends', async (_what, start, repeated) => {
    const source = endless(start, repeated);

    expect(await read(source.request)).toBeNull();
    expect(source.isCanceled()).toBe(true);
  });

  it('stops reading once the rest is discarded', async () => {
    const source = endless(fileStart, 'x'.repeat(10));
    const result = await readUpload(source.request);
    if (!result.ok) throw new Error('The upload was rejected.');
    for await (const chunk of result.value.file) if (chunk.length > 0) break;

    result.value.discard();

    await expect.poll(source.isCanceled).toBe(true);
  });

  it('rejects content types without a boundary', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; x-boundary=a', 'text/plain']) {
      const headers = { 'content-type': type };
      const request = new Request('http://localhost/', { method: 'POST', body: 'a', headers });
      expect(await readUpload(request)).toMatchObject({ ok: false });
    }
  });

  it.each([
    ['ends early', 'Unexpected end', (controller: Controller) => controller.close()],
    ['breaks off', 'reset', (controller: Controller) => controller.error(new Error('reset'))],
  ])('fails to read a file that %s', async (_how, message, end) => {
    let pulls = 0;
    const pull = (controller: Controller) =>
      (pulls += 1) === 1 ? controller.enqueue(encoder.encode(`${fileStart}half`)) : end(controller);
    const result = await readUpload(requestWith({ pull }));
    // Lets the error occur before anything reads the file.
    await new Promise(setImmediate);

    await expect(result.ok && Array.fromAsync(result.value.file)).rejects.toThrow(message);
  });

  it.each([
    ['a form without a file', `${fieldStart}b\r\n--${boundary}--\r\n`],
    ['something else', 'hello'],
    ['nothing', ''],
    ['an oversized header', `--${boundary}\r\n${'x'.repeat(100_000)}`],
  ])('rejects %s', async (_name, text) => {
    expect(await read(upload(encoder.encode(text), 1000))).toBeNull();
  });
});
