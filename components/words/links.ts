/** The words of an address that is saved as such, where they are others than those of a page. */
import type { KeptStatus } from '../../lib/contracts/outbox.ts';
import { popupWords } from './popup.ts';

const onlyAddress = 'Only the address is kept';

export const linkWords = {
  /** What stands above it. */
  headlines: {
    failed: onlyAddress,
    canceled: onlyAddress,
    unlearned: 'The address is kept, its page still being learned',
    refused: 'This address was not saved',
  },
  /** The sentence below. */
  details: {
    accepted: 'Your memory reads its page by itself. You can close this.',
    learning: 'Your memory reads its page by itself. Then you can find it by its words.',
    failed: `Its page could not be read or learned, so search finds nothing of it. The site may be down, or show the page to you alone: open it and choose “${popupWords.saveAsVersion}” there. Once the site is back, the owner of the memory can also choose Update now for it.`,
    canceled: `Learning its page was stopped, so search finds nothing of it. Open it and choose “${popupWords.saveAsVersion}” there, or have the owner of the memory choose Update now for it.`,
    unlearned: 'Reading and learning its page takes longer than usual. Look again later.',
  },
  /** Beside its title in a list. */
  states: {
    learning: 'Address kept, its page being learned',
    failed: onlyAddress,
    canceled: onlyAddress,
    unlearned: 'Address kept, its page still being learned',
  },
  /** Its way, each step as it is named before, during and after. */
  steps: {
    read: { ahead: 'Note the address', now: 'Noting the address', done: 'Address noted' },
    sent: { ahead: 'Send the address', now: 'Sending the address', done: 'Address sent' },
    learned: {
      ahead: 'Read its page and learn it',
      now: 'Reading its page and learning it',
      done: 'Page read and learned',
    },
  },
  ownNetwork:
    'It leads into your own network, where the memory on this device reads nothing by itself. Open the page and save it there.',
} as const satisfies {
  headlines: Words;
  details: Words;
  states: Words;
  steps: object;
  ownNetwork: string;
};

type Words = Partial<Record<KeptStatus, string>>;
