/** Writes docs/faults.md from what a run of the matrix showed. */
import { errorWords } from '../../components/words/errors.ts';
import { saveStates } from '../../components/words/outbox.ts';
import type { MemoryError } from '../../lib/contracts/errors.ts';
import type { CallCell } from './call-matrix.ts';
import type { FaultClass, NamedFault } from './fault-list.ts';
import type { SaveCell } from './save-matrix.ts';

const headings: Record<FaultClass, { title: string; text: string }> = {
  withdrawn: {
    title: 'The key is refused',
    text: 'Not one more request with that key for that operation: what was saved meanwhile rests until the person acts.',
  },
  refused: {
    title: 'The service will not do it',
    text: 'Asking again would change nothing, so nobody does. A save keeps its text and the reason.',
  },
  passing: {
    title: 'Trouble that may pass',
    text: 'Two more attempts, after growing pauses or the one the service names; then a save waits and is sent again by itself. A note has no identity at the service, so one that may have been taken is not handed in again within the call, and after three such sendings it rests until the person has looked.',
  },
  silent: {
    title: 'No answer in time',
    text: 'An attempt ends after 90 seconds. A search or a question is not asked again: the person has waited long enough, and decides.',
  },
  later: {
    title: 'A pause longer than a call can last',
    text: 'The call ends at once, and a save waits.',
  },
  unreadable: {
    title: 'Something answers, but not as this service does',
    text: 'No more is read than 8 MiB, and nothing deeper than 200 levels. Nothing of it is taken for an answer, least of all for an empty one. Only a confirmed deletion and a note, for which any success will do, believe what is no page and not too large.',
  },
  redirected: {
    title: 'The way leads elsewhere',
    text: 'No redirect is followed: nothing reached the other origin, the key least of all. A save waits through three of them, as a service under maintenance may be back, and is then refused.',
  },
  mute: {
    title: 'A yes that says nothing',
    text: 'Where the contract shows no body for success, a yes is believed; elsewhere it is no answer. Answers to a question, facts of the profile and rules may have any shape, and are shown as they came.',
  },
  harmless: {
    title: 'Slow, but in time',
    text: 'The first search after a quiet spell may take a minute.',
  },
};

/** The whole page. */
export function faultPage(calls: readonly CallCell[], saves: readonly SaveCell[]): string {
  const classes = [...new Set(calls.map(({ fault }) => fault.class))];
  const sections = classes.map((kind) =>
    section({
      kind,
      calls: calls.filter(({ fault }) => fault.class === kind),
      saves: saves.filter(({ fault }) => fault.class === kind),
    }),
  );
  return [
    '# What happens when a service fails',
    opening(calls),
    ...sections,
    '## The words in full',
    'Where the service’s own sentence says more than ours, it is shown as well, as text; so is the trace to quote when the trouble is reported.',
    `${wordsTable(calls)}\n`,
  ].join('\n\n');
}

function opening(calls: readonly CallCell[]): string {
  const operations = new Set(calls.map(({ operation }) => operation)).size;
  const faults = new Set(calls.map(({ fault }) => fault.name)).size;
  return [
    `Every operation of the client (${operations}, the deletions with and without the person’s consent) meets every fault (${faults}) over HTTP, with the real service behind a server that misbehaves; each fault lasts for as long as the call. This page is written by that run (\`tests/faults\`), and a test fails where the two differ; \`KEEPSAKE_WRITE_DOCS=1 npx vitest run --project source tests/faults\` writes it anew.`,
    'The first table of a section says how many requests a call makes, what the client gives (a code of `lib/contracts/errors.ts`; _retryable_ where trying later may help) and what the person reads; faults that end alike stand together. The second says what becomes of a save: where it stands and what is kept while the fault lasts, and what there is once the fault is over (and, where the save rested, the person asked for another try). “After it was done” means that the service did what was asked and the answer was lost.',
  ].join('\n\n');
}

interface Section {
  readonly kind: FaultClass;
  readonly calls: readonly CallCell[];
  readonly saves: readonly SaveCell[];
}

function section({ kind, calls, saves }: Section): string {
  const { title, text } = headings[kind];
  return [`## ${title}`, text, callTable(calls), saveTable(saves)].join('\n\n');
}

function callTable(cells: readonly CallCell[]): string {
  const rows = alike(cells, (cell) => ({ of: cell.operation, is: callEnd(cell) })).flatMap(
    ({ faults, ends }) =>
      ends.map(({ names, end }, nth) => [nth === 0 ? listed(faults) : '', names, ...end]),
  );
  return table(['Fault', 'Operations', 'Requests', 'The client gives', 'The person reads'], rows);
}

function callEnd({ operation, requests, error, isTrue }: CallCell): string[] {
  if (error !== null) return [String(requests), codeOf(error), errorWords(error).title];
  const made = openShapes.has(operation) ? 'what came, as it came' : 'a yes, believed';
  const given = isTrue ? 'the answer' : made;
  return [String(requests), given, '–'];
}

/** The contract leaves their answers open. */
const openShapes = new Set(['ask', 'profile', 'rules']);

function codeOf({ code, retryable }: MemoryError): string {
  return `\`${code}\`${retryable ? ', retryable' : ''}`;
}

function saveTable(cells: readonly SaveCell[]): string {
  const rows = alike(cells, (cell) => ({ of: nameOf[cell.kind], is: saveEnd(cell) })).flatMap(
    ({ faults, ends }) =>
      ends.map(({ names, end }, nth) => [nth === 0 ? listed(faults) : '', names, ...end]),
  );
  return table(['Fault', 'Save of', 'Requests', 'Meanwhile', 'Once it is over'], rows);
}

const nameOf = { page: 'a page', note: 'a highlight', link: 'a link' } as const;

function saveEnd({ requests, during, againInSeconds, after, copies, fault }: SaveCell): string[] {
  const { status } = during.state;
  const kept = during.material === null ? '' : '; its text is kept';
  const again = againInSeconds === null ? '' : ` (sent again after ${againInSeconds} s)`;
  const meanwhile = status === 'discarded' ? 'discarded' : `“${saveStates[status]}”${again}${kept}`;
  return [String(requests), meanwhile, endOf({ after, copies, fault })];
}

function endOf({ after, copies }: Pick<SaveCell, 'after' | 'copies' | 'fault'>): string {
  const state = after === 'discarded' ? 'discarded' : `“${saveStates[after]}”`;
  if (copies === 1) return `${state}, there once`;
  return copies === 0
    ? `${state}, and nowhere: the yes was another’s`
    : `${state}, there ${copies} times`;
}

interface Named {
  readonly fault: NamedFault;
}

interface Alike {
  readonly faults: string[];
  /** Who ends how; the most common end first. */
  readonly ends: { readonly names: string; readonly end: readonly string[] }[];
}

/** Puts together the faults that end alike for all, and within them all that end alike. */
function alike<Cell extends Named>(
  cells: readonly Cell[],
  read: (cell: Cell) => { of: string; is: readonly string[] },
): Alike[] {
  const byFault = Map.groupBy(cells, ({ fault }) => fault.name);
  const endsOf = [...byFault].map(([fault, own]) => {
    const byEnd = Map.groupBy(own.map(read), ({ is }) => JSON.stringify(is));
    const groups = [...byEnd.values()].sort((a, b) => b.length - a.length);
    const ends = groups.map((group, nth) => ({
      names: namesOf(
        group.map(({ of }) => of),
        { nth, groups: groups.length },
      ),
      end: group[0]?.is ?? [],
    }));
    return { fault, ends };
  });
  const together = Map.groupBy(endsOf, ({ ends }) => JSON.stringify(ends));
  return [...together.values()].map((group) => ({
    faults: group.map(({ fault }) => fault),
    ends: group[0]?.ends ?? [],
  }));
}

/** Says together what two or more of them have in common. */
function listed(faults: readonly string[]): string {
  const statuses = faults.filter((name) => faults.includes(name + bodiless));
  const told = new Set([...statuses, ...statuses.map((name) => name + bodiless)]);
  const rest = new Set(faults.filter((name) => !told.has(name)));
  const others = [...rest].flatMap((name) => {
    const stem = name.replace(/ (?:before|after) it was done$/, '');
    if (!rest.has(stem + before) || !rest.has(stem + after)) return [name];
    return name.endsWith(before) ? [`${stem} before or after it was done`] : [];
  });
  const first = statuses.length === 0 ? [] : [`${statuses.join(', ')} with or without a body`];
  return [...first, ...others].join('; ');
}

const bodiless = ' without a body';
const before = ' before it was done';
const after = ' after it was done';

function namesOf(names: string[], { nth, groups }: { nth: number; groups: number }): string {
  if (groups === 1) return names.length > 2 ? 'all' : names.join(', ');
  return nth === 0 && names.length > 2 ? 'all others' : names.map(asCode).join('; ');
}

function asCode(name: string): string {
  return /^[a-z]+\.?[a-z]+/.test(name) && !name.startsWith('a ')
    ? name.replace(/^[a-z.]+/, (code) => `\`${code}\``)
    : name;
}

function wordsTable(calls: readonly CallCell[]): string {
  const errors = calls.flatMap(({ error }) => error ?? []);
  const byCode = new Map(errors.map((error) => [error.code, error]));
  const rows = [...byCode.values()].map((error) => {
    const { title, next, quote } = errorWords(error);
    const text =
      quote === null ? `${title}. ${next}` : `${title}. ${next} (and the service’s words)`;
    return [`\`${error.code}\``, text];
  });
  return table(['Code', 'What the person reads'], rows);
}

/** A table of Markdown as the formatter writes it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) =>
    Math.max(...[head, ...rows].map((row) => (row[at] ?? '').length), title.length),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
