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

export type MessageTable = Readonly<Record<string, Record<'input' | 'output', z.ZodMiniType>>>;

/** Returns the schemas of one message of a table. */
export function schemasOf<T extends MessageTable, N extends keyof T>(table: T, name: N) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript widens `table[name]` to all messages
  return table[name] as unknown as {
    input: z.ZodMiniType<z.infer<T[N]['input']>>;
    output: z.ZodMiniType<z.infer<T[N]['output']>>;
  };
}
