/** Searches bytes for secrets in every encoding that storage, a log or the network could use. */

/** A place that a secret may have reached, with its contents. */
export interface Place {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export function textPlace(name: string, text: string): Place {
  return { name, bytes: Buffer.from(text, 'utf8') };
}

/**
 * Returns "secret, as encoding, in place" for each match. Searches for the middle of each secret,
 * to find truncated secrets too and to ignore the last four characters, which are shown on purpose.
 */
export function findSecrets(
  secrets: Readonly<Record<string, string>>,
  places: readonly Place[],
): string[] {
  const needles = Object.entries(secrets).flatMap(([secret, value]) =>
    spellingsOf(middleOf(value)).map(({ spelling, bytes }) => ({ secret, spelling, bytes })),
  );
  const find = searcherFor(needles.map(({ bytes }) => bytes));
  return places.flatMap(({ name, bytes }) => {
    const found = find(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return needles
      .filter((_, index) => found.has(index))
      .map(({ secret, spelling }) => `${secret}, as ${spelling}, in ${name}`);
  });
}

/**
 * Returns a function that searches for all needles in one pass and returns the indexes of those it finds. A profile and
 * its heaps have hundreds of megabytes, and a pass for each spelling of each secret takes half a minute. This is the
 * Wu-Manber algorithm: the last two bytes of the window determine how far the search can skip ahead.
 */
function searcherFor(needles: readonly Buffer[]): (hay: Buffer) => ReadonlySet<number> {
  const window = Math.min(...needles.map(({ byteLength }) => byteLength));
  const skips = new Uint8Array(65_536).fill(window - 1);
  const endingWith = new Map<number, number[]>();
  for (const [index, needle] of needles.entries()) {
    for (let at = 1; at < window; at += 1) {
      const pair = needle.readUInt16BE(at - 1);
      skips[pair] = Math.min(skips[pair] ?? 0, window - 1 - at);
    }
    const last = needle.readUInt16BE(window - 2);
    endingWith.set(last, [...(endingWith.get(last) ?? []), index]);
  }
  return (hay) => {
    const found = new Set<number>();
    for (let end = window - 1; end < hay.byteLength;) {
      const pair = ((hay[end - 1] ?? 0) << 8) | (hay[end] ?? 0);
      const skip = skips[pair] ?? 0;
      if (skip === 0) {
        const start = end - window + 1;
        for (const index of endingWith.get(pair) ?? []) {
          const needle = needles[index];
          if (needle?.equals(hay.subarray(start, start + needle.byteLength))) found.add(index);
        }
      }
      end += Math.max(skip, 1);
    }
    return found;
  };
}

const middleLength = 16;

/** Throws if the secret is too short to rule out a chance match. */
function middleOf(secret: string): string {
  if (secret.length < middleLength + 8) throw new Error('The secret is too short to search for.');
  const start = Math.floor((secret.length - middleLength) / 2);
  return secret.slice(start, start + middleLength);
}

type Spelling = { spelling: string; bytes: Buffer };

function spellingsOf(text: string): Spelling[] {
  const utf8 = Buffer.from(text, 'utf8');
  const utf16 = Buffer.from(text, 'utf16le');
  const hex = utf8.toString('hex');
  const percent = hex.replaceAll(/../g, (byte) => `%${byte}`);
  const codes = [...utf8].join(',');
  const spelled: [string, string | Buffer][] = [
    ['UTF-8', utf8],
    ['UTF-16LE', utf16],
    ['UTF-16BE', Buffer.from(utf16).swap16()],
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ['percent-encoding', encodeURIComponent(text)],
    ['percent-encoding of all', percent],
    ['PERCENT-ENCODING of all', percent.toUpperCase()],
    ['a list of its bytes', codes],
    ['UTF-8, backwards', Buffer.from(utf8.toReversed())],
    ...base64Spellings('base64', utf8),
    ...base64Spellings('base64 of UTF-16LE', utf16),
  ];
  const seen = new Set<string>();
  return spelled.flatMap(([spelling, given]) => {
    const bytes = Buffer.from(given);
    const key = bytes.toString('latin1');
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ spelling, bytes }];
  });
}

/**
 * Returns the base64 of the bytes at each offset within a group of three, without the characters that also encode
 * neighboring bytes.
 */
function base64Spellings(name: string, bytes: Buffer): [string, string][] {
  return [0, 1, 2].flatMap((before): [string, string][] => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const start = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.byteLength) * 8) / 6);
    const inner = whole.slice(start, end);
    return [
      [name, inner],
      [`${name} for addresses`, inner.replaceAll('+', '-').replaceAll('/', '_')],
    ];
  });
}
