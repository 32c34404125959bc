/** The conformance tool's scenarios for servers, sorted by whether they apply to this server. */

export interface Applying {
  readonly scenario: string;
  /** The protocol revisions to run the scenario with. */
  readonly revisions: readonly string[];
  /** Checks that can't pass here, each with its reason. */
  readonly unmet?: Readonly<Record<string, string>>;
}

const OWN_TOOLS = 'Calls tools that exist only in the conformance tool’s example server.';
const NO_RESOURCES = 'The contract has no resources, and the server declares none.';
const NO_PROMPTS = 'The contract has no prompts, and the server declares none.';
const NO_SESSIONS = 'For servers with sessions and streams; this one is stateless.';
const NO_TASKS =
  'For servers with the tasks extension; every call here returns its result directly.';
const NO_SKILLS = 'For servers with the skills extension; the conformance tool skips all of it.';
const NO_QUESTIONS = 'For servers whose tools request input from the client; no tool here does.';

/** Scenarios that apply to this server. */
export const applying: readonly Applying[] = [
  { scenario: 'server-initialize', revisions: ['2025-06-18', '2025-11-25'] },
  {
    scenario: 'server-stateless',
    revisions: ['2026-07-28'],
    unmet: {
      'sep-2575-server-rejects-undeclared-capability': OWN_TOOLS,
      'sep-2575-missing-capability-http-400': OWN_TOOLS,
      'sep-2575-http-server-no-independent-requests-on-stream': OWN_TOOLS,
      'sep-2575-server-no-log-without-loglevel': OWN_TOOLS,
    },
  },
  { scenario: 'ping', revisions: ['2025-06-18', '2025-11-25'] },
  { scenario: 'tools-list', revisions: ['2025-06-18', '2025-11-25', '2026-07-28'] },
  { scenario: 'dns-rebinding-protection', revisions: ['2025-11-25', '2026-07-28'] },
  {
    scenario: 'caching',
    revisions: ['2026-07-28'],
    unmet: {
      'sep-2549-prompts-list-caching-hints': NO_PROMPTS,
      'sep-2549-resources-list-caching-hints': NO_RESOURCES,
      'sep-2549-resources-templates-list-caching-hints': NO_RESOURCES,
    },
  },
  { scenario: 'http-header-validation', revisions: ['2026-07-28'] },
  { scenario: 'input-required-result-unsupported-methods', revisions: ['2026-07-28'] },
];

/** Scenarios that aren't run, each with its reason. */
export const notApplying: Readonly<Record<string, string>> = {
  'logging-set-level': 'The server sends no log messages and doesn’t declare logging.',
  'completion-complete': 'Completes arguments of prompts and resources; the server has neither.',
  'tools-call-simple-text': OWN_TOOLS,
  'tools-call-image': OWN_TOOLS,
  'tools-call-audio': OWN_TOOLS,
  'tools-call-embedded-resource': OWN_TOOLS,
  'tools-call-mixed-content': OWN_TOOLS,
  'tools-call-with-logging': OWN_TOOLS,
  'tools-call-error': OWN_TOOLS,
  'tools-call-with-progress': OWN_TOOLS,
  'tools-call-sampling': OWN_TOOLS,
  'tools-call-elicitation': OWN_TOOLS,
  'json-schema-2020-12': OWN_TOOLS,
  'elicitation-sep1034-defaults': OWN_TOOLS,
  'elicitation-sep1330-enums': OWN_TOOLS,
  'http-custom-header-server-validation':
    'For servers that also require tool arguments in headers; no tool here does.',
  'server-session-lifecycle': NO_SESSIONS,
  'server-sse-polling': NO_SESSIONS,
  'server-sse-multiple-streams': NO_SESSIONS,
  'resources-list': NO_RESOURCES,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES,
  'sep-2164-resource-not-found': NO_RESOURCES,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
  'sep-2640-skills-directory': NO_SKILLS,
  'sep-2640-skills-enumeration': NO_SKILLS,
  'sep-2640-skills-manifest': NO_SKILLS,
  'tasks-lifecycle': NO_TASKS,
  'tasks-capability-negotiation': NO_TASKS,
  'tasks-wire-fields': NO_TASKS,
  'tasks-request-state-removal': NO_TASKS,
  'tasks-mrtr-input': NO_TASKS,
  'tasks-request-headers': NO_TASKS,
  'tasks-dispatch-and-envelope': NO_TASKS,
  'tasks-status-notifications': NO_TASKS,
  'tasks-required-task-error': NO_TASKS,
  'tasks-mrtr-composition': NO_TASKS,
  'input-required-result-basic-elicitation': NO_QUESTIONS,
  'input-required-result-basic-sampling': NO_QUESTIONS,
  'input-required-result-basic-list-roots': NO_QUESTIONS,
  'input-required-result-request-state': NO_QUESTIONS,
  'input-required-result-multiple-input-requests': NO_QUESTIONS,
  'input-required-result-multi-round': NO_QUESTIONS,
  'input-required-result-missing-input-response': NO_QUESTIONS,
  'input-required-result-non-tool-request': NO_PROMPTS,
  'input-required-result-result-type': NO_QUESTIONS,
  'input-required-result-tampered-state': NO_QUESTIONS,
  'input-required-result-capability-check': NO_QUESTIONS,
  'input-required-result-ignore-extra-params': NO_QUESTIONS,
  // Would pass, but only because the tool it calls doesn't exist here.
  'input-required-result-validate-input': NO_QUESTIONS,
};

/** Returns each scenario at each revision, with a display name. */
export function askings(sorted: readonly Applying[]) {
  return sorted.flatMap(({ scenario, revisions, unmet = {} }) =>
    revisions.map((revision) => ({
      name: `${scenario} at ${revision}`,
      scenario,
      revision,
      unmet,
    })),
  );
}
