/** What the app says after a form went through; the address holds only the code. */

const flashes = {
  'signed-in': 'You are signed in.',
  'memory-created': 'The Memory is there.',
  'memory-changed': 'The Memory is changed.',
  'memory-deleted': 'The Memory and everything in it is deleted.',
  'learning-queued': 'It is in line to be learned anew.',
  'learning-canceled': 'Its learning is canceled.',
  'learning-deferred': 'Its learning is put off until you choose Update now.',
  'document-deleted': 'The document is deleted.',
  'note-forgotten': 'It is forgotten.',
  'key-changed': 'The key is changed. Its next request is judged by this.',
  'key-revoked': 'The key is revoked. Its next request is refused.',
  'rule-created': 'The rule holds from now on.',
  'rule-changed': 'The rule is changed.',
  'rule-deleted': 'The rule is deleted.',
  'agent-changed': 'The agent is set.',
  'agent-key-gone': 'The agent is set. The key that was stored is forgotten.',
  'connection-revoked': 'The connection has ended.',
  'account-deleted': 'The account and its memory are deleted.',
} as const;

export type Flash = keyof typeof flashes;

/** Reads a code of the address; nothing else is ever shown. */
export function flashOf(code: string | undefined): string | null {
  return code !== undefined && isFlash(code) ? flashes[code] : null;
}

function isFlash(code: string): code is Flash {
  return Object.hasOwn(flashes, code);
}
