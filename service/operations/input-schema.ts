/** Kept apart from the operations because only the OpenAPI document and MCP need it. */
import * as z from 'zod/mini';
import type { AnyOperation } from './operation.ts';

const objectSchema = z.object({
  properties: z.optional(z.record(z.string(), z.record(z.string(), z.json()))),
  required: z.optional(z.array(z.string())),
});

/** Describes an operation's input as a JSON Schema, with keywords to add to its fields. */
export function inputSchemaOf(
  { input, requires = [] }: AnyOperation,
  keywords: Readonly<Record<string, object>>,
) {
  const schema = z.toJSONSchema(input, { io: 'input' });
  const { properties = {}, required = [] } = z.parse(objectSchema, schema);
  return {
    type: 'object' as const,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, { ...field, ...keywords[name] }]),
    ),
    required: [...required, ...requires],
  };
}
