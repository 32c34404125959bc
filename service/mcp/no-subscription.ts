/** Answers who would listen for changes: there are none that this server could announce. */
import { isLegacyRequest, ProtocolErrorCode } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';

const listeningSchema = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.literal('subscriptions/listen'),
});

/**
 * Gives the answer of a server that lacks the method, or null where the request does not ask to listen. The protocol's
 * earlier revisions never had it, and say so themselves.
 */
export async function refuseToListen(request: Request, body: unknown): Promise<Response | null> {
  const listening = z.safeParse(listeningSchema, body);
  if (!listening.success || (await isLegacyRequest(request, body))) return null;
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' };
  return Response.json({ jsonrpc: '2.0', id: listening.data.id, error }, { status: 404 });
}
