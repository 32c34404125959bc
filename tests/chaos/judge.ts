/** Compares the contents of a service with what the person asked for, and reports faults. */
import * as z from 'zod/mini';
import type { OutboxList } from '../../lib/outbox/model.ts';
import { earlierText, mayHaveArrived } from '../../lib/outbox/transition.ts';
import type { Line } from '../../service/transfer/format.ts';
import type { Fault } from '../faults/faults.ts';
import type { Entry } from '../faults/fault-server.ts';
import { errorOf, type Asked } from './ledger.ts';
import type { StrikeKind } from './plan.ts';
import { marksIn, markOf } from './site.ts';
import type { Break } from './failures.ts';

export interface Evidence {
  readonly ledger: readonly Asked[];
  /** The names of the Memories; a wish refers to them by index. */
  readonly memories: readonly string[];
  /** Everything that the service holds. */
  readonly contents: readonly Line[];
  /** Every request that left the browser. */
  readonly log: readonly Entry[];
  /** Returns when the response was complete or the connection closed. */
  readonly endOf: (entry: Entry) => number;
  readonly breaks: readonly Break[];
  /** The list of saves as the person sees it. */
  readonly shown: OutboxList;
}

export interface Verdict {
  /** A sentence for each fault; empty if everything is correct. */
  readonly faults: string[];
  readonly documents: number;
  readonly notes: number;
  /** Why notes were sent again: what kept each earlier response from arriving. */
  readonly lostResponses: string[];
  /** The number of failed saves by error code. */
  readonly refused: Map<string, number>;
  /** Clicks without a response, and how many of them were accepted anyway. */
  readonly lostClicks: { all: number; taken: number };
}

type Stored<T extends Line['type']> = Extract<Line, { type: T }>;

/** Judges a run after everything has settled. */
export function judge(evidence: Evidence): Verdict {
  const { ledger } = evidence;
  const documents = evidence.contents.filter((line) => line.type === 'document');
  const notes = evidence.contents.filter((line) => line.type === 'note');
  const judgedNotes = judgeNotes(evidence, notes);
  return {
    faults: [
      ...judgeDocuments(evidence, documents),
      ...judgedNotes.faults,
      ...judgeEdits(evidence),
      ...judgeRefusals(evidence),
      ...ledger.flatMap(({ wish, troubles }) =>
        troubles.map(
          ({ code, message }) =>
            `Wish ${wish.nth}: the click was answered with ${code}: ${message}`,
        ),
      ),
    ],
    documents: documents.length,
    notes: notes.length,
    lostResponses: judgedNotes.lostResponses,
    refused: refusedByReason(ledger),
    lostClicks: countLostClicks(ledger),
  };
}

function judgeDocuments({ ledger, memories }: Evidence, documents: Stored<'document'>[]): string[] {
  const faults: string[] = [];
  const keyOf = (memory: string, customId: string) => `${customId} in ${memory}`;
  const stored = Map.groupBy(documents, (line) => keyOf(line.memory, line.custom_id ?? 'no id'));
  const pages = ledger.filter(({ wish, refusal }) => wish.kind === 'page' && refusal === null);
  const wanted = Map.groupBy(pages, ({ wish, customId }) =>
    keyOf(memories[wish.memory] ?? '', customId ?? ''),
  );

  for (const [key, asked] of wanted) {
    const there = stored.get(key) ?? [];
    const isPromised = asked.some(({ clicks }) =>
      [...clicks.values()].some((one) => one.isAnswered),
    );
    if (there.length > 1) faults.push(`${key} is there ${there.length} times.`);
    if (there.length === 0 && isPromised) faults.push(`${key} is missing: ${fatesOf(asked)}.`);
    const mark = asked[0] === undefined ? '' : markOf(asked[0].wish.page);
    for (const { content } of there) {
      if (marksIn(content).join() !== mark) faults.push(`${key} has the text of another page.`);
    }
  }
  for (const key of stored.keys()) {
    if (!wanted.has(key)) faults.push(`${key} was not asked for.`);
  }
  return faults;
}

function judgeNotes(evidence: Evidence, notes: Stored<'note'>[]) {
  const { ledger, memories, log } = evidence;
  const faults: string[] = [];
  const lostResponses: string[] = [];
  const stored = Map.groupBy(notes, ({ content }) => marksIn(content).join());
  const sent = Map.groupBy(
    log.filter(({ method, path }) => method === 'POST' && path === '/v1/memories'),
    ({ body }) => marksIn(sentSchema.parse(JSON.parse(body)).content ?? '').join(),
  );
  const wanted = ledger.filter(({ wish }) => wish.kind === 'note');

  for (const { wish, words, clicks, edits } of wanted) {
    const mark = markOf(wish.page);
    const there = stored.get(mark) ?? [];
    stored.delete(mark);
    const promised = [...clicks.values()].filter(({ isAnswered }) => isAnswered).length;
    const most = Math.max(1, clicks.size);
    if (there.length < promised || there.length > most) {
      const expected = promised === most ? `${most}` : `${promised} to ${most}`;
      faults.push(`The note of wish ${wish.nth} is there ${there.length} times, not ${expected}.`);
    }
    for (const { content, memory } of there) {
      const isOwn = content === words || edits.includes(content);
      if (!isOwn) faults.push(`The note of wish ${wish.nth} is not there word for word.`);
      if (memory !== memories[wish.memory])
        faults.push(`The note of wish ${wish.nth} is in ${memory}.`);
    }
    const sendings = sent.get(mark) ?? [];
    lostResponses.push(...lossesAmong(sendings, evidence));
    const wellAnswered = sendings.filter((entry) => lossOf(entry, evidence) === 'none');
    if (wellAnswered.length > most) {
      faults.push(`The note of wish ${wish.nth} was sent again after its answer had come.`);
    }
  }
  for (const mark of stored.keys()) faults.push(`A note ${mark} was not asked for.`);
  return { faults, lostResponses };
}

const sentSchema = z.object({ content: z.optional(z.string()) });

/** Returns why writes lost their responses, in order. Leaves out the last write, which was not sent again. */
function lossesAmong(sendings: readonly Entry[], evidence: Evidence): string[] {
  const last = sendings.findLast((entry) => lossOf(entry, evidence) !== null);
  return sendings.flatMap((entry) => {
    const loss = entry === last ? null : lossOf(entry, evidence);
    return loss === null || loss === 'none' ? [] : [loss];
  });
}

/** Faults after which the service's own response still arrives. */
const harmless = new Set<string>(['silence', 'slow-body']);
/** Maximum time that the extension needs to read and store a response, on a busy machine. */
const digestedMs = 1_000;

/** Returns null if nothing was written, `none` if the response arrived, or else what kept it from arriving. */
function lossOf(entry: Entry, { breaks, endOf }: Evidence): string | null {
  const { fault, at, isPassedOn, isDone, servedStatus, outcome } = entry;
  const end = endOf(entry);
  const during = (kinds: readonly StrikeKind[], until: number) =>
    breaks.find(({ kind, from, to }) => kinds.includes(kind) && to >= at && from <= until)?.kind;
  if (!isPassedOn) return null;
  // If the service sent no response, it was killed or down.
  if (servedStatus === null) return during(['service killed'], end) ?? null;
  if (!isDone) return null;
  if (fault !== null && !harmless.has(fault.kind)) return `${nameOf(fault)} after the write`;
  const broken = during(
    ['worker stopped', 'browser killed', 'network gone', 'edited'],
    end + digestedMs,
  );
  if (broken !== undefined) return broken === 'edited' ? 'network gone' : broken;
  return outcome === 'answered' ? 'none' : 'connection lost';
}

function nameOf(fault: Fault): string {
  return fault.kind === 'answer' ? String(fault.status) : fault.kind;
}

/** Checks that the Memory ends up with the person's last edit, or that the list of saves shows why not. */
function judgeEdits({ ledger, contents, memories, shown }: Evidence): string[] {
  return ledger.flatMap(({ wish, edits, clicks }) => {
    const last = edits.at(-1);
    if (last === undefined) return [];
    const isThere = contents.some(
      (line) =>
        (line.type === 'document' || line.type === 'note') &&
        line.content === last &&
        line.memory === memories[wish.memory],
    );
    const isSaid = shown.items.some(
      ({ id, state }) => clicks.has(id) && isKeptBack(errorOf(state)?.code),
    );
    return isThere || isSaid ? [] : [`The change of wish ${wish.nth} was lost.`];
  });
}

/** Returns whether the error code means that only the person can decide to send the text again. */
function isKeptBack(code: string | undefined): boolean {
  return code === earlierText.code || code === mayHaveArrived.code;
}

function judgeRefusals({ ledger, shown }: Evidence): string[] {
  return ledger.flatMap((asked) =>
    [...asked.clicks].flatMap(([id, { state }]) => {
      if (state?.status !== 'refused') return [];
      const row = shown.items.find((item) => item.id === id);
      const reason = errorOf(row?.state ?? null);
      if (reason === null || reason.message === '') {
        return [`Wish ${asked.wish.nth} was refused, and the list of saves does not say why.`];
      }
      const mayBe = asked.wish.kind === 'note' ? mayHaveArrived : earlierText;
      const isOwn =
        reason.code === mayBe.code && (mayBe === mayHaveArrived || asked.edits.length > 0);
      return reason.code === asked.refusal || isOwn
        ? []
        : [`Wish ${asked.wish.nth} was refused with ${reason.code}: ${reason.message}`];
    }),
  );
}

function refusedByReason(ledger: readonly Asked[]): Map<string, number> {
  const codes = ledger.flatMap(({ clicks }) =>
    [...clicks.values()].flatMap(({ state }) =>
      state?.status === 'refused' ? [state.error.code] : [],
    ),
  );
  return new Map([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));
}

function countLostClicks(ledger: readonly Asked[]) {
  const total = { all: 0, taken: 0 };
  for (const { lostClicks, foundClicks, clicks } of ledger) {
    // Count a click without a visible response as accepted if it created a row.
    const unseen = [...clicks.values()].filter((one) => !one.isAnswered && one.state !== null);
    total.all += lostClicks;
    total.taken += foundClicks + unseen.length;
  }
  return total;
}

function fatesOf(asked: readonly Asked[]): string {
  return asked
    .flatMap(({ wish, clicks }) =>
      [...clicks.values()].map(({ state }) => `wish ${wish.nth} ${state?.status ?? 'is gone'}`),
    )
    .join(', ');
}
