/**
 * Every message of the router, each with an input that an extension page could send. Doesn't compile if a message is
 * missing.
 */
import type { MessageInput, MessageName } from '../../lib/messaging/messages.ts';

export type EveryInput = { [N in MessageName]: MessageInput<N> };

/** The existing objects that the messages refer to. */
export interface Targets {
  readonly tabId: number;
  readonly windowId: number;
  readonly itemId: string;
  readonly memoryId: string;
  readonly connectionId: string;
  /** The address of a service that would accept a key. */
  readonly address: string;
}

export function everyInput(targets: Targets): EveryInput {
  const { tabId, windowId, itemId: id, memoryId, connectionId, address } = targets;
  const file = '0c1d9c7e-58c9-4d54-9d8e-4a9f3b5d7f10';
  const newId = '5b0a2f0e-5d7c-4c51-8f0b-2f6f6a3c9d21';
  const key = { key: 'pms_key_of_someone_else_0001', keep: 'persistent' } as const;
  return {
    'connections.list': {},
    'connections.connect-with-key': { connectionId: newId, address, ...key },
    'connections.begin-consent': { address, connectionId: null, newId },
    'connections.give-up': { connectionId },
    'connections.choose': { connectionId },
    'connections.remove': { connectionId },
    'connections.replace-key': { connectionId, ...key },
    'connections.keep-ask-key': { connectionId, ...key },
    'connections.forget-ask-key': { connectionId },
    'connections.try-again': { connectionId },
    'connections.move-waiting': { ids: [id], connectionId, memoryId },
    'connections.forget-everything': {},
    'permissions.list': {},
    'permissions.release': { name: 'tabs' },
    'options.read': {},
    'options.change': { name: 'marksSaved', isOn: false },
    'diagnostics.read': {},
    'outbox.list': {},
    'outbox.get': { id },
    'outbox.retry': { id, tabId },
    'outbox.update-now': { id },
    'outbox.editable': { id },
    'outbox.edit': { id, title: 'Forged', content: 'Forged', memoryId },
    'outbox.discard': { id },
    'outbox.restore': { id },
    'saved.delete': { id, confirm: true },
    'documents.list': { connectionId, memoryId, cursor: null },
    'facts.delete': {
      connectionId,
      memory: { id: memoryId, name: 'Forged' },
      id,
      confirm: true,
    },
    'documents.delete': {
      connectionId,
      memory: { id: memoryId, name: 'Forged' },
      documentId: 'd1',
      customId: null,
      confirm: true,
    },
    'transfer.reminder': { isPutOff: true },
    'bin.list': {},
    'bin.restore': { id },
    'bin.empty': { confirm: true },
    'learned.take': {},
    'search.run': { searchId: 's', q: 'barometer' },
    'search.related': { searchId: 's', tabId },
    'search.more': { searchId: 's', q: 'barometer', sourceId: 'd1' },
    'search.cancel': { searchId: 's' },
    'search.open': {
      hit: {
        key: '0:',
        memory: 'Forged',
        kind: 'page',
        title: 'Forged',
        url: `${address}/opened`,
        passage: 'Forged',
        marks: [],
        savedAt: null,
      },
    },
    'history.read': {},
    'history.change': { change: 'restore', searches: [{ q: 'Forged', at: 1 }] },
    'ask.ask': { askId: 'a', message: 'Who read the barometer?' },
    'ask.cancel': { askId: 'a' },
    'profile.read': { refresh: true },
    'profile.about': { q: 'barometer' },
    'rules.read': { refresh: true },
    'connection.status': {},
    'connection.create': {},
    'memories.list': {},
    'memories.create': { name: 'Forged', choose: true },
    'memories.choose': { id: memoryId },
    'memories.list-counts': {},
    'memories.rename': { id: memoryId, name: 'Forged' },
    'memories.delete': { id: memoryId, confirm: true },
    'rules.list': {},
    'rules.add': { content: 'Forged', key: null },
    'rules.change': { id: memoryId, content: 'Forged' },
    'rules.delete': { id: memoryId },
    'transfer.export': { watch: file },
    'transfer.import': { file },
    'page.describe': { tabId },
    'page.save': {
      id: file,
      tabId,
      memoryId,
      previewId: null,
      part: 'article',
      title: null,
      asVersion: false,
    },
    'page.find-saved': { tabId: 1, previewId: null },
    'preview.take': { tabId, part: 'article' },
    'preview.choose-part': { tabId, part: 'article' },
    'preview.watch': { tabId },
    'preview.text': { id: file, part: 'page' },
    'selection.save': {
      id: file,
      previewId: file,
      memoryId,
      comment: null,
      withSource: false,
      again: false,
    },
    'link.save': { id: file, url: 'https://example.org/', title: null, memoryId, tabId },
    'notes.draft': { place: 'popup' },
    'notes.save-draft': {
      place: 'popup',
      draft: { id: newId, content: 'Forged', isFact: false },
    },
    'notes.save': { id: newId, place: 'popup', content: 'Forged', memoryId },
    'notes.undo': { id, place: 'popup' },
    'facts.add': { id: newId, place: 'popup', content: 'Forged', memoryId },
    'facts.list': {},
    'facts.again': { id: newId },
    'facts.give-up': { id: newId },
    'facts.take-back': { id: newId },
    'highlights.of-page': { tabId },
    'highlights.list-pages': { most: 10 },
    'highlights.set-color': { id: file, color: 'pink' },
    'highlights.set-comment': { id: file, comment: 'Forged' },
    'highlights.draw': { tabId },
    'highlights.reveal': { tabId, id: file },
    'highlights.hide': { id: file },
    'highlights.show': { id: file },
    'sites.allow': { pattern: 'https://example.org/*' },
    'sites.remove': { pattern: 'https://example.org/*' },
    'sites.list': {},
    'sites.release': { pattern: 'https://example.org/*' },
    'batches.tabs': { windowId },
    'batches.folders': {},
    'batches.start': {
      id: file,
      memoryId,
      from: {
        kind: 'tabs',
        tabs: [{ tabId, url: 'https://example.org/', title: 'Forged' }],
        borrowed: [],
      },
    },
    'batches.again': { id: file, entryIds: [file], borrowed: [] },
    'batches.link': { id: file, entries: [{ id: file, newId: file }], borrowed: [] },
    'batches.list': {},
    'batches.pause': { id: file },
    'batches.resume': { id: file },
    'batches.cancel': { id: file },
    'batches.dismiss': { id: file },
    'panel.take': { windowId },
  };
}
