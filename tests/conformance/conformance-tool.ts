/** The public conformance tool: what it can ask, and what it finds. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { runScript } from './run-command.ts';

const TOOL = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');

export type Role = 'server' | 'authorization';

export interface Question {
  readonly role: Role;
  readonly scenario: string;
  /** Of the protocol: the tool asks in its words, and leaves out what came later. */
  readonly revision: string;
  /** Where it finds the service, and as whom. */
  readonly args: readonly string[];
  /** Takes its results; made anew. */
  readonly folder: string;
  /** Called with what it writes while it runs. */
  readonly onOutput?: (chunk: string) => void;
}

const checksSchema = z.array(
  z.object({ id: z.string(), status: z.string(), errorMessage: z.optional(z.string()) }),
);

export interface Findings {
  readonly met: readonly string[];
  /** Each once, with what the tool says about it; its warnings too. */
  readonly unmet: Readonly<Record<string, string>>;
}

/** Asks one scenario; what the tool skips by itself counts for nothing. */
export async function judge(question: Question): Promise<Findings> {
  const { role, scenario, revision, args, folder, onOutput } = question;
  await mkdir(folder, { recursive: true });
  const asked = ['--scenario', scenario, '--spec-version', revision, '--output-dir', folder];
  const { output, errors } = await runScript(TOOL, [role, ...args, ...asked], {
    cwd: folder,
    ...(onOutput === undefined ? {} : { onOutput }),
  });
  const [results] = await readdir(folder);
  if (results === undefined) throw new Error(`It found nothing: ${output}${errors}`);
  const written: unknown = JSON.parse(await readFile(join(folder, results, 'checks.json'), 'utf8'));
  const checks = z.parse(checksSchema, written);
  const unmet = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return {
    met: checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id),
    unmet: Object.fromEntries(unmet.map(({ id, errorMessage = '' }) => [id, errorMessage])),
  };
}

/** Lists the scenarios for a role, each with the revisions it can be asked at. */
export async function listScenarios(role: Role, cwd: string): Promise<Map<string, string[]>> {
  const { output } = await runScript(TOOL, ['list', `--${role}`], { cwd });
  const lines = output.matchAll(/^ +- (?<name>\S+) \[(?<revisions>[^\]]*)\]$/gm);
  return new Map(
    [...lines].map(({ groups }) => [
      groups?.['name'] ?? '',
      (groups?.['revisions'] ?? '').split(','),
    ]),
  );
}
