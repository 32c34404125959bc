/** Every tool of the MCP server; getting one document is the only operation of the contract without one. */
import { searchingTools } from './searching-tools.ts';
import { writingTools } from './writing-tools.ts';
import type { Tool } from './tool.ts';

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [...searchingTools, ...writingTools];
