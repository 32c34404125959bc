/** Runs the public conformance tool and reads its findings. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { runScript, type Surroundings } from './run-command.ts';

const TOOL = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');

export type Role = 'server' | 'authorization';

export interface Question {
  readonly role: Role;
  /** The scenario to run; by default every scenario of the role, one after another. */
  readonly scenario?: string;
  /** The protocol revision. The tool uses its messages and skips later features. */
  readonly revision: string;
  /** The address of the service, and the client to use. */
  readonly args: readonly string[];
  /** A folder for the tool's results that contains no earlier results. */
  readonly folder: string;
  readonly watched?: Pick<Surroundings, 'onOutput' | 'signal'>;
}

const checksSchema = z.array(
  z.object({ id: z.string(), status: z.string(), errorMessage: z.optional(z.string()) }),
);

export interface Findings {
  readonly met: readonly string[];
  /** Each failed check and warning once, with the tool's message. */
  readonly unmet: Readonly<Record<string, string>>;
}

/** Runs the tool and returns its findings, without the checks that the tool skips. */
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
  if (results.length === 0) throw new Error(`The tool reported nothing: ${output}${errors}`);
  const checks = (await Promise.all(results.map((name) => checksIn(join(folder, name))))).flat();
  const unmet = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return {
    met: checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id),
    unmet: Object.fromEntries(unmet.map(({ id, errorMessage = '' }) => [id, errorMessage])),
  };
}

/** Returns the expected findings if exactly these checks fail, whatever their messages. */
export function anyWordsFor(unmet: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(unmet).map((id) => [id, expect.any(String)]));
}

/** Lists the scenarios for a role, each with its available revisions. */
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
