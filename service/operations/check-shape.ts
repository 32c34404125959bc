/** Checks an input against its schema and says in words what is wrong. */
import * as z from 'zod/mini';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** A field missing or of the wrong type is `malformed`; one of the right type that breaks a rule is `invalid`. */
export function checkShape<Input>(
  schema: z.ZodMiniType<Input>,
  value: unknown,
): Result<Input, Refusal> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return ok(parsed.data);
  const issues = parsed.error.issues.map((issue) => ({
    field: issue.path.map(String).join('.'),
    problem: problemOf(issue, value),
    isRule: RULES.has(issue.code),
  }));
  const kind = issues.every((issue) => issue.isRule) ? 'invalid' : 'malformed';
  const sentence = issues
    .map(({ field, problem }) => `${field === '' ? 'The body' : `"${field}"`} ${problem}.`)
    .join(' ');
  return refuse(kind, sentence, {
    fields: issues.map(({ field, problem }) => ({ field, problem })),
  });
}

const RULES = new Set<string>(['too_small', 'too_big', 'invalid_format', 'custom']);
const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function problemOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'too_small') return 'is too short or too small';
  if (issue.code === 'too_big') return 'is too long or too large';
  if (issue.code === 'unrecognized_keys') return `has no field "${issue.keys.join('", "')}"`;
  if (issue.code !== 'invalid_type') return 'is not valid';
  if (valueAt(value, issue.path) === undefined && issue.path.length > 0) return 'is missing';
  return `has to be ${NOUNS[issue.expected] ?? issue.expected}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (held, key) => (typeof held === 'object' && held !== null ? Reflect.get(held, key) : undefined),
    value,
  );
}
