export function isEventStream({ headers }: Response): boolean {
  return /^\s*text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}

/** Parses the event stream format of the HTML standard; only `data` fields matter here. */
export function createEventReader(): (text: string) => string[] {
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

  return (text) => {
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
  };
}
