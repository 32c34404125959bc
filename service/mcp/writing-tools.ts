/** The tools that add and delete. */
import { addDocument, deleteDocument } from '../operations/documents.ts';
import { addNote, forgetNote } from '../operations/notes.ts';
import { defineTool, type Argument, type Tool } from './tool.ts';

const adding = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;
const deleting = { ...adding, destructiveHint: true, idempotentHint: true } as const;

const container: Argument = {
  description:
    'Id of the Memory to save to. It may be left out only where exactly one Memory is in reach.',
};
const confirm: Argument = {
  description:
    'Leave it out at first. Send true only after the person was told the sentence of the answer and has agreed.',
  type: 'boolean',
};
const CONFIRMING =
  'Called without `confirm` it does nothing yet: it answers confirmation_required with a sentence. Pass that on to the ' +
  'person word for word, and stop. Only when they have agreed, call again with confirm: true. Never send confirm of ' +
  'your own accord.';

export const writingTools: readonly Tool[] = [
  defineTool({
    name: 'add_document',
    title: 'Save a document',
    description:
      'Saves a text, or the page at a public address. Only what the person gave you, in their own words, and only when they asked ' +
      'for it or plainly meant it. Send exactly one of `content` and `url`. The answer queued means accepted, not yet ' +
      'learned: search finds it later. The answer exists means that this custom_id is known, and nothing was changed.',
    // The service fetches the address itself.
    annotations: { ...adding, openWorldHint: true },
    operation: addDocument,
    args: {
      container,
      content: { description: 'The whole text, unchanged; Markdown is kept.' },
      url: { description: 'A public http or https address to read instead.' },
      title: { description: 'A title to recognise it by.' },
      custom_id: {
        description:
          'A name of your choice for this document, such as its address. Sending it again then changes nothing.',
      },
      metadata: {
        description: 'Anything you want to keep with it, best an object. It is not searched.',
      },
    },
  }),
  defineTool({
    name: 'add_memory',
    title: 'Keep a note or a fact',
    description:
      "Keeps a short note, or with `static` a standing fact about the person. Only the person's own words, and only when " +
      'they asked for it or plainly meant it. A note can be searched once it has been learned; a standing fact stands in ' +
      'the profile at once.',
    annotations: adding,
    operation: addNote,
    args: {
      content: { description: "The note or the fact, in the person's words." },
      container,
      static: {
        description:
          'True for a fact that stays true of the person, such as an allergy. Otherwise leave it out.',
      },
    },
  }),
  defineTool({
    name: 'delete_document',
    title: 'Delete a document',
    description: `Deletes a document for good. ${CONFIRMING}`,
    annotations: deleting,
    operation: deleteDocument,
    args: {
      id: { description: 'The `id` from list_documents, or the `document_id` of a hit.' },
      confirm,
    },
  }),
  defineTool({
    name: 'forget_memory',
    title: 'Forget a note or a fact',
    description: `Forgets a note or a standing fact for good. ${CONFIRMING}`,
    annotations: deleting,
    operation: forgetNote,
    args: {
      id: { description: 'The `memory_id` of a hit, or the `id` of an item of the profile.' },
      container: { description: 'Id of the Memory it is in.' },
      confirm,
    },
    required: ['container'],
  }),
];
