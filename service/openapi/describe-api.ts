/** The description of the service in OpenAPI 3.1, made from the schemas that check the requests. */
import * as z from 'zod/mini';
import { maxConcurrentTurns, maxRequestsPerMinute } from '../../lib/contracts/limits.ts';
import * as answers from './answers.ts';
import { restOperations, type RestOperationDescription } from './rest-operations.ts';

const namedSchemas = {
  Container: answers.container,
  Containers: answers.containers,
  AddedDocument: answers.addedDocument,
  LearningRun: answers.learningRun,
  Document: answers.document,
  Documents: answers.documents,
  SearchHit: answers.searchHit,
  SearchAnswer: answers.searchAnswer,
  QueuedNote: answers.queuedNote,
  StoredFact: answers.storedFact,
  ProfileItem: answers.profileItem,
  Profile: answers.profile,
  AgentAnswer: answers.agentAnswer,
  Rules: answers.rules,
  ConfirmationRequired: answers.confirmationRequired,
  Deleted: answers.deleted,
  Forgotten: answers.forgotten,
  ErrorEnvelope: answers.errorEnvelope,
} as const;

const errors: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['Invalid', 'A rule is broken: the code is `validation`.'],
  401: ['Unauthenticated', 'No key was sent.'],
  403: ['Unauthorized', 'The key is not known, may not do this, or does not reach this Memory.'],
  404: ['NotFound', 'There is nothing of this id.'],
  409: ['Conflict', 'What is asked for does not go with what is stored.'],
  422: [
    'Unprocessable',
    'The body is not of the shape (`validation`), or the service cannot do this (`capability_unavailable`).',
  ],
  429: ['Limited', 'Too many requests (`rate_limited`) or turns of the agent (`turns_exhausted`).'],
  500: ['Failed', 'The service failed; `trace_id` names the request in its log.'],
};
const everywhere = [401, 403, 500];

const schemaObject = z.record(z.string(), z.unknown());
const objectSchema = z.object({
  properties: z.optional(z.record(z.string(), schemaObject)),
  required: z.optional(z.array(z.string())),
});

/** Describes the service at an address. */
export function describeApi(baseUrl: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Personal Memory Service',
      version: '1',
      description:
        'Keeps what a person chose to remember, and finds it again. Limits that no schema here can hold: `content` ' +
        'is measured in bytes of UTF-8 and `metadata` in bytes of JSON; exactly one of `content` and `url` is sent; a ' +
        `key may send ${maxRequestsPerMinute} requests a minute, where search and the two adds do not count; an ` +
        `account runs ${maxConcurrentTurns} turns of the agent at once (a standing fact, a confirmed forget, ask).`,
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    paths: describePaths(),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key that the owner made.' },
      },
      responses: Object.fromEntries(
        Object.values(errors).map(([name, description]) => [
          name,
          { description, content: jsonOf(answers.errorEnvelope) },
        ]),
      ),
      schemas: { ...describeBodies(), ...describeAnswers() },
    },
  };
}

function describePaths(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const described of restOperations) {
    (paths[described.path] ??= {})[described.method] = describeOperation(described);
  }
  return paths;
}

function describeOperation(described: RestOperationDescription) {
  const { id, tag, summary, description } = described;
  const succeeded = Object.entries(described.answers).map(([status, schemas]) => [
    status,
    { description: 'Done.', content: jsonOf(...schemas) },
  ]);
  const { unlimited, isTurn } = described.operation;
  // Search and the two adds are never refused for their number; a standing fact is, as a turn.
  const numbered = unlimited === true && isTurn === undefined ? [] : [429];
  const failed = [...everywhere, ...numbered, ...described.errors].map((status) => [
    String(status),
    { $ref: `#/components/responses/${errors[status]?.[0]}` },
  ]);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...describeInput(described),
    responses: Object.fromEntries([...succeeded, ...failed]),
  };
}

function describeInput(described: RestOperationDescription) {
  if (described.method === 'post') {
    const schema = { $ref: refTo(bodyNameOf(described)) };
    return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  }
  const { properties, required } = inputSchemaOf(described);
  return {
    parameters: Object.entries(properties).map(([name, schema]) => {
      const isInPath = described.path.includes(`{${name}}`);
      return {
        name,
        in: isInPath ? 'path' : 'query',
        required: isInPath || required.includes(name),
        schema,
      };
    }),
  };
}

function describeBodies(): Record<string, unknown> {
  return Object.fromEntries(
    restOperations
      .filter(({ method }) => method === 'post')
      .map((described) => [bodyNameOf(described), inputSchemaOf(described)]),
  );
}

function bodyNameOf({ id }: RestOperationDescription): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`;
}

/** The schema that checks the input, with the rules that are checked after it. */
function inputSchemaOf({ operation, fields = {}, needs = [] }: RestOperationDescription) {
  const { $schema: _, ...schema } = z.toJSONSchema(operation.input, { io: 'input' });
  const { properties = {}, required = [] } = z.parse(objectSchema, schema);
  return {
    ...schema,
    required: [...required, ...needs],
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        { ...property, ...fields[name] },
      ]),
    ),
  };
}

/** The schemas of the answers, each by its name; where one holds another, it names it. */
function describeAnswers(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: refTo });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema]),
  );
}

function jsonOf(...schemas: readonly z.ZodMiniType[]) {
  const refs = schemas.map((schema) => ({ $ref: refTo(nameOf(schema)) }));
  const [first] = refs;
  return { 'application/json': { schema: refs.length === 1 ? first : { oneOf: refs } } };
}

function nameOf(schema: z.ZodMiniType): string {
  const named = Object.entries(namedSchemas).find(([, known]) => known === schema);
  if (named === undefined) throw new Error('An answer of the service has no name.');
  return named[0];
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}
