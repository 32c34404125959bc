/** Counts an export's lines by type, from its bytes as they arrive. */

export type ExportCounts = Readonly<
  Record<'memory' | 'document' | 'note' | 'fact' | 'rule', number>
>;

/** How many characters of a line to keep to read its type, such as `{"type":"document"`. */
const startLength = 24;
const lineFeed = 10;

export function createLineCounter() {
  const counts = { memory: 0, document: 0, note: 0, fact: 0, rule: 0 };
  let isWhole = false;
  let start = '';

  function take(bytes: Uint8Array): void {
    const room = startLength - start.length;
    for (const byte of bytes.subarray(0, room)) start += String.fromCharCode(byte);
  }

  function endLine(): void {
    const type = /^\{"type":"(\w+)"/.exec(start)?.[1] ?? '';
    if (isCounted(type)) counts[type] += 1;
    isWhole = type === 'end';
    start = '';
  }

  return {
    add(chunk: Uint8Array): void {
      let from = 0;
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
        take(chunk.subarray(from, at));
        endLine();
        from = at + 1;
      }
      take(chunk.subarray(from));
    },
    /** Returns null unless the last line marks the file as complete. */
    end(): ExportCounts | null {
      if (start !== '') endLine();
      return isWhole ? counts : null;
    },
  };

  function isCounted(type: string): type is keyof typeof counts {
    return Object.hasOwn(counts, type);
  }
}
