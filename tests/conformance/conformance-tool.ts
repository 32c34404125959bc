/** The public conformance tool: what it can ask, and what it finds. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { runScript, type Surroundings } from './run-command.ts';

const TOOL = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');

export type Role = 'server' | 'authorization';

export interface Question {
  readonly role: Role;
  /** All of the role, one after the other, where it is left out. */
  readonly scenario?: string;
  /** Of the protocol: the tool asks in its words, and leaves out what came later. */
  readonly revision: string;
  /** Where it finds the service, and as whom. */
  readonly args: readonly string[];
  /** Takes its results; made anew. */
  readonly folder: string;
  readonly watched?: Pick<Surroundings, 'onOutput' | 'signal'>;
}

const checksSchema = z.array(
  z.object({ id: z.string(), status: z.string(), errorMessage: z.optional(z.string()) }),
);

export interface Findings {
  readonly met: readonly string[];
  /** Each once, with what the tool says about it; its warnings too. */
  readonly unmet: Readonly<Record<string, string>>;
}

/** Asks and waits; what the tool skips by itself counts for nothing. */
export async function judge(question: Question): Promise<Findings> {
  const { role, scenario, revision, args, folder, watched = {} } = question;
  await mkdir(folder, { recursive: true });
  const asked = ['--spec-version', revision, '--output-dir', folder];
  if (scenario !== undefined) asked.push('--scenario', scenario);
  const { output, errors } = await runScript(TOOL, [role, ...args, ...asked], {
    cwd: folder,
    ...watched,
  });
  const results = await readdir(folder);
  if (results.length === 0) throw new Error(`It found nothing: ${output}${errors}`);
  const checks = (await Promise.all(results.map((name) => checksIn(join(folder, name))))).flat();
  const unmet = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return {
    met: checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id),
    unmet: Object.fromEntries(unmet.map(({ id, errorMessage = '' }) => [id, errorMessage])),
  };
}

/** Stands for what the tool finds where it misses just these checks, whatever it says about them. */
export function anyWordsFor(unmet: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(unmet).map((id) => [id, expect.any(String)]));
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

async function checksIn(folder: string): Promise<z.infer<typeof checksSchema>> {
  return z.parse(checksSchema, JSON.parse(await readFile(join(folder, 'checks.json'), 'utf8')));
}
