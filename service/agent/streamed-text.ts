/** Reads the text of a streamed chat completion: server-sent events, each with a piece. */
import * as z from 'zod/mini';

const chunkSchema = z.looseObject({
  choices: z.optional(
    z.array(
      z.looseObject({
        delta: z.optional(z.looseObject({ content: z.optional(z.nullable(z.string())) })),
        /** The whole text, from an endpoint that does not stream. */
        message: z.optional(z.looseObject({ content: z.optional(z.nullable(z.string())) })),
      }),
    ),
  ),
});

/** In UTF-16 code units; a model that goes on beyond it is broken off. */
const MAX_LENGTH = 64 * 1024;

/** Puts the pieces together; rejects where the stream breaks off or holds what is no such event. */
export async function streamedText(body: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  let rest = '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let ended = false; !ended && text.length < MAX_LENGTH;) {
      const { done, value } = await reader.read();
      rest += done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true });
      if (rest.length > 4 * MAX_LENGTH) throw new Error('A line of the stream is too long.');
      const lines = rest.split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) text += pieceOf(line);
      ended = done || lines.includes('data: [DONE]');
    }
  } finally {
    await reader.cancel();
  }
  return text.slice(0, MAX_LENGTH);
}

function pieceOf(line: string): string {
  const json = line.startsWith('{') ? line : /^data: ?(\{.*)$/.exec(line)?.[1];
  if (json === undefined) return '';
  const first = z.parse(chunkSchema, JSON.parse(json)).choices?.[0];
  return first?.delta?.content ?? first?.message?.content ?? '';
}
