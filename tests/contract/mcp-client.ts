/** Calls a service through its MCP server with the SDK's client. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as z from 'zod/mini';
import type { Api } from './api.ts';

/** The protocol as it began in 2025, with a handshake, and as it has been since July 2026, without. */
export const eras = ['2025', '2026'] as const;
export type Era = (typeof eras)[number];

export interface ToolAnswer {
  readonly isError: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

export class McpClient {
  readonly #client: Client;

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
    return (await this.#client.listTools()).tools;
  }

  async toolNames(): Promise<string[]> {
    return (await this.tools()).map(({ name }) => name).toSorted();
  }

  /** Gives what a tool answers, which has to stand in its text as well. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const result = await this.#client.callTool({ name, arguments: args });
    const [content] = result.content;
    const text = content?.type === 'text' ? content.text : '';
    const body = z.parse(z.record(z.string(), z.unknown()), JSON.parse(text));
    if (JSON.stringify(result.structuredContent) !== text) {
      throw new Error('The text says something else than the structured content.');
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

/** Reads a tool's refusal, whose envelope has to be whole; gives its code. */
export function toolRefusalOf({ isError, body }: ToolAnswer): string {
  if (!isError) throw new Error(`It is not refused: ${JSON.stringify(body)}`);
  return z.parse(envelopeSchema, body).code;
}
