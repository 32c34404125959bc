/** Addresses of a database, such as `postgres://user:password@host/name`. As with libpq, one can name several hosts. */

// The user and password end at the last `@` before the path, as in a URL.
const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^]*)$/i;

/** Returns an address for each host of `postgres://user@host:5432,other:5432/name`; none if the text isn't an address. */
export function serversIn(text: string): readonly string[] {
  const [, start = '', hosts = '', rest = ''] = SHAPE.exec(text) ?? [];
  const servers = hosts.split(',').map((host) => start + host + rest);
  return servers.every((server) => URL.canParse(server)) ? servers : [];
}

/** Returns whether this is the address of a PostgreSQL database. */
export function isDatabaseAddress(text: string): boolean {
  return serversIn(text).length > 0;
}

/** Returns whether this is meant to be the address of a PostgreSQL database. */
export function resemblesAddress(text: string): boolean {
  return /^postgres(?:ql)?:/i.test(text);
}

/** Removes the passwords of all addresses in a text, even of malformed ones. If in doubt, removes more. */
export function hidePasswords(text: string): string {
  return text
    .replaceAll(/(postgres(?:ql)?:\/+[^:/@]*):(?:(?!postgres(?:ql)?:\/)[^])*@/gi, '$1@')
    .replaceAll(/([?&])password=[^&'"‘’]*&?/gi, '$1');
}
