/** Every operation, and every save, against every fault: what has to hold whatever the fault, and the page that tells it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorWords } from '../../components/app/error-text.ts';
import { runCalls, type CallCell } from './call-matrix.ts';
import { faultPage } from './fault-page.ts';
import { matrixKey, type FaultClass } from './fault-list.ts';
import { runSaves, type SaveCell } from './save-matrix.ts';

let calls: CallCell[];
let saves: SaveCell[];

beforeAll(async () => {
  [calls, saves] = await Promise.all([runCalls(), runSaves()]);
}, 120_000);

const nameOf = ({ operation, fault }: CallCell) => `${operation}: ${fault.name}`;
/** The calls of some classes, save those that the rule is not about. */
const callsOf = (...classes: FaultClass[]) =>
  calls.filter(({ fault }) => classes.includes(fault.class));
const namesOf = (cells: CallCell[]) => cells.map(nameOf);
const savesOf = (...classes: FaultClass[]) =>
  saves.filter(({ fault }) => classes.includes(fault.class));
const saveNames = (cells: SaveCell[]) => cells.map(({ kind, fault }) => `${kind}: ${fault.name}`);

/** What reads; a yes to it without its answer would be an empty memory. */
const reads = new Set(['containers.list', 'documents.list', 'documents.get', 'search']);
/** Repeated only after a failure that says the service did nothing. */
const notRepeated = new Set(['memories.add', 'ask']);
/** Not repeated after a timeout. */
const asksOnce = new Set(['search', 'ask']);

describe('a call that meets a fault', () => {
  it('is made for every operation and every fault', () => {
    expect(new Set(calls.map(nameOf)).size).toBe(calls.length);
    expect(calls.length).toBeGreaterThan(650);
  });

  it('makes one request where another could not help', () => {
    const once: FaultClass[] = [
      'withdrawn',
      'refused',
      'later',
      'unreadable',
      'redirected',
      'mute',
      'harmless',
    ];
    const cells = callsOf(...once);

    expect(cells.length).toBeGreaterThan(300);
    expect(namesOf(cells.filter(({ requests }) => requests !== 1))).toEqual([]);
  });

  it('makes three requests where trouble may pass, or fewer that succeed', () => {
    const cells = callsOf('passing', 'silent').filter(
      ({ fault, operation }) => fault.class === 'passing' || !asksOnce.has(operation),
    );

    const others = cells.filter(
      ({ requests, operation }) => requests !== 3 && !notRepeated.has(operation),
    );
    expect(others.every(({ requests, error }) => requests < 3 && error === null)).toBe(true);
    expect(others.every(({ operation }) => /delete$|forget$/.test(operation))).toBe(true);
  });

  it('hands in a note again within the call only where the first one surely was not taken', () => {
    const cells = callsOf('passing', 'silent').filter(
      ({ operation }) => operation === 'memories.add',
    );

    const repeated = cells.filter(({ requests }) => requests > 1);
    expect(repeated.length).toBeGreaterThan(3);
    expect(repeated.every(({ fault }) => /^(409|429)/.test(fault.name))).toBe(true);
    expect(namesOf(cells.filter(({ done }) => done > 1))).toEqual([]);
  });

  it('asks the agent again only after a refusal that spent no turn', () => {
    const cells = callsOf('passing', 'silent').filter(({ operation }) => operation === 'ask');

    const repeated = cells.filter(({ requests }) => requests > 1);
    expect(repeated.length).toBeGreaterThan(2);
    expect(repeated.every(({ fault }) => fault.name.startsWith('429'))).toBe(true);
    expect(namesOf(cells.filter(({ done }) => done > 1))).toEqual([]);
  });

  it('asks once where a search or a question ran out of time, and calls that a timeout', () => {
    const cells = callsOf('silent').filter(({ operation }) => asksOnce.has(operation));

    expect(cells.length).toBeGreaterThan(5);
    expect(cells).toEqual(
      cells.map(() =>
        expect.objectContaining({
          requests: 1,
          seconds: 90,
          error: expect.objectContaining({ code: 'memory.timeout' }),
        }),
      ),
    );
  });

  it('ends within three times 90 seconds and the pauses between', () => {
    expect(Math.max(...calls.map(({ seconds }) => seconds))).toBeLessThan(3 * 90 + 61);
    expect(Math.max(...callsOf('silent').map(({ seconds }) => seconds))).toBeGreaterThan(270);
  });

  it('takes a refused key for one that is not to be tried again', () => {
    const codes = callsOf('withdrawn').map(({ error, fault }) => [
      fault.name.slice(0, 3),
      error?.code,
      error?.retryable,
    ]);

    expect(new Set(codes.map((code) => JSON.stringify(code)))).toEqual(
      new Set([
        JSON.stringify(['401', 'memory.unauthenticated', false]),
        JSON.stringify(['403', 'memory.unauthorized', false]),
      ]),
    );
  });

  it('says that trying later may help where it may, and nowhere else', () => {
    const failed = (...classes: FaultClass[]) => callsOf(...classes).filter(({ error }) => error);
    const mayHelp = failed('passing', 'silent', 'later');
    const cannot = failed('withdrawn', 'refused', 'redirected', 'unreadable', 'mute');

    expect(namesOf(mayHelp.filter(({ error }) => error?.retryable !== true))).toEqual([]);
    expect(namesOf(cannot.filter(({ error }) => error?.retryable !== false))).toEqual([]);
  });

  it('fails at every fault of the kinds that leave no answer', () => {
    const cells = callsOf('withdrawn', 'refused', 'passing', 'later', 'redirected', 'silent');
    const succeeded = cells.filter(({ error }) => error === null);

    // What was deleted by an attempt whose answer broke off is gone, and the next attempt says so.
    expect(new Set(succeeded.map(({ operation }) => operation))).toEqual(
      new Set(['documents.delete', 'memories.forget']),
    );
    expect(namesOf(succeeded.filter(({ isTrue }) => !isTrue))).toEqual([]);
  });

  it('is answered in the end where the service is slow, but in time', () => {
    const cells = callsOf('harmless');

    expect(namesOf(cells.filter(({ isTrue }) => !isTrue))).toEqual([]);
    expect(Math.max(...cells.map(({ seconds }) => seconds))).toBe(75);
  });

  it('never reads an empty memory out of a failure', () => {
    const cells = calls.filter(({ operation }) => reads.has(operation));

    expect(namesOf(cells.filter(({ error, isTrue }) => error === null && !isTrue))).toEqual([]);
  });

  it('never says that something was deleted before the person agreed', () => {
    const cells = calls.filter(({ operation }) => operation.endsWith('not confirmed'));

    expect(cells.length).toBeGreaterThan(100);
    expect(namesOf(cells.filter(({ error, isTrue }) => error === null && !isTrue))).toEqual([]);
  });

  it('sends nothing to another origin', () => {
    expect(callsOf('redirected').length).toBeGreaterThan(40);
    expect(namesOf(calls.filter(({ elsewhere }) => elsewhere !== 0))).toEqual([]);
  });

  it('carries the key in its header alone, and gives it back nowhere', () => {
    expect(namesOf(calls.filter(({ isKeyAstray }) => isKeyAstray))).toEqual([]);
    expect(namesOf(calls.filter(({ given }) => given.includes(matrixKey)))).toEqual([]);
  });

  it('stops reading an answer of 100 MB soon after 8 MiB', () => {
    const giants = calls.filter(({ fault }) => fault.fault.kind === 'giant');

    expect(giants.length).toBeGreaterThan(10);
    expect(Math.max(...giants.map(({ bytes }) => bytes))).toBeLessThan(40 * 1024 * 1024);
    expect(Math.min(...giants.map(({ bytes }) => bytes))).toBeGreaterThan(8 * 1024 * 1024);
  });

  it('has words for the person that say what happened and what to do', () => {
    const words = calls.flatMap(({ error }) => (error === null ? [] : [errorWords(error)]));

    expect(words.filter(({ title, next }) => title === '' || next === '')).toEqual([]);
    const jargon = /container|outbox|custom_id|http(?!s)|json|\bapi\b|\b\d{3}\b/i;
    expect(words.filter(({ title, next }) => jargon.test(`${title} ${next}`))).toEqual([]);
  });

  it('has the trace to quote where the service gave one', () => {
    const refused = calls.filter(
      ({ error, fault }) => error?.status === 403 && fault.name === '403',
    );

    expect(new Set(refused.map(({ error }) => error && errorWords(error).traceId))).toEqual(
      new Set(['trace-403']),
    );
  });
});

describe('a save that meets a fault', () => {
  /** The contract shows no body for a note that was taken, so half of one will do. */
  const isBelieved = ({ kind, fault: { fault } }: SaveCell) =>
    kind === 'note' && fault.kind === 'truncated' && !fault.isReset;

  const statusesOf = (cells: SaveCell[]) => new Set(cells.map(({ during }) => during.state.status));

  it('keeps its text until the service has taken it', () => {
    const taken = new Set(['accepted', 'learning', 'learned']);
    const lost = saves.filter(
      ({ during }) => during.material === null && !taken.has(during.state.status),
    );

    expect(saveNames(lost)).toEqual([]);
  });

  it('pauses where the key is refused, after one request', () => {
    expect(statusesOf(savesOf('withdrawn'))).toEqual(new Set(['paused']));
    expect(new Set(savesOf('withdrawn').map(({ requests }) => requests))).toEqual(new Set([1]));
  });

  it('is refused with the reason where the service will not take it, after one request', () => {
    const cells = savesOf('refused');

    expect(statusesOf(cells)).toEqual(new Set(['refused']));
    expect(new Set(cells.map(({ requests }) => requests))).toEqual(new Set([1]));
    expect(
      cells.every(({ during: { state } }) => 'error' in state && state.error.code),
    ).toBeTruthy();
  });

  it('waits, and is sent again by itself, where trouble may pass', () => {
    const cells = savesOf('passing', 'silent', 'later', 'redirected', 'unreadable').filter(
      (cell) => !isBelieved(cell),
    );

    expect(statusesOf(cells)).toEqual(new Set(['waiting']));
    expect(cells.every(({ againInSeconds }) => (againInSeconds ?? 0) > 0)).toBe(true);
    expect(cells.every(({ requests }) => requests <= 3)).toBe(true);
  });

  it('is not sent again sooner than the service asked for', () => {
    const waits = savesOf('later').map(({ againInSeconds }) => againInSeconds ?? 0);

    expect(Math.min(...waits)).toBeGreaterThanOrEqual(3_600);
  });

  it('ends in the Memory once the fault is over', () => {
    const pages = saves.filter(({ kind }) => kind === 'page');
    const notes = saves.filter(({ kind }) => kind === 'note');

    expect(saveNames(pages.filter(({ after }) => after !== 'learned'))).toEqual([]);
    expect(saveNames(notes.filter(({ after }) => after !== 'accepted'))).toEqual([]);
  });

  it('leaves one document of a page, whatever happened', () => {
    const pages = saves.filter(({ kind }) => kind === 'page');

    expect(saveNames(pages.filter(({ copies }) => copies !== 1))).toEqual([]);
  });

  it('stores a highlight at least once, unless another server answered for the service', () => {
    const missing = saves.filter(({ kind, copies }) => kind === 'note' && copies === 0);

    expect(new Set(missing.map(({ fault }) => fault.class))).toEqual(new Set(['mute']));
  });

  it('stores a highlight twice only if the response was lost after processing', () => {
    const twice = saves.filter(({ kind, copies }) => kind === 'note' && copies > 1);
    const mayBeLost = twice.filter(
      ({ fault: { fault } }) =>
        fault.isDone === true || ['truncated', 'silence', 'slow-body'].includes(fault.kind),
    );

    expect(saveNames(twice)).toEqual(saveNames(mayBeLost));
    // Once for the sending whose answer was lost, and once for the one that succeeded.
    expect(saveNames(twice.filter(({ copies }) => copies > 2))).toEqual([]);
  });
});

describe('docs/faults.md', () => {
  const page = 'docs/faults.md';

  it('matches the results of the run', () => {
    const written = faultPage(calls, saves);
    if (process.env['KEEPSAKE_WRITE_DOCS'] === '1') writeFileSync(page, written);

    expect(existsSync(page) ? readFileSync(page, 'utf8') : '').toBe(written);
  });
});
