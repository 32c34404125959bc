/** The tools that only read. */
import { serviceLimits } from '../../lib/contracts/limits.ts';
import { askAgent } from '../operations/ask.ts';
import { listContainers } from '../operations/containers.ts';
import { listDocuments } from '../operations/documents.ts';
import { getProfile } from '../operations/profile.ts';
import { search } from '../operations/search.ts';
import { listRulesInUse } from '../operations/standing-rules.ts';
import { defineTool, type Tool } from './tool.ts';

const reading = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

export const searchingTools: readonly Tool[] = [
  defineTool({
    name: 'list_containers',
    title: 'List Memories',
    description:
      "Lists the Memories in your reach, each with id, name and description. A Memory is one of the person's own topics; " +
      'wherever a tool takes `container`, send an id from here.',
    annotations: reading,
    operation: listContainers,
    args: {},
  }),
  defineTool({
    name: 'search_memories',
    title: 'Search Memories',
    description:
      "Finds passages in the person's Memories, the most relevant first. Use it before you answer anything about their " +
      'past work, decisions or preferences. It gives passages, not an answer: name the Memory (`container_name`) of each ' +
      'one you rely on. If `results` is empty, look at `containers` first: an entry with an `error` could not be searched, ' +
      'and nothing follows from its silence. The first search after a quiet spell may take up to a minute.',
    annotations: reading,
    operation: search,
    args: {
      q: { description: 'What to look for: words that would stand in the passage.' },
      container: { description: 'Id of the one Memory to search. Leave it out to search all.' },
      limit: {
        description: 'How many passages at most.',
        minimum: 1,
        maximum: serviceLimits.searchLimitMax,
        default: serviceLimits.searchLimitDefault,
      },
    },
  }),
  defineTool({
    name: 'get_profile',
    title: 'Read the profile',
    description:
      'Gives what is known about the person: `static`, their standing facts, and `dynamic`, what is current. Read it once, ' +
      'at the start of a session.',
    annotations: reading,
    operation: getProfile,
    args: { q: { description: 'Adds the passages that match this, as `results`.' } },
  }),
  defineTool({
    name: 'memory_rules',
    title: 'Read the standing rules',
    description:
      "Gives the person's standing rules for whoever uses this connection. Read them at the start of a session and keep " +
      'to them.',
    annotations: reading,
    operation: listRulesInUse,
    args: {},
  }),
  defineTool({
    name: 'list_documents',
    title: 'List documents',
    description:
      'Lists documents, newest first, with title, `learned` and `learning_run`, but without their text. A document can be ' +
      'found by search once `learned` is true. To follow one, look a few times with pauses, and stop when the status of ' +
      '`learning_run` is failed or canceled: its owner can then choose Update now in the app, and sending it again does nothing.',
    annotations: reading,
    operation: listDocuments,
    args: {
      container: { description: 'Id of the one Memory to list. Leave it out to list all.' },
      limit: {
        description: 'How many documents at most.',
        type: 'integer',
        minimum: 1,
        maximum: serviceLimits.listLimitMax,
        default: serviceLimits.listLimitDefault,
      },
      cursor: { description: 'The `next_cursor` of the page before.' },
    },
  }),
  defineTool({
    name: 'ask_agent',
    title: 'Ask the agent',
    description:
      "Has the agent of the person's memory answer a question from it, with the passages it used as `sources`. It takes " +
      'longer than a search, and few may run at once. Name the Memory (`container_name`) of the sources when you pass the ' +
      'answer on.',
    // Which model answers is the owner's choice; it may run elsewhere.
    annotations: { ...reading, openWorldHint: true },
    operation: askAgent,
    args: { message: { description: 'The question, complete in itself.' } },
  }),
];
