/** The scenarios of the public conformance tool for servers, sorted by whether they can be asked of this one. */

/** Asked of any server. */
export const applying = [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
] as const;

const OWN_TOOLS = 'Calls tools that only the tool’s own example server has.';
const NO_RESOURCES = 'The contract has no resources, and the server says so.';
const NO_PROMPTS = 'The contract has no prompts, and the server says so.';
const NO_SESSIONS =
  'Is for servers that keep sessions with streams; this one answers each request by itself.';

/** Not asked, each with its reason. */
export const notApplying: Readonly<Record<string, string>> = {
  'logging-set-level': 'The server sends no log messages, and does not say that it would.',
  'completion-complete': 'Completes arguments of prompts and resources, of which there are none.',
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
  'server-sse-polling': NO_SESSIONS,
  'server-sse-multiple-streams': NO_SESSIONS,
  'resources-list': NO_RESOURCES,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
};
