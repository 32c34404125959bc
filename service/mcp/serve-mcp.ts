/** Speaks MCP with one caller for one request: which tools there are for them, and what a call gives. */
import {
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
import { refuse, envelopeOf, type Refusal } from '../refusal.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { checkAccess } from '../auth/access.ts';
import type { Call } from '../operations/operation.ts';
import { instructions } from './instructions.ts';
import { refuseToListen } from './no-subscription.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools.ts';

export interface McpRequest {
  readonly request: Request;
  /** The JSON it carries; left out where it carries none. */
  readonly body?: unknown;
  readonly call: Call;
  readonly traceId: string;
}

/** Never used, but made for each server unless given; the one chosen by default compiles code, which costs, and which extensions forbid. */
const jsonSchemaValidator = new CfWorkerJsonSchemaValidator();

/** Answers one request. Nothing is kept from one to the next, so a key that was narrowed is seen as it is now. */
export async function serveMcp({ request, body, call, traceId }: McpRequest): Promise<Response> {
  const handler = createMcpHandler(() => createServer(call, traceId), {
    // Nothing changes that a server would announce, and an answer without end could not be carried by a message.
    maxSubscriptions: 0,
    onerror: (error) => {
      call.context.logger.info('mcp.rejected', { error: error.name, trace: traceId });
    },
  });
  const response = await handler.fetch(request, body === undefined ? {} : { parsedBody: body });
  // It has checked the request by then, but would blame a limit that nobody reached.
  const refusal = response.ok ? await refuseToListen(request, body) : null;
  return refusal ?? response;
}

function createServer(call: Call, traceId: string): McpServer {
  const mcp = new McpServer(
    { name: 'keepsake', title: 'Personal Memory Service', version: '1.0.0' },
    { capabilities: { tools: { listChanged: false } }, instructions, jsonSchemaValidator },
  );
  mcp.server.setRequestHandler('tools/list', () => ({
    tools: tools
      .filter(({ access }) => checkAccess(call.principal, access).ok)
      .map(({ listing }) => listing),
  }));
  mcp.server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ listing }) => listing.name === params.name);
    if (tool === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    }
    return resultOf(
      await callSafely(tool, call, { args: params.arguments ?? {}, traceId }),
      traceId,
    );
  });
  return mcp;
}

/** A bug is logged by its kind and told without its words, as REST tells it. */
async function callSafely(
  tool: Tool,
  call: Call,
  { args, traceId }: { readonly args: unknown; readonly traceId: string },
): Promise<Result<object, Refusal>> {
  try {
    return await tool.call(call, args);
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    call.context.logger.error('request.failed', { error: name, trace: traceId });
    return refuse('internal', 'The service failed.');
  }
}

/** Gives the answer twice, as the protocol advises: as it is, and as text for clients that read nothing else. */
function resultOf(result: Result<object, Refusal>, traceId: string): CallToolResult {
  const answer = result.ok ? result.value : envelopeOf(result.error, traceId);
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: { ...answer },
    ...(result.ok ? {} : { isError: true }),
  };
}
