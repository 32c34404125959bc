/** Failures of the storage itself, such as a full disk, and a sentence for people about each. */
const sentences = {
  denied: 'The database can’t be accessed.',
  busy: 'Another program is using the database.',
  'out-of-memory': 'The service is out of memory.',
  'read-only': 'The database can’t be written to.',
  disk: 'The disk can’t be read or written.',
  damaged: 'The database is damaged.',
  full: 'The disk is full.',
  unavailable: 'The database can’t be opened.',
  'not-a-database': 'The database file is damaged or isn’t a database.',
} as const;

export type StorageErrorCode = keyof typeof sentences;

/** A failure of the storage, not of what was asked of it. Its message is a sentence for people, without content. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, cause: unknown, sentence: string = sentences[code]) {
    super(sentence, { cause });
    this.name = 'StorageError';
    this.code = code;
  }
}
