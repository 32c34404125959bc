/** Pages of 1 MB with different structures, each slow to capture for a different reason. */

const bytes = 1_000_000;

const sentence =
  'The ice was cut on the lake in January, drawn to the shed by <a href="/horses">horses</a> and laid down in <em>sawdust</em>, row by row, until the <b>last</b> of it went out in September. ';

const row = `<tr>${'<td>12.5 <a href="/a">kg</a></td>'.repeat(10)}</tr>`;

const comment =
  `<div class="comment" id="c1"><div class="meta"><a class="author" href="/u">Ann</a> <time>2 days ago</time></div>` +
  `<div class="body"><p>${sentence}</p></div><button>Reply</button>`;

export const largePages: readonly (readonly [name: string, html: string])[] = [
  ['long article', page(`<article>${times(`<p>${sentence.repeat(4)}</p>`)}</article>`)],
  ['one paragraph', page(`<article><p>${times(sentence)}</p></article>`)],
  ['large table', page(`<table>${row.repeat(2_000)}${filled(row.length * 2_000)}</table>`)],
  [
    'short items',
    page(`<ul>${'<li><a href="/i">An item</a></li>'.repeat(8_000)}</ul>${filled(8_000 * 34)}`),
  ],
  ['deep nesting', page(deep())],
  ['comment thread', page(times(`${comment}</div>`))],
  ['nested comments', page(nested())],
  ['little text', page(`<p>${sentence.repeat(9)}</p>${times('<div><span></span><i></i></div>')}`)],
];

function page(body: string): string {
  return `<!doctype html><html lang="en"><title>The ice house</title><body><main><h1>The ice house</h1>${body}</main>`;
}

/** Repeats the part up to 1 MB. Numbers the copies, because the capture drops repeated text. */
function times(part: string): string {
  const count = Math.floor(bytes / part.length);
  return Array.from({ length: count }, (_, at) => part.replace('January', `January ${at}`)).join(
    '',
  );
}

/** Returns an HTML comment that pads the page to 1 MB. */
function filled(length: number): string {
  return `<!--${'x'.repeat(Math.max(0, bytes - length))}-->`;
}

function deep(): string {
  const levels = 480;
  const part = `<p>${sentence}</p>`;
  const each = part.repeat(Math.floor(bytes / levels / part.length));
  return `${`<div class="level">${each}`.repeat(levels)}${'</div>'.repeat(levels)}`;
}

function nested(): string {
  const thread = `${comment.repeat(40)}${'</div>'.repeat(40)}`;
  return times(thread);
}
