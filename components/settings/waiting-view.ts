/** Saves that wait for a home which cannot take them now, and where they could go instead. Pure. */
import type { ConnectionList } from '../../lib/contracts/connection-messages.ts';
import type { ConnectionView } from '../../lib/contracts/connections.ts';
import { nameOf } from '../connect/home-name.ts';
import { takesSaves } from '../connect/standing.ts';

export type Stranded = {
  connectionId: string;
  /** What the person knows the home by; null where it was removed. */
  home: string | null;
  /** Ids of the saves that may go elsewhere. */
  ids: readonly string[];
  /** How many wait for it, those that go on by themselves too. */
  total: number;
  /** Where there is none, what is missing: a Memory on this device, a home there as well, or a home that takes saves. */
  missing: 'memory' | 'home-here' | 'home';
  destinations: readonly Destination[];
};

export type Destination = { connectionId: string; home: string; memoryId: string; memory: string };

/** Homes in use that take saves keep theirs: those go on by themselves. */
export function strandedSaves({ connections, waiting }: ConnectionList): Stranded[] {
  return waiting.flatMap(({ connectionId, underWay, stopped, movable }) => {
    const view = connections.find(({ connection }) => connection.id === connectionId);
    const goesOn = view !== undefined && view.isActive && takesSaves(view);
    if (movable.length === 0 || goesOn) return [];
    const destinations = connections
      .filter((other) => other !== view && takesSaves(other))
      // The home in use stands first: it is meant more often than not.
      .toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
      .flatMap(destinationsIn);
    const device = connections.find(({ connection }) => connection.kind === 'device');
    const missing = device === undefined ? 'home-here' : device === view ? 'home' : 'memory';
    const home = view === undefined ? null : nameOf(view);
    const total = underWay + stopped;
    return [{ connectionId, home, ids: movable, total, missing, destinations }];
  });
}

/** Titles shown before the rest is only counted. */
const titlesShown = 5;

/** What the saves are called, as far as that is known, and how many more they are; nothing where none is known. */
export function namedSaves(
  ids: readonly string[],
  titles: ReadonlyMap<string, string>,
): { named: { id: string; title: string }[]; more: number } {
  const known = ids.flatMap((id) => {
    const title = titles.get(id);
    return title === undefined ? [] : [{ id, title }];
  });
  const named = known.slice(0, titlesShown);
  return { named, more: named.length === 0 ? 0 : ids.length - named.length };
}

function destinationsIn(view: ConnectionView): Destination[] {
  return view.memories.map(({ id, name }) => ({
    connectionId: view.connection.id,
    home: nameOf(view),
    memoryId: id,
    memory: name,
  }));
}
