import { describe, expect, it } from 'vitest';
import { readUpload } from './data.ts';

type Controller = ReadableStreamDefaultController<Uint8Array>;

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

/** A form that never ends. */
function endless(repeated: string, before: string) {
  const encoder = new TextEncoder();
  let isCanceled = false;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(before)),
    pull: (controller) => controller.enqueue(encoder.encode(repeated)),
    cancel: () => void (isCanceled = true),
  });
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const init = { method: 'POST', headers, body: stream, duplex: 'half' };
  return { request: new Request('http://localhost/', init), isCanceled: () => isCanceled };
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
    ['one field', 'a', `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`],
    ['fields', `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n`, ''],
    ['what precedes the form', 'hello', ''],
  ])('stops reading if %s never ends', async (_what, repeated, before) => {
    const source = endless(repeated.repeat(1_000), before);

    expect(await read(source.request)).toBeNull();
    expect(source.isCanceled()).toBe(true);
  });

  it('stops reading once the rest is discarded', async () => {
    const start = new TextDecoder().decode(bodyOf('')).split('\r\n--').slice(0, 2).join('\r\n--');
    const source = endless('x'.repeat(10_000), start);
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
    const start = bodyOf('half').slice(0, -20);
    let pulls = 0;
    const pull = (controller: Controller) =>
      (pulls += 1) === 1 ? controller.enqueue(start) : end(controller);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const init = { method: 'POST', headers, body: new ReadableStream({ pull }), duplex: 'half' };
    const result = await readUpload(new Request('http://localhost/', init));
    // Lets the error occur before anything reads the file.
    await new Promise(setImmediate);

    await expect(result.ok && Array.fromAsync(result.value.file)).rejects.toThrow(message);
  });

  it.each([
    [
      'a form without a file',
      `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--${boundary}--\r\n`,
    ],
    ['something else', 'hello'],
    ['nothing', ''],
    ['an oversized header', `--${boundary}\r\n${'x'.repeat(100_000)}`],
  ])('rejects %s', async (_name, text) => {
    expect(await read(upload(new TextEncoder().encode(text), 1000))).toBeNull();
  });
});
