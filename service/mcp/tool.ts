/** An operation as a tool of MCP: what an assistant is told of it, and how its arguments become an input. */
import type { Tool as Listing, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { ok, type Result } from '../../lib/contracts/result.ts';
import type { Access } from '../auth/access.ts';
import { perform, type Call, type Operation } from '../operations/operation.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** What an assistant is told of an argument, beyond what the operation's schema says. */
export interface Argument {
  readonly description: string;
  /** Where an operation reads a text, as REST has it from a query string: what a tool takes instead. */
  readonly type?: 'integer' | 'boolean';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

interface ToolDefinition<Input, Answer extends object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly operation: Operation<Input, Answer>;
  readonly args: { readonly [Name in keyof Input]-?: Argument };
  /** Arguments that a rule of the operation demands, though its shape does not. */
  readonly required?: readonly (keyof Input & string)[];
}

export interface Tool {
  /** As `tools/list` shows it. */
  readonly listing: Listing;
  readonly access: Access;
  /** Everything is checked in here: number, access and shape. */
  call(call: Call, args: unknown): Promise<Result<object, Refusal>>;
}

const propertySchema = z.record(z.string(), z.json());

/** Makes the tool of an operation; its arguments are those of the schema that checks REST's requests. */
export function defineTool<Input, Answer extends object>({
  operation,
  args,
  required = [],
  ...told
}: ToolDefinition<Input, Answer>): Tool {
  const schema = z.toJSONSchema(operation.input, { io: 'input' });
  const described: Readonly<Record<string, Argument>> = args;
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, property]) =>
      [name, { ...z.parse(propertySchema, property), ...described[name] }] as const,
  );
  const inputSchema: Listing['inputSchema'] = {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [...(schema.required ?? []), ...required],
  };
  return {
    listing: { ...told, inputSchema },
    access: operation.access,
    call: (call, given) => perform(operation, call, async () => writeOut(given, described)),
  };
}

/** Writes numbers and truth values as a query string would hold them; refuses what is not of the type told. */
function writeOut(
  args: unknown,
  described: Readonly<Record<string, Argument>>,
): Result<unknown, Refusal> {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return ok(args);
  const written: [string, unknown][] = [];
  for (const [name, value] of Object.entries(args)) {
    const type = described[name]?.type;
    if (type === undefined) written.push([name, value]);
    else if (typeof value === (type === 'integer' ? 'number' : 'boolean')) {
      written.push([name, String(value)]);
    } else {
      const noun = type === 'integer' ? 'a whole number' : 'true or false';
      return refuse('malformed', `"${name}" has to be ${noun}.`, { field: name });
    }
  }
  return ok(Object.fromEntries(written));
}
