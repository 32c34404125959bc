/** Takes a credential out of whatever a service sends back in an error. */
import { isRecord } from './shapes/json.ts';

/** Replaces `secret`, as it is or percent-encoded, in every string of a JSON value, names of fields included. */
export function withoutSecret(value: unknown, secret: string): unknown {
  const spellings = [...new Set([secret, encodeURIComponent(secret)])];
  const clean = (text: string) =>
    spellings.reduce((rest, spelling) => rest.replaceAll(spelling, placeholder), text);
  return mapStrings(value, clean);
}

const placeholder = '[credential]';

function mapStrings(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [clean(name), mapStrings(inner, clean)]),
  );
}
