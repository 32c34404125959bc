/** Parses a service's address and decides whether a credential can be sent there. */
import { err, ok } from '../contract/result.ts';
import { isLoopback } from '../url/origins.ts';
import { failure } from './failure.ts';

/** Undefined values are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Parses the address; a path in it prefixes the path of every request. Fails with `memory.validation` for an invalid
 * address, or with `memory.insecure` for plain HTTP to another machine.
 */
export function readServiceAddress(baseUrl: string) {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return err(failure('memory.validation', 'The address of the service isn’t a web address.'));
  }
  if (url.username !== '' || url.password !== '') {
    const message = 'The address of the service can’t contain a user name or password.';
    return err(failure('memory.validation', message));
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return err(failure('memory.insecure'));

  const prefix = url.origin + url.pathname.replace(/\/+$/, '');
  return ok({
    origin: url.origin,
    to: (path: string, query: Query = {}) => {
      const target = new URL(prefix + path);
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) target.searchParams.append(name, String(value));
      }
      return target.href;
    },
  });
}

/** Encodes an id as a path segment. Returns null if that's impossible, because the URL would name another operation. */
export function pathSegment(id: string): string | null {
  return id === '' || id === '.' || id === '..' || !id.isWellFormed()
    ? null
    : encodeURIComponent(id);
}
