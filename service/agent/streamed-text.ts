/** Reads the text of a streamed chat completion: server-sent events, each with a piece. */
import * as z from 'zod/mini';

const chunkSchema = z.looseObject({
  error: z.optional(z.unknown()),
  choices: z.optional(
    z.array(
      z.looseObject({
        delta: z.optional(z.looseObject({ content: z.optional(z.nullable(z.string())) })),
        /** The whole text, from an endpoint that does not stream. */
        message: z.optional(z.looseObject({ content: z.optional(z.nullable(z.string())) })),
        finish_reason: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
});

/** In UTF-16 code units; a model that goes on beyond it is broken off. */
const MAX_LENGTH = 64 * 1024;

/** Puts the pieces together; rejects where the stream breaks off, is aborted or holds what is no such event. */
export async function streamedText(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<string> {
  let text = '';
  let rest = '';
  let isWhole = false;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const aborted = abortOf(signal);
  try {
    for (let ended = false; !ended && text.length < MAX_LENGTH;) {
      const { done, value } = await Promise.race([reader.read(), aborted]);
      rest += done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true });
      if (rest.length > 4 * MAX_LENGTH) throw new Error('A line of the stream is too long.');
      const lines = rest.split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const piece = pieceOf(line);
        text += piece.text;
        isWhole ||= piece.isLast;
      }
      ended = done || lines.includes(LAST);
    }
  } finally {
    // A stream that hangs may never agree to be canceled.
    reader.cancel().catch(() => undefined);
  }
  if (!isWhole && text.length < MAX_LENGTH) throw new Error('The stream broke off.');
  return text.slice(0, MAX_LENGTH);
}

const LAST = 'data: [DONE]';

/** Rejects once the signal is aborted. */
function abortOf(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(new Error('The stream was aborted.'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
  aborted.catch(() => undefined);
  return aborted;
}

interface Piece {
  readonly text: string;
  /** Whether nothing is missing after it. */
  readonly isLast: boolean;
}

function pieceOf(line: string): Piece {
  const json = line.startsWith('{') ? line : /^data: ?(\{.*)$/.exec(line)?.[1];
  if (json === undefined) return { text: '', isLast: line === LAST };
  const { choices, error } = z.parse(chunkSchema, JSON.parse(json));
  if (error !== undefined && error !== null) throw new Error('The endpoint reports an error.');
  const first = choices?.[0];
  const whole = first?.message?.content;
  return {
    text: first?.delta?.content ?? whole ?? '',
    isLast: typeof whole === 'string' || typeof first?.finish_reason === 'string',
  };
}
