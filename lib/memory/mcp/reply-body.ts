/** Reads the body in which a server replies: one JSON value, or a stream of events of which one is the reply. */
import { parseJson, readAnswerBody, readBytes, type AnswerBody } from '../answer-body.ts';
import type { ReadBody } from '../attempt.ts';
import { readReply } from './messages.ts';

/** Makes the reader of the reply to one request. A stream is read no further than that reply. */
export function replyReader(id: number): ReadBody {
  return (response, maxBytes, signal) => {
    const type = response.headers.get('content-type') ?? '';
    return /^\s*text\/event-stream\b/i.test(type)
      ? readEvents(response, { id, maxBytes, signal })
      : readAnswerBody(response, maxBytes, signal);
  };
}

interface Reading {
  readonly id: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

async function readEvents(
  response: Response,
  { id, maxBytes, signal }: Reading,
): Promise<AnswerBody> {
  const events = createEventReader();
  const found: { value?: unknown } = {};
  const look = (text: string) => {
    for (const data of events.feed(text)) {
      const value = parseJson(data);
      // What comes before is progress and the like, or a request, which this client never offered to answer.
      if (Object.hasOwn(found, 'value') || readReply(value, id) === null) continue;
      found.value = value;
    }
    return Object.hasOwn(found, 'value');
  };
  const decoder = new TextDecoder();
  const read = await readBytes(response, {
    maxBytes,
    signal,
    isEnough: (piece) => look(decoder.decode(piece, { stream: true })),
  });
  // An event that the end of the stream cut short may still be whole JSON.
  if (look(`${decoder.decode()}\n\n`)) {
    return { kind: 'json', value: found.value };
  }
  return { kind: read === 'too-large' ? 'too-large' : 'broken' };
}

interface EventReader {
  /** Takes the next piece of the stream, and gives the data of the events it completes. */
  feed(text: string): string[];
}

/** Follows the event stream format of the HTML standard, of which only `data` matters here. */
function createEventReader(): EventReader {
  let rest: string[] = [];
  let data: string[] = [];

  function endLine(line: string, complete: string[]) {
    if (line === '') {
      if (data.length > 0) complete.push(data.join('\n'));
      data = [];
    } else if (line === 'data' || line.startsWith('data:')) {
      data.push(line.slice('data:'.length).replace(/^ /, ''));
    }
  }

  return {
    feed: (text) => {
      const complete: string[] = [];
      let from = 0;
      for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) {
        rest.push(text.slice(from, index));
        endLine(rest.join(''), complete);
        rest = [];
        from = index + ending.length;
      }
      if (from < text.length) rest.push(text.slice(from));
      return complete;
    },
  };
}
