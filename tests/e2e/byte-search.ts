/** Searches bytes for secrets in every spelling that storage, a log or the wire might give them. */

/** Somewhere a secret could have got to, and what stands there. */
export interface Place {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A place that holds text. */
export function textPlace(name: string, text: string): Place {
  return { name, bytes: Buffer.from(text, 'utf8') };
}

/**
 * Gives "secret, as spelling, in place" for each that is found. A stretch from the middle of the secret is looked for,
 * so that one that was cut short is found as well, and the last four characters, which are shown on purpose, are not.
 */
export function findSecrets(
  secrets: Readonly<Record<string, string>>,
  places: readonly Place[],
): string[] {
  const needles = Object.entries(secrets).flatMap(([secret, value]) =>
    spellingsOf(middleOf(value)).map(({ spelling, bytes }) => ({ secret, spelling, bytes })),
  );
  return places.flatMap(({ name, bytes }) => {
    const hay = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return needles
      .filter((needle) => hay.includes(needle.bytes))
      .map(({ secret, spelling }) => `${secret}, as ${spelling}, in ${name}`);
  });
}

const middleLength = 16;

/** Throws for what is too short to be told from chance. */
function middleOf(secret: string): string {
  if (secret.length < middleLength + 8) throw new Error('The secret is too short to look for.');
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

/** Base64 looks otherwise by what stands before; the characters that hold bits of the neighbours are left off. */
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
