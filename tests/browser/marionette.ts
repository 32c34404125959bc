import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import * as z from 'zod/mini';

const COLON = ':'.charCodeAt(0);

/** A Marionette response: `[1, id, error, result]`. The server's greeting is not an array and is skipped. */
const answerSchema = z.tuple([
  z.literal(1),
  z.number(),
  z.nullable(z.object({ error: z.string(), message: z.string() })),
  z.unknown(),
]);

/** Splits a stream of `LENGTH:JSON` frames; the length counts bytes, not characters. */
class FrameReader {
  #pending: Buffer = Buffer.alloc(0);

  read(chunk: Buffer): unknown[] {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    const messages: unknown[] = [];
    for (;;) {
      const colon = this.#pending.indexOf(COLON);
      const end = colon + 1 + Number(this.#pending.toString('latin1', 0, colon));
      if (colon < 0 || this.#pending.length < end) return messages;
      messages.push(JSON.parse(this.#pending.toString('utf8', colon + 1, end)));
      this.#pending = this.#pending.subarray(end);
    }
  }
}

/** A connection to Firefox's Marionette server, used because WebDriver BiDi can't open extension pages. */
export class Marionette {
  readonly #socket: Socket;
  readonly #frames = new FrameReader();
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('close', () => this.#fail(new Error('Firefox closed the connection.')));
    socket.on('error', (error) => this.#fail(error));
  }

  /** Connects; rejects immediately if nothing listens on the port. */
  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Marionette(socket);
  }

  /** Sends a command and returns its result; rejects with Marionette's error text. */
  send(command: string, parameters: object = {}): Promise<unknown> {
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    const body = JSON.stringify([0, id, command, parameters]);
    this.#socket.write(`${Buffer.byteLength(body)}:${body}`);
    return answer.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    for (const message of this.#frames.read(chunk)) {
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = answerSchema.parse(message);
      const answer = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) answer?.reject(new Error(`${error.error}: ${error.message}`));
      else answer?.resolve(result);
    }
  }

  #fail(error: Error): void {
    for (const answer of this.#waiting.values()) answer.reject(error);
    this.#waiting.clear();
  }
}
