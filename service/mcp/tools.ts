import type { Tool as Listing, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { ok, type Result } from '../../lib/contract/result.ts';
import type { Access } from '../auth/access.ts';
import { errorEnvelope } from '../error-envelope.ts';
import { operations } from '../operations/index.ts';
import { inputSchemaOf } from '../operations/input-schema.ts';
import {
  perform,
  type AnyOperation,
  type Call,
  type McpTool,
  type ToolArgument,
} from '../operations/operation.ts';
import { refuse, type Refusal } from '../refusal.ts';

export interface Tool {
  readonly listing: Listing;
  readonly access: Access;
  call(call: Call, args: unknown): Promise<Result<object, Refusal>>;
}

type ToolArguments = Readonly<Record<string, ToolArgument>>;

export const tools: readonly Tool[] = operations
  .flatMap((operation) => (operation.tool === undefined ? [] : [toolOf(operation, operation.tool)]))
  .toSorted((a, b) => order(a.access) - order(b.access));

function order(access: Access): number {
  if (access === 'full') return 2;
  return access === 'write' ? 1 : 0;
}

function toolOf(operation: AnyOperation, tool: McpTool<unknown>): Tool {
  const { name, title, description } = tool;
  const args: ToolArguments = tool.args;
  return {
    listing: {
      name,
      title,
      description,
      annotations: annotationsOf(operation.access, tool),
      inputSchema: inputSchemaOf(operation, args),
      outputSchema: outputSchemaOf(operation),
    },
    access: operation.access,
    call: (call, given) => perform(operation, call, async () => asStrings(given, args)),
  };
}

function annotationsOf(access: Access, { opensWorld }: McpTool<unknown>): ToolAnnotations {
  const isWriting = access === 'write' || access === 'full';
  return {
    readOnlyHint: !isWriting,
    destructiveHint: access === 'full',
    idempotentHint: access !== 'write',
    openWorldHint: opensWorld === true,
  };
}

/** Includes errors in the schema, because some clients check error results against it too. */
function outputSchemaOf({ rest }: AnyOperation): NonNullable<Listing['outputSchema']> {
  const answers = Object.values(rest?.openapi?.answers ?? {}).flat();
  const anyOf = [...answers, errorEnvelope].map((schema) => {
    const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input' });
    return described;
  });
  return { type: 'object', anyOf };
}

function asStrings(given: unknown, args: ToolArguments): Result<unknown, Refusal> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return ok(given);
  const converted: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    const type = args[name]?.type;
    if (type === undefined) converted.push([name, value]);
    else if (typeof value === (type === 'integer' ? 'number' : 'boolean')) {
      converted.push([name, String(value)]);
    } else {
      const noun = type === 'integer' ? 'an integer' : 'a boolean';
      return refuse('malformed', `"${name}" must be ${noun}.`, { field: name });
    }
  }
  return ok(Object.fromEntries(converted));
}
