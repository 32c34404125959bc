/** What the person knows a home by. Pure. */
import type { ConnectionView } from '../../lib/contracts/connections.ts';
import { connectionWords } from '../words/connections.ts';

/** Gives the name alone. */
export function nameOf({ connection }: ConnectionView): string {
  return connection.kind === 'device' ? connectionWords.device : connection.name;
}

/** The name, with what kind of home it is where another of them has the same. */
export function nameAmong(view: ConnectionView, all: readonly ConnectionView[]): string {
  const name = nameOf(view);
  const isShared = all.some((other) => other !== view && nameOf(other) === name);
  return isShared ? connectionWords.named(name, view.connection.kind) : name;
}
