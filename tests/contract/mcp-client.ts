/** Calls a service through its MCP server with the SDK's client. */
import { Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import * as z from 'zod/mini';
import type { Api } from './api.ts';

/** The protocol of 2025, with a handshake, and the protocol since July 2026, without one. */
export const eras = ['2025', '2026'] as const;
export type Era = (typeof eras)[number];

export interface ToolAnswer {
  readonly isError: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

const validator = new CfWorkerJsonSchemaValidator();

export class McpClient {
  readonly #client: Client;
  #schemas = new Map<string, Tool['outputSchema']>();

  private constructor(client: Client) {
    this.#client = client;
  }

  static async connect(api: Api, era: Era = '2026'): Promise<McpClient> {
    const client = new Client(
      { name: 'contract', version: '1.0.0' },
      { versionNegotiation: { mode: era === '2025' ? 'legacy' : { pin: '2026-07-28' } } },
    );
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp-http'), {
      fetch: (url, init) => api.fetch(new Request(url, init)),
    });
    await client.connect(transport);
    return new McpClient(client);
  }

  get instructions(): string {
    return this.#client.getInstructions() ?? '';
  }

  async tools() {
    const { tools } = await this.#client.listTools();
    this.#schemas = new Map(tools.map(({ name, outputSchema }) => [name, outputSchema]));
    return tools;
  }

  async toolNames(): Promise<string[]> {
    return (await this.tools()).map(({ name }) => name).toSorted();
  }

  /**
   * Calls a tool and returns its structured content. Throws if the result's text differs from it or, once the tools
   * have been listed, if it doesn't match the tool's output schema.
   */
  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const result = await this.#client.callTool({ name, arguments: args });
    const { $schema: _, ...schema } = this.#schemas.get(name) ?? {};
    const checked = validator.getValidator(schema)(result.structuredContent);
    if (!checked.valid) throw new Error(`${name}: ${checked.errorMessage}`);
    const [content] = result.content;
    const text = content?.type === 'text' ? content.text : '';
    const body = z.parse(z.record(z.string(), z.unknown()), JSON.parse(text));
    if (JSON.stringify(result.structuredContent) !== text) {
      throw new Error('The text differs from the structured content.');
    }
    return { isError: result.isError === true, body };
  }
}

const envelopeSchema = z.strictObject({
  code: z.string(),
  message: z.string().check(z.minLength(1)),
  details: z.record(z.string(), z.unknown()),
  retryable: z.boolean(),
  trace_id: z.string().check(z.minLength(8)),
});

/** Returns the code of a tool's error, and checks its envelope. */
export function toolRefusalOf({ isError, body }: ToolAnswer): string {
  if (!isError) throw new Error(`The call wasn’t refused: ${JSON.stringify(body)}`);
  return z.parse(envelopeSchema, body).code;
}
