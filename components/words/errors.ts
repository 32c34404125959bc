/** Every failure in plain words: what happened, and what the person can do next. */
import type { AppError, AppErrorCode } from '../../lib/contracts/errors.ts';

type Entry = {
  title: string;
  next: string;
  /** The service's own words say more than ours, so they are shown as well. */
  quoted?: true;
};

const entries: Record<AppErrorCode, Entry> = {
  'memory.unreachable': {
    title: 'Your memory cannot be reached',
    next: 'Check that it is running and that you are online, then try again.',
  },
  'memory.timeout': {
    title: 'Your memory took too long to answer',
    next: 'Try again in a moment. The first answer after a quiet spell can take up to a minute.',
  },
  'memory.aborted': {
    title: 'Stopped before it was done',
    next: 'Start it again whenever you like.',
  },
  'memory.malformed': {
    title: 'Your memory’s answer could not be understood',
    next: 'Try again. If it happens again, tell whoever runs your memory.',
  },
  'memory.redirected': {
    title: 'Your memory pointed to another address',
    next: 'Nothing was sent there. Check the address of your memory.',
  },
  'memory.insecure': {
    title: 'The connection to your memory is not encrypted',
    next: 'Use an address that begins with https.',
  },
  'memory.validation': {
    title: 'Your memory cannot take this as it is',
    next: 'Change what it names and try again.',
    quoted: true,
  },
  'memory.unauthenticated': {
    title: 'Your memory does not know this key',
    next: 'Connect again with a key that is valid.',
  },
  'memory.unauthorized': {
    title: 'Your memory does not allow this',
    next: 'Ask its owner for access, or connect with a key that allows it.',
    quoted: true,
  },
  'memory.not-found': {
    title: 'It is no longer there',
    next: 'It may have been deleted. Choose another Memory and try again.',
  },
  'memory.conflict': {
    title: 'Something else changed this at the same moment',
    next: 'Try again.',
  },
  'memory.capability-unavailable': {
    title: 'Your memory cannot do this yet',
    next: 'Its owner can switch on what is missing.',
    quoted: true,
  },
  'memory.not-offered': {
    title: 'This connection does not offer that',
    next: 'In the settings you can connect with a key that does.',
    quoted: true,
  },
  'memory.not-permitted': {
    title: 'The browser no longer lets Keepsake reach your memory',
    next: 'Allow its address again in the settings of Keepsake.',
  },
  'memory.rate-limited': {
    title: 'Your memory asks for a short pause',
    next: 'Wait a moment, then try again.',
  },
  'memory.turns-exhausted': {
    title: 'Your memory is busy with earlier requests',
    next: 'Try again when one of them is done.',
  },
  'memory.server': {
    title: 'Something went wrong inside your memory',
    next: 'Try again in a moment.',
  },
  'memory.unexpected': {
    title: 'Your memory refused, in a way Keepsake does not know',
    next: 'Trying again may help. If not, tell whoever runs your memory.',
    quoted: true,
  },
  'page.restricted': {
    title: 'Browsers let no extension read this page',
    next: 'Open an ordinary web page to save it. Searching works from here.',
  },
  'page.unseen': {
    title: 'The browser shows Keepsake nothing of this page',
    next: 'It may be one of the browser’s own: open an ordinary web page to save it. If it is a file of yours, turn on “Allow access to file URLs” for Keepsake in the browser’s list of extensions.',
  },
  'page.pdf': {
    title: 'This PDF could not be read',
    next: 'Reload it and try again, or save its address instead.',
  },
  'pdf.no-text': {
    title: 'This PDF has no text',
    next: 'It holds pictures of pages, as a scan does. You can save its address instead.',
  },
  'pdf.encrypted': {
    title: 'This PDF opens with a password',
    next: 'Keepsake cannot read it. You can save its address instead.',
  },
  'pdf.broken': {
    title: 'This PDF is damaged',
    next: 'Keepsake cannot read the file. You can save its address instead.',
  },
  'pdf.not-permitted': {
    title: 'The browser does not let Keepsake read this PDF yet',
    next: 'Allow its site, or save its address instead.',
  },
  'pdf.file-not-permitted': {
    title: 'The browser does not let Keepsake read this file yet',
    next: 'Open Keepsake while the file is in front, and allow it to read files of this device.',
  },
  'page.no-text': {
    title: 'There is no text here, or only a few words',
    next: 'If it is still loading, wait and try again. Or select the words you want and keep them as a note.',
  },
  'page.too-large': {
    title: 'This page is too long to keep whole',
    next: 'Select the part that matters and keep it as a note. Of a file, you can save the address instead.',
  },
  'page.gone': {
    title: 'The page was closed or changed before it was read',
    next: 'Open it, let it finish loading, then try again.',
  },
  'link.unusable': {
    title: 'This address cannot be saved',
    next: 'Only addresses of the web, which begin with http or https, can be read by a memory.',
  },
  'link.not-permitted': {
    title: 'Keepsake may not read that site yet',
    next: 'Your memory is on this device, so Keepsake reads the address itself. Allow the site, or open the page and save it there.',
  },
  'selection.empty': {
    title: 'No words are selected',
    next: 'Select the words you want to keep, then try again.',
  },
  'home.none': {
    title: 'Your memory has no place to live yet',
    next: 'Set it up. It takes one click.',
  },
  'home.failed': {
    title: 'The memory on this device did not start',
    next: 'Try again. If it still does not start, restart the browser.',
  },
  'home.no-memory': {
    title: 'There is no Memory to save to',
    next: 'Create one, then save again.',
  },
  'home.removed': {
    title: 'The home it was saved for was removed',
    next: 'It is safe. In the settings you can send it to another of your homes.',
  },
  'consent.unreachable': {
    title: 'The place that asks for your consent cannot be reached',
    next: 'Check the address and that you are online, then try again.',
    quoted: true,
  },
  'consent.timeout': {
    title: 'The place that asks for your consent took too long',
    next: 'Try again in a moment.',
  },
  'consent.bad-address': {
    title: 'This address cannot be used for a consent',
    next: 'Use an address that begins with https.',
  },
  'consent.not-offered': {
    title: 'This service asks for no consent in the browser',
    next: 'Check the address, or connect with a key instead.',
  },
  'consent.unsupported': {
    title: 'This service lacks a protection Keepsake insists on',
    next: 'Connect with a key instead.',
  },
  'consent.untrusted': {
    title: 'The service pointed to a place that is not its own',
    next: 'Nothing was sent there. Check the address of the service.',
  },
  'consent.busy': {
    title: 'Another window that asks for your consent is open',
    next: 'Close that window, whose answer can no longer be heard, then ask for consent again.',
  },
  'consent.denied': {
    title: 'The consent was not given',
    next: 'Nothing is connected. Start again if you change your mind.',
  },
  'consent.unknown': {
    title: 'This consent is not the one Keepsake asked for',
    next: 'Start again from the settings.',
  },
  'consent.refused': {
    title: 'The service did not complete the consent',
    next: 'Start again. If it happens again, tell whoever runs the service.',
    quoted: true,
  },
  'consent.ended': {
    title: 'Your consent has ended',
    next: 'Give it again in the settings to go on reading.',
  },
  'consent.server': {
    title: 'Something went wrong where the consent is given',
    next: 'Try again in a moment.',
  },
  'consent.malformed': {
    title: 'The answer to the consent could not be understood',
    next: 'Try again. If it happens again, tell whoever runs the service.',
  },
  'consent.storage': {
    title: 'The browser could not keep the consent',
    next: 'Make some room on the disk, then start again.',
  },
  'storage.failed': {
    title: 'The browser could not write to its storage',
    next: 'Make some room on the disk, then try again.',
  },
  'storage.full': {
    title: 'Too much is waiting to be sent',
    next: 'All of it is safe. Send or discard some in the side panel under Saves, then save this again.',
  },
  'save.unlearned': {
    title: 'Your memory could not fetch or learn it',
    next: 'The site may be down, or show the page to you alone: open it and save it there. The owner of the memory can also choose Update now for it.',
    quoted: true,
  },
  'save.sent': {
    title: 'It was sent meanwhile, as it was',
    next: 'To have your words there instead, delete it once it is saved, and save the page again.',
  },
  'save.unchanged': {
    title: 'Nothing has changed since it was saved',
    next: 'Your memory has it as it is now.',
  },
  'selection.kept': {
    title: 'You have kept these words already',
    next: 'Keep them all the same for a second note.',
  },
  'message.refused': {
    title: 'Keepsake refused a request from this window',
    next: 'Close this window and open it again.',
  },
  'message.invalid': {
    title: 'Two parts of Keepsake misunderstood each other',
    next: 'This can happen right after an update. Close this window and open it again.',
  },
  'message.unanswered': {
    title: 'Keepsake did not answer',
    next: 'Try again.',
  },
  internal: {
    title: 'Something went wrong inside Keepsake',
    next: 'Try again. What you have saved is safe.',
  },
};

export type ErrorWords = {
  title: string;
  next: string;
  /** What the service itself said, where that helps. */
  quote: string | null;
  /** Named when the problem is reported to whoever runs the service. */
  traceId: string | null;
};

/** Gives the words for an error. */
export function errorWords(error: AppError): ErrorWords {
  const { title, next, quoted } = entries[error.code];
  const quote = quoted && error.message.trim() !== '' ? error.message : null;
  const traceId = 'traceId' in error ? (error.traceId ?? null) : null;
  return { title, next, quote, traceId };
}
