/** An MCP client with a fake server and a clock that the test controls. */
import * as z from 'zod/mini';
import { createMcpClient, type McpClientOptions } from '../mcp.ts';
import { defaultTimeoutMs } from '../rest.ts';
import type { Answerer } from './fake-service.ts';
import { createManualTime } from './manual-time.ts';

const messageSchema = z.object({
  id: z.optional(z.number()),
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
});

/** Retries don't wait; a call times out only when the test advances the clock. */
export function mcpClientOf(answer: Answerer, options: Partial<McpClientOptions> = {}) {
  const requests: Request[] = [];
  const time = createManualTime((ms) => ms < defaultTimeoutMs);
  const client = createMcpClient({
    baseUrl: 'https://memory.example',
    access: { token: () => Promise.resolve({ ok: true, value: 'access_secret_0001' }) },
    fetch: async (request) => {
      requests.push(request.clone());
      return answer(request, requests.length - 1);
    },
    sleep: time.sleep,
    random: () => 0.5,
    version: '1.2.3',
    ...options,
  });
  return { client, requests, time };
}

/** Returns the JSON-RPC message in a request. */
export async function messageOf(request: Request): Promise<z.infer<typeof messageSchema>> {
  return messageSchema.parse(await request.clone().json());
}

/** Returns a reply with the given result. */
export async function reply(request: Request, result: unknown, status = 200): Promise<Response> {
  const { id } = await messageOf(request);
  return Response.json({ jsonrpc: '2.0', id, result }, { status });
}

/** Returns the same reply as a stream, after a progress notification. */
export async function replyAsEvents(request: Request, result: unknown): Promise<Response> {
  const { id } = await messageOf(request);
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } };
  const events = [progress, { jsonrpc: '2.0', id, result }];
  const text = events.map((event) => `event: message\r\ndata: ${JSON.stringify(event)}\r\n\r\n`);
  return new Response(`: hello\r\n\r\n${text.join('')}`, {
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
  });
}

/** Returns a JSON-RPC error reply. */
export async function replyError(
  request: Request,
  error: { code: number; message?: string; data?: unknown },
  status = 200,
): Promise<Response> {
  const { id } = await messageOf(request);
  return Response.json({ jsonrpc: '2.0', id, error: { message: '', ...error } }, { status });
}

/** Returns the result of a tool call. */
export function toolResult(value: object, isError = false) {
  return {
    resultType: 'complete',
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: value,
    ...(isError ? { isError } : {}),
  };
}
