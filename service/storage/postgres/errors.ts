import { DatabaseError } from 'pg';
import { quotaErrorOf } from '../quota-error.ts';
import { StorageError, type StorageErrorCode } from '../storage-error.ts';

type Failure = readonly [code: StorageErrorCode, sentence: string];

const UNREACHABLE: Failure = [
  'unavailable',
  'The database server can’t be reached. Check that it’s running, and the address in --database.',
];
const LOST: Failure = [
  'unavailable',
  'The connection to the database server was lost. Check that the server is running, then try again.',
];
const TLS: Failure = [
  'unavailable',
  'The database server and this service can’t agree on TLS. Check the certificate, and sslmode in --database.',
];
const CERTIFICATE_FILE: Failure = [
  'unavailable',
  'A certificate file can’t be read. Check sslrootcert, sslcert and sslkey in --database.',
];
const CREDENTIALS: Failure = [
  'denied',
  'The database server refused the user. Check the user name and password in --database, and pg_hba.conf.',
];
const FULL_SERVER: Failure = [
  'busy',
  'The database server has no free connection. Raise max_connections, or put a pooler in front of it.',
];
const TOO_SLOW: Failure = [
  'busy',
  'The database server stopped a statement that took too long. Raise the database user’s statement_timeout or lock_timeout.',
];
const READ_ONLY: Failure = [
  'read-only',
  'The database server only accepts reads. Check that --database names the primary server.',
];
const ALL_IN_USE: Failure = [
  'busy',
  'All of this process’s database connections are in use. Try again in a moment. If this happens often, start another process.',
];

/** SQLSTATEs that mean a failure of the server, not of a statement. */
const failures: ReadonlyMap<string, Failure> = new Map([
  ['28P01', CREDENTIALS], // invalid_password
  ['28000', CREDENTIALS], // invalid_authorization_specification
  [
    '3D000', // invalid_catalog_name
    ['unavailable', 'The server has no such database. Create it, or check its name in --database.'],
  ],
  [
    '42501', // insufficient_privilege
    ['denied', 'The database user lacks a permission. Make it the owner of the database.'],
  ],
  ['25006', READ_ONLY], // read_only_sql_transaction
  [
    '53100', // disk_full
    ['full', 'The disk of the database server is full. Free up space on it.'],
  ],
  [
    '53200', // out_of_memory
    ['out-of-memory', 'The database server is out of memory. Give it more, or lower work_mem.'],
  ],
  ['53300', FULL_SERVER], // too_many_connections
  ['53400', FULL_SERVER], // configuration_limit_exceeded
  ['25P03', LOST], // idle_in_transaction_session_timeout
  ['55P03', TOO_SLOW], // lock_not_available
  ['57014', TOO_SLOW], // query_canceled
  ['57P01', LOST], // admin_shutdown
  ['57P02', LOST], // crash_shutdown
  [
    '57P03', // cannot_connect_now
    ['unavailable', 'The database server is starting or stopping. Try again in a moment.'],
  ],
  [
    '58030', // io_error
    [
      'disk',
      'The database server can’t read or write its disk. Check the disk and the server’s log.',
    ],
  ],
  [
    'XX001', // data_corrupted
    ['damaged', 'The database is damaged. Restore a backup.'],
  ],
  [
    'XX002', // index_corrupted
    ['damaged', 'An index of the database is damaged. Run REINDEX DATABASE, or restore a backup.'],
  ],
]);

/** A server that should be the primary is a replica. */
export class ReadOnlyServer extends Error {}

interface ErrorCircumstances {
  /** The flag that gave the address. */
  readonly flag: string;
  readonly isConnecting?: boolean;
  readonly isLost?: boolean;
}

/** Raised by the functions that count what an account stores. */
const OVER_QUOTA = 'KS001';

/** Returns a `StorageError` if the server failed, a `QuotaError` because of a quota, and otherwise the error itself. */
export function storageErrorOf(
  error: unknown,
  { flag, isConnecting = false, isLost = false }: ErrorCircumstances,
): unknown {
  if (error instanceof DatabaseError && error.code === OVER_QUOTA)
    return quotaErrorOf(error.message, error) ?? error;
  const failure = failureOf(error, isConnecting) ?? (isLost ? LOST : undefined);
  if (failure === undefined) return error;
  const [code, sentence] = failure;
  return new StorageError(code, error, sentence.replaceAll('--database', flag));
}

function failureOf(error: unknown, isConnecting: boolean): Failure | undefined {
  if (error instanceof DatabaseError) {
    const code = error.code ?? '';
    // Class 08: connection exceptions.
    return failures.get(code) ?? (code.startsWith('08') || isConnecting ? LOST : undefined);
  }
  if (error instanceof ReadOnlyServer) return READ_ONLY;
  if (!isConnecting) return undefined;
  if (isPoolTimeout(error)) return ALL_IN_USE;
  if (isPasswordMissing(error)) return CREDENTIALS;
  if (isFileError(error)) return CERTIFICATE_FILE;
  return isTlsError(error) ? TLS : UNREACHABLE;
}

/** The client's error for a missing password has no code. */
function isPasswordMissing(error: unknown): boolean {
  return error instanceof Error && /^SASL: .*password/.test(error.message);
}

/** While connecting, only certificates and keys are read from files. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'syscall') === 'open';
}

/** Only its message distinguishes a wait for a free connection from a wait for the server. */
export function isPoolTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded');
}

/** Certificate errors have codes of OpenSSL or Node; the refusal of a server without TLS only has a message. */
function isTlsError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return (
    /SSL/.test(error.message) ||
    (typeof code === 'string' && /CERT|ISSUER|SIGNATURE|TLS|SSL/.test(code))
  );
}

/** The server chose another transaction over this one: serialization_failure, deadlock_detected. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01');
}
