/** A hit as its card shows it. Pure. */
import type { RecallHit } from '../../lib/contracts/recall.ts';
import { webHost } from '../ui/web-host.ts';
import { recallWords } from '../words/recall.ts';

export type HitView = {
  title: string;
  /** The title is its own, not ours for want of one. */
  isTitled: boolean;
  /** Null where the title says it already or nothing is known. */
  host: string | null;
  /** Milliseconds since the epoch; null where it is not known. */
  savedAt: number | null;
  isNote: boolean;
  opens: boolean;
};

const shownTitleLength = 300;

/** Gives the view of a hit. */
export function hitView({ title, url, kind, savedAt }: RecallHit): HitView {
  const host = url === null ? null : webHost(url);
  const isNote = kind === 'note';
  const own = title?.trim().slice(0, shownTitleLength) ?? '';
  const instead = isNote ? recallWords.yourNote : (host ?? recallWords.untitled);
  const time = savedAt === null ? Number.NaN : Date.parse(savedAt);
  return {
    title: own === '' ? instead : own,
    isTitled: own !== '',
    host: own === '' && !isNote ? null : host,
    savedAt: Number.isNaN(time) ? null : time,
    isNote,
    opens: host !== null,
  };
}
