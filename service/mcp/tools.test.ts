import { describe, expect, it } from 'vitest';
import { tools } from './tools.ts';

function schemaOf(name: string) {
  const tool = tools.find(({ listing }) => listing.name === name);
  if (tool === undefined) throw new Error(`There is no tool named ${name}.`);
  return tool.listing.inputSchema;
}

describe('tools', () => {
  it('describe every argument', () => {
    for (const { listing } of tools) {
      for (const property of Object.values(listing.inputSchema.properties ?? {})) {
        expect(property).toMatchObject({ description: expect.stringMatching(/\.$/) });
      }
    }
  });

  it('accept the same arguments as REST, from the same schemas', () => {
    expect(schemaOf('search_memories')).toMatchObject({
      type: 'object',
      properties: { q: { type: 'string' }, limit: { type: 'integer', maximum: 50 } },
      required: ['q'],
    });
    expect(Object.keys(schemaOf('add_document').properties ?? {})).toEqual([
      'container',
      'content',
      'url',
      'title',
      'custom_id',
      'metadata',
    ]);
  });

  it('accept numbers and booleans for query strings of REST', () => {
    expect(schemaOf('list_documents').properties).toMatchObject({
      limit: { type: 'integer', minimum: 1, maximum: 200 },
    });
    for (const name of ['delete_document', 'forget_memory']) {
      expect(schemaOf(name).properties).toMatchObject({ confirm: { type: 'boolean' } });
    }
  });

  it('require the Memory of a note to forget', () => {
    expect(schemaOf('forget_memory').required).toEqual(['id', 'container']);
  });

  it('declare what they return: an answer of the REST route, or the error envelope', () => {
    for (const { listing } of tools) {
      expect(listing.outputSchema).toMatchObject({ type: 'object', anyOf: expect.any(Array) });
    }
    const found = tools.find(({ listing }) => listing.name === 'delete_document');
    expect(found?.listing.outputSchema?.['anyOf']).toMatchObject([
      { properties: { status: { const: 'deleted' } } },
      { properties: { status: { const: 'confirmation_required' } } },
      { required: ['code', 'message', 'details', 'retryable', 'trace_id'] },
    ]);
  });

  it('mark only those that delete as destructive', () => {
    const destructive = tools.filter(({ listing }) => listing.annotations?.destructiveHint);
    const writing = tools.filter(({ listing }) => listing.annotations?.readOnlyHint === false);

    expect(destructive.map(({ listing }) => listing.name)).toEqual([
      'delete_document',
      'forget_memory',
    ]);
    expect(writing.map(({ access }) => access)).toEqual(['write', 'write', 'full', 'full']);
  });
});
