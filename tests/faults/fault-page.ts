/** Generates docs/faults.md from a run of the fault matrix. */
import { errorWords } from '../../lib/i18n/errors.ts';
import { saveStates } from '../../components/app/save-text.ts';
import type { MemoryError } from '../../lib/contract/errors.ts';
import type { CallCell } from './call-matrix.ts';
import type { FaultClass, NamedFault } from './fault-list.ts';
import type { SaveCell } from './save-matrix.ts';

const headings: Record<FaultClass, { title: string; text: string }> = {
  withdrawn: {
    title: 'Credential refused',
    text: 'The operation sends nothing more with that key. Saves are paused until the person acts.',
  },
  refused: {
    title: 'Request rejected',
    text: 'Not retried, since the answer would be the same. A save keeps its text and the reason.',
  },
  full: {
    title: 'Quota reached',
    text: 'Not retried. A save is paused. The person can retry it after deleting something, or after the operator has raised the quota. Unlike after 401 and 403, Keepsake keeps using the key.',
  },
  passing: {
    title: 'Transient failures',
    text: 'Up to two retries with growing delays, or after the delay the service asks for; then a save waits and is sent again later. A service other than Keepsake’s might store the same note twice, so one that may have arrived is not retried within the call, and after three such attempts it stops until the person has checked. Ask is retried only after 429: any other failure may have used an agent turn.',
  },
  silent: {
    title: 'Timeouts',
    text: 'An attempt ends after 90 seconds. Search and Ask are not retried; the person decides.',
  },
  later: {
    title: 'Retry-After longer than a call',
    text: 'The call ends at once and a save waits. Keepsake’s service sends the delay as `details.retry_after`.',
  },
  unreadable: {
    title: 'Unreadable responses',
    text: 'At most 8 MiB and 200 levels of nesting are read. None of it counts as an answer, least of all as an empty one. Only a confirmed deletion and an added note, for which any 2xx is a success, accept an unreadable body, unless it is HTML or too large.',
  },
  redirected: {
    title: 'Redirects',
    text: 'Never followed: nothing reaches the other origin. A save waits through three redirects, in case the service is under maintenance, and is then refused.',
  },
  mute: {
    title: 'Success without the expected body',
    text: 'Accepted if the contract defines no response body, an error otherwise. Ask, the profile facts and the rules have no fixed shape and are shown as received.',
  },
  harmless: {
    title: 'Slow, but in time',
    text: 'The first request to a service that was asleep can take a minute.',
  },
};

/** Returns the page as Markdown. */
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
    '# Fault handling',
    opening(calls),
    ...sections,
    '## Error messages',
    'If the service’s own message says more, it is quoted below ours. The trace id is shown for bug reports.',
    `${wordsTable(calls)}\n`,
  ].join('\n\n');
}

function opening(calls: readonly CallCell[]): string {
  const operations = new Set(calls.map(({ operation }) => operation)).size;
  const faults = new Set(calls.map(({ fault }) => fault.name)).size;
  return [
    `How the client and the outbox handle a failing service: ${operations} operations (deletions with and without confirmation) against ${faults} faults, over HTTP, with the real service behind a faulty proxy. A fault lasts for the whole call. \`tests/faults\` generates this page and fails if it is out of date; to rewrite it: \`KEEPSAKE_WRITE_DOCS=1 npx vitest run tests/faults\`.`,
    'In each section, the first table lists the requests a call makes, the resulting error code (`lib/contract/errors.ts`) and the message; faults with the same outcome share a row. The second lists what happens to a save: its state during the fault, and the outcome once the fault is over (after a retry by the person, if the save had stopped). “After processing” means that the service carried out the request and its response was lost.',
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
  return table(['Fault', 'Operations', 'Requests', 'Result', 'Message'], rows);
}

function callEnd({ operation, requests, error, isTrue }: CallCell): string[] {
  if (error !== null) return [String(requests), codeOf(error), errorWords(error).title];
  const made = openShapes.has(operation) ? 'the body as received' : 'success, body ignored';
  const given = isTrue ? 'the expected response' : made;
  return [String(requests), given, '–'];
}

/** Operations whose response has no fixed shape. */
const openShapes = new Set(['ask', 'profile', 'rules']);

function codeOf({ code, retryable }: MemoryError): string {
  return `\`${code}\`${retryable ? ', retryable' : ''}`;
}

function saveTable(cells: readonly SaveCell[]): string {
  const rows = alike(cells, (cell) => ({ of: nameOf[cell.kind], is: saveEnd(cell) })).flatMap(
    ({ faults, ends }) =>
      ends.map(({ names, end }, nth) => [nth === 0 ? listed(faults) : '', names, ...end]),
  );
  return table(['Fault', 'Save of', 'Requests', 'During the fault', 'Afterwards'], rows);
}

const nameOf = { page: 'a page', note: 'a highlight', link: 'a link' } as const;

function saveEnd({ requests, during, againInSeconds, after, copies, fault }: SaveCell): string[] {
  const { status } = during.state;
  const kept = during.material === null ? '' : '; text kept';
  const again = againInSeconds === null ? '' : ` (retry in ${againInSeconds} s)`;
  const meanwhile = status === 'discarded' ? 'discarded' : `“${saveStates[status]}”${again}${kept}`;
  return [String(requests), meanwhile, endOf({ after, copies, fault })];
}

function endOf({ after, copies }: Pick<SaveCell, 'after' | 'copies' | 'fault'>): string {
  const state = after === 'discarded' ? 'discarded' : `“${saveStates[after]}”`;
  if (copies === 1) return `${state}, stored once`;
  return copies === 0
    ? `${state}, but not stored: another server answered`
    : `${state}, stored ${copies} times`;
}

interface Named {
  readonly fault: NamedFault;
}

interface Alike {
  readonly faults: string[];
  /** Sorted by frequency, the most common outcome first. */
  readonly ends: { readonly names: string; readonly end: readonly string[] }[];
}

/** Groups faults with the same outcomes, and within each group the operations with the same outcome. */
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

/** Joins the names of faults, merging variants such as with and without a body. */
function listed(faults: readonly string[]): string {
  const statuses = faults.filter((name) => faults.includes(name + bodiless));
  const told = new Set([...statuses, ...statuses.map((name) => name + bodiless)]);
  const rest = new Set(faults.filter((name) => !told.has(name)));
  const others = [...rest].flatMap((name) => {
    const stem = name.replace(/ (?:before|after) processing$/, '');
    if (!rest.has(stem + before) || !rest.has(stem + after)) return [name];
    return name.endsWith(before) ? [`${stem} before or after processing`] : [];
  });
  const first = statuses.length === 0 ? [] : [`${statuses.join(', ')} with or without a body`];
  return [...first, ...others].join('; ');
}

const bodiless = ' without a body';
const before = ' before processing';
const after = ' after processing';

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
      quote === null ? `${title}. ${next}` : `${title}. ${next} (and the service’s message)`;
    return [`\`${error.code}\``, text];
  });
  return table(['Code', 'Message'], rows);
}

/** Returns a Markdown table, padded as the formatter does. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) =>
    Math.max(...[head, ...rows].map((row) => (row[at] ?? '').length), title.length),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
