/** Rules for every operation and save under every fault, and the page that documents the results. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../lib/contract/errors.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { runCalls, type CallCell } from './call-matrix.ts';
import { faultPage } from './fault-page.ts';
import { matrixKey, type FaultClass } from './fault-list.ts';
import { runSaves, type SaveCell } from './save-matrix.ts';

let calls: CallCell[];
let saves: SaveCell[];

beforeAll(async () => {
  [calls, saves] = await Promise.all([runCalls(), runSaves()]);
});

const nameOf = ({ operation, fault }: CallCell) => `${operation}: ${fault.name}`;
/** Returns the calls that met a fault of one of these classes. */
const callsOf = (...classes: FaultClass[]) =>
  calls.filter(({ fault }) => classes.includes(fault.class));
const namesOf = (cells: CallCell[]) => cells.map(nameOf);
const savesOf = (...classes: FaultClass[]) =>
  saves.filter(({ fault }) => classes.includes(fault.class));
const saveNames = (cells: SaveCell[]) => cells.map(({ kind, fault }) => `${kind}: ${fault.name}`);

/** Read operations; a success without a body would look like an empty library. */
const reads = new Set(['containers.list', 'documents.list', 'documents.get', 'search']);
/** Operations that are retried only after a failure that proves the service did nothing. */
const notRepeated = new Set(['memories.add', 'ask']);
/** Operations that aren't retried after a timeout. */
const asksOnce = new Set(['search', 'ask']);

describe('a call that meets a fault', () => {
  it('runs every operation with every fault', () => {
    expect(new Set(calls.map(nameOf)).size).toBe(calls.length);
    expect(calls.length).toBeGreaterThan(650);
  });

  it('makes one request if another can’t help', () => {
    const once: FaultClass[] = [
      'withdrawn',
      'refused',
      'full',
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

  it('makes three requests for a transient failure, or fewer if one succeeds', () => {
    const cells = callsOf('passing', 'silent').filter(
      ({ fault, operation }) => fault.class === 'passing' || !asksOnce.has(operation),
    );

    const others = cells.filter(
      ({ requests, operation }) => requests !== 3 && !notRepeated.has(operation),
    );
    expect(others.every(({ requests, error }) => requests < 3 && error === null)).toBe(true);
    expect(others.every(({ operation }) => /delete$|forget$/.test(operation))).toBe(true);
  });

  it('resends a note within the call only if the first request certainly failed', () => {
    const cells = callsOf('passing', 'silent').filter(
      ({ operation }) => operation === 'memories.add',
    );

    const repeated = cells.filter(({ requests }) => requests > 1);
    expect(repeated.length).toBeGreaterThan(3);
    expect(repeated.every(({ fault }) => /^(409|429)/.test(fault.name))).toBe(true);
    expect(namesOf(cells.filter(({ done }) => done > 1))).toEqual([]);
  });

  it('asks the agent again only after an error that used no turn', () => {
    const cells = callsOf('passing', 'silent').filter(({ operation }) => operation === 'ask');

    const repeated = cells.filter(({ requests }) => requests > 1);
    expect(repeated.length).toBeGreaterThan(2);
    expect(repeated.every(({ fault }) => fault.name.startsWith('429'))).toBe(true);
    expect(namesOf(cells.filter(({ done }) => done > 1))).toEqual([]);
  });

  it('asks once if a search or question times out, and reports a timeout', () => {
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

  it('gives up after at most three timeouts of 90 seconds plus the pauses', () => {
    expect(Math.max(...calls.map(({ seconds }) => seconds))).toBeLessThan(3 * 90 + 61);
    expect(Math.max(...callsOf('silent').map(({ seconds }) => seconds))).toBeGreaterThan(270);
  });

  it('treats a rejected key as final', () => {
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

  it('reports a full quota, and doesn’t treat it as withdrawn access', () => {
    const errors = callsOf('full').map(({ error }) => error);

    expect(new Set(errors.map((error) => error?.code))).toEqual(new Set(['memory.quota-exceeded']));
    expect(errors.some((error) => error === null || isRefusal(error))).toBe(false);
  });

  it('reports the daily limit, and how long to wait', () => {
    const today = callsOf('later').filter(({ fault }) => fault.name.includes('daily limit'));

    expect(today.map(({ error }) => error)).toEqual(
      today.map(() =>
        expect.objectContaining({
          code: 'memory.daily-limit',
          details: expect.objectContaining({ retry_after: 7_200 }),
        }),
      ),
    );
    expect(today.length).toBeGreaterThan(10);
  });

  it('suggests trying later only if it can help', () => {
    const failed = (...classes: FaultClass[]) => callsOf(...classes).filter(({ error }) => error);
    const mayHelp = failed('passing', 'silent', 'later');
    const cannot = failed('withdrawn', 'refused', 'full', 'redirected', 'unreadable', 'mute');

    expect(namesOf(mayHelp.filter(({ error }) => error?.retryable !== true))).toEqual([]);
    expect(namesOf(cannot.filter(({ error }) => error?.retryable !== false))).toEqual([]);
  });

  it('fails if no genuine response arrives', () => {
    const cells = callsOf(
      'withdrawn',
      'refused',
      'full',
      'passing',
      'later',
      'redirected',
      'silent',
    );
    const succeeded = cells.filter(({ error }) => error === null);

    // If a successful delete lost its response, the next attempt reports the document as missing.
    expect(new Set(succeeded.map(({ operation }) => operation))).toEqual(
      new Set(['documents.delete', 'memories.forget']),
    );
    expect(namesOf(succeeded.filter(({ isTrue }) => !isTrue))).toEqual([]);
  });

  it('succeeds if the service is slow but in time', () => {
    const cells = callsOf('harmless');

    expect(namesOf(cells.filter(({ isTrue }) => !isTrue))).toEqual([]);
    expect(Math.max(...cells.map(({ seconds }) => seconds))).toBe(75);
  });

  it('never returns a failure as an empty library', () => {
    const cells = calls.filter(({ operation }) => reads.has(operation));

    expect(namesOf(cells.filter(({ error, isTrue }) => error === null && !isTrue))).toEqual([]);
  });

  it('never reports a deletion before the person confirmed it', () => {
    const cells = calls.filter(({ operation }) => operation.endsWith('not confirmed'));

    expect(cells.length).toBeGreaterThan(100);
    expect(namesOf(cells.filter(({ error, isTrue }) => error === null && !isTrue))).toEqual([]);
  });

  it('sends nothing to another origin', () => {
    expect(callsOf('redirected').length).toBeGreaterThan(40);
    expect(namesOf(calls.filter(({ elsewhere }) => elsewhere !== 0))).toEqual([]);
  });

  it('sends the key only in its header, and returns it nowhere', () => {
    expect(namesOf(calls.filter(({ isKeyAstray }) => isKeyAstray))).toEqual([]);
    expect(namesOf(calls.filter(({ given }) => given.includes(matrixKey)))).toEqual([]);
  });

  it('stops reading a response of 100 MB soon after 8 MiB', () => {
    const giants = calls.filter(({ fault }) => fault.fault.kind === 'giant');

    expect(giants.length).toBeGreaterThan(10);
    expect(Math.max(...giants.map(({ bytes }) => bytes))).toBeLessThan(40 * 1024 * 1024);
    expect(Math.min(...giants.map(({ bytes }) => bytes))).toBeGreaterThan(8 * 1024 * 1024);
  });

  it('tells the person what happened and what to do', () => {
    const words = calls.flatMap(({ error }) => (error === null ? [] : [errorWords(error)]));

    expect(words.filter(({ title, next }) => title === '' || next === '')).toEqual([]);
    const jargon = /container|outbox|custom_id|http(?!s)|json|\bapi\b|\b\d{3}\b/i;
    expect(words.filter(({ title, next }) => jargon.test(`${title} ${next}`))).toEqual([]);
  });

  it('includes the service’s trace ID if there is one', () => {
    const refused = calls.filter(
      ({ error, fault }) => error?.status === 403 && fault.name === '403',
    );

    expect(new Set(refused.map(({ error }) => error && errorWords(error).traceId))).toEqual(
      new Set(['trace-403']),
    );
  });
});

describe('a save that meets a fault', () => {
  /** The contract defines no body for an accepted note, so half a body is enough. */
  const isBelieved = ({ kind, fault: { fault } }: SaveCell) =>
    kind === 'note' && fault.kind === 'truncated' && !fault.isReset;

  const statusesOf = (cells: SaveCell[]) => new Set(cells.map(({ during }) => during.state.status));

  it('keeps its text until the service has accepted it', () => {
    const taken = new Set(['accepted', 'learning', 'learned']);
    const lost = saves.filter(
      ({ during }) => during.material === null && !taken.has(during.state.status),
    );

    expect(saveNames(lost)).toEqual([]);
  });

  it('pauses after one request if the key is rejected', () => {
    expect(statusesOf(savesOf('withdrawn'))).toEqual(new Set(['paused']));
    expect(new Set(savesOf('withdrawn').map(({ requests }) => requests))).toEqual(new Set([1]));
  });

  it('pauses with its text and the reason after one request if the account is full', () => {
    expect(savesOf('full')).toEqual(
      (['page', 'note'] as const).map((kind) =>
        expect.objectContaining({
          kind,
          requests: 1,
          during: expect.objectContaining({
            material: expect.objectContaining({ kind }),
            state: {
              status: 'paused',
              error: expect.objectContaining({
                code: 'memory.quota-exceeded',
                message: 'A fault of the test: 422.',
              }),
            },
          }),
          after: kind === 'page' ? 'learned' : 'accepted',
        }),
      ),
    );
  });

  it('fails with the reason after one request if the service rejects it', () => {
    const cells = savesOf('refused');

    expect(statusesOf(cells)).toEqual(new Set(['refused']));
    expect(new Set(cells.map(({ requests }) => requests))).toEqual(new Set([1]));
    expect(
      cells.every(({ during: { state } }) => 'error' in state && state.error.code),
    ).toBeTruthy();
  });

  it('waits and is resent automatically after a transient failure', () => {
    const cells = savesOf('passing', 'silent', 'later', 'redirected', 'unreadable').filter(
      (cell) => !isBelieved(cell),
    );

    expect(statusesOf(cells)).toEqual(new Set(['waiting']));
    expect(cells.every(({ againInSeconds }) => (againInSeconds ?? 0) > 0)).toBe(true);
    expect(cells.every(({ requests }) => requests <= 3)).toBe(true);
  });

  it('is resent no sooner than the service asked', () => {
    const waits = savesOf('later').map(({ againInSeconds }) => againInSeconds ?? 0);

    expect(Math.min(...waits)).toBeGreaterThanOrEqual(3_600);
  });

  it('reaches the Memory once the fault is over', () => {
    const pages = saves.filter(({ kind }) => kind === 'page');
    const notes = saves.filter(({ kind }) => kind === 'note');

    expect(saveNames(pages.filter(({ after }) => after !== 'learned'))).toEqual([]);
    expect(saveNames(notes.filter(({ after }) => after !== 'accepted'))).toEqual([]);
  });

  it('leaves one document per page, whatever happened', () => {
    const pages = saves.filter(({ kind }) => kind === 'page');

    expect(saveNames(pages.filter(({ copies }) => copies !== 1))).toEqual([]);
  });

  it('stores a highlight once, unless another server answered for the service', () => {
    const notes = saves.filter(({ kind }) => kind === 'note');
    const missing = notes.filter(({ copies }) => copies === 0);

    expect(new Set(missing.map(({ fault }) => fault.class))).toEqual(new Set(['mute']));
    expect(saveNames(notes.filter(({ copies }) => copies > 1))).toEqual([]);
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
