import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { takeSnapshotInTurns } from './page-snapshot.ts';

/** More nodes than are copied at once. */
const long = '<p>row</p>'.repeat(600);

function documentOf(body: string): Document {
  return new JSDOM(body, { url: 'https://example.org/' }).window.document;
}

/** A page that does something in each of its turns, as often as `changes` has something for it to do. */
function turnsOf(changes: readonly (() => void)[]) {
  const left = [...changes];
  let turns = 0;
  const pace = async () => {
    turns++;
    left.shift()?.();
    await Promise.resolve();
  };
  return { pace, count: () => turns };
}

describe('takeSnapshotInTurns', () => {
  it('lets the page have its turns while it copies all of it', async () => {
    const document = documentOf(`${long}<p>last</p>`);
    const { pace, count } = turnsOf([]);

    const copy = await takeSnapshotInTurns(document, pace);

    expect(copy.body.innerHTML).toBe(document.body.innerHTML);
    expect(count()).toBeGreaterThan(2);
  });

  it.each<[string, (document: Document) => void]>([
    ['gains text', ({ body }) => body.prepend('new')],
    ['loses a part', ({ body }) => body.firstElementChild?.remove()],
    ['changes a word', ({ body }) => void (body.firstChild!.firstChild!.nodeValue = 'new')],
    ['names a part anew', ({ body }) => body.firstElementChild?.setAttribute('class', 'new')],
  ])('copies a page anew that %s in its turn', async (_, change) => {
    const document = documentOf(long);
    const { pace } = turnsOf([() => change(document)]);

    const copy = await takeSnapshotInTurns(document, pace);

    expect(copy.body.innerHTML).toBe(document.body.innerHTML);
  });

  it('reads a page that has drawn none of its words yet', async () => {
    const document = documentOf(`<div style="visibility:hidden">${long}</div>`);
    const { pace } = turnsOf([]);

    const copy = await takeSnapshotInTurns(document, pace);

    expect(copy.querySelectorAll('p').item(599).textContent).toBe('row');
  });

  it('notices what changes in a component that it has entered', async () => {
    const document = documentOf(`<x-a></x-a>${long}`);
    const root = document.querySelector('x-a')!.attachShadow({ mode: 'open' });
    root.innerHTML = '<b>old</b>';
    const { pace } = turnsOf([() => void (root.querySelector('b')!.textContent = 'new')]);

    const copy = await takeSnapshotInTurns(document, pace);

    expect(copy.querySelector('b')?.textContent).toBe('new');
  });

  it('copies a page that changes in every turn in one stretch in the end', async () => {
    const document = documentOf(long);
    let count = 0;
    const { pace } = turnsOf(
      Array.from({ length: 99 }, () => () => document.body.prepend(`${count++} `)),
    );

    const copy = await takeSnapshotInTurns(document, pace);

    expect(copy.body.innerHTML).toBe(document.body.innerHTML);
    expect(count).toBe(2);
  });

  it('looks no more at a page that it has copied', async () => {
    const document = documentOf(long);
    const disconnect = document.defaultView!.MutationObserver.prototype.disconnect;
    let ended = 0;
    document.defaultView!.MutationObserver.prototype.disconnect = function end(
      this: MutationObserver,
    ) {
      ended++;
      disconnect.call(this);
    };

    await takeSnapshotInTurns(document, turnsOf([]).pace);

    expect(ended).toBe(1);
  });
});
