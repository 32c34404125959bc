/** A document of the home as its row shows it. Pure. */
import type { ListedDocument } from '../../lib/contracts/documents.ts';
import { nameInAddress } from '../../lib/core/address-name.ts';
import { webHost } from '../ui/web-host.ts';
import { saveDetails, saveStates } from '../words/outbox.ts';
import { savesWords } from '../words/saves.ts';

export type DocumentView = {
  title: string;
  /** Null where the title says it already, or nothing is known. */
  host: string | null;
  /** Null where there is nothing to open. */
  href: string | null;
  /** What it looks like from afar: found by search, on the way there, or not to be found. */
  tone: 'good' | 'busy' | 'bad';
  /** Null where it can be found, or the service does not tell. */
  state: string | null;
  detail: string | null;
};

/** Gives the view of a document: by its title, else by its address, else by its first words. */
export function documentView({ title, url, opening, learning }: ListedDocument): DocumentView {
  const host = url === null ? null : webHost(url);
  const own = title?.trim() ?? '';
  const address = url === null ? null : nameInAddress(url);
  const shown = own === '' ? (address ?? opening ?? savesWords.untitled) : own;
  const view = {
    title: shown,
    host: shown === host ? null : host,
    href: host === null ? null : url,
  };
  switch (learning) {
    case 'learned':
    case 'untold':
      return { ...view, tone: 'good', state: null, detail: null };
    case 'learning':
      return { ...view, tone: 'busy', state: saveStates.learning, detail: null };
    case 'failed':
    case 'canceled':
      return { ...view, tone: 'bad', state: saveStates[learning], detail: saveDetails[learning] };
  }
}
