import * as z from 'zod/mini';

/** The output of a message that is only acknowledged. */
export const nothing = z.object({});

/** Defines a message by the fields of its input and the schema of its output. */
export function message<Fields extends z.core.$ZodLooseShape, Output extends z.ZodMiniType>(
  fields: Fields,
  output: Output,
) {
  return { input: z.object(fields), output };
}
