/** An operation as a tool of MCP: what an assistant is told of it, and how its arguments become an input. */
import type { Tool as Listing, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { ok, type Result } from '../../lib/contracts/result.ts';
import type { Access } from '../auth/access.ts';
import { perform, type Call, type Operation } from '../operations/operation.ts';
import type { Refusal } from '../refusal.ts';

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
  const written = Object.keys(described).filter((name) => described[name]?.type !== undefined);
  return {
    listing: { ...told, inputSchema },
    access: operation.access,
    call: (call, given) => perform(operation, call, async () => ok(writeOut(given, written))),
  };
}

/** Writes the numbers and truth values of these arguments as a query string would hold them. */
function writeOut(args: unknown, names: readonly string[]): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]: [string, unknown]) => [
      name,
      names.includes(name) && (typeof value === 'number' || typeof value === 'boolean')
        ? String(value)
        : value,
    ]),
  );
}
