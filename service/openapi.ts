import * as z from 'zod/mini';
import { maxConcurrentTurns, maxRequestsPerMinute } from '../lib/contract/limits.ts';
import { errorEnvelope } from './error-envelope.ts';
import { operations } from './operations/index.ts';
import { inputSchemaOf } from './operations/input-schema.ts';
import {
  namedSchemas,
  type AnyOperation,
  type OpenApiEntry,
  type RestRoute,
} from './operations/operation.ts';
import type { RouteGroup } from './rest.ts';

export const openApiRoutes: RouteGroup = (app, { baseUrl }) => {
  app.get('/openapi.json', ({ req }) => Response.json(describeApi(baseUrl(req.raw))));
};

const errors: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['Invalid', 'The request breaks a rule. The code is `validation`.'],
  401: ['Unauthenticated', 'The request has no key.'],
  403: [
    'Unauthorized',
    'The key is unknown, expired or revoked, its level is too low, it does not reach this Memory, or its account is suspended.',
  ],
  404: ['NotFound', 'Nothing has this id.'],
  409: ['Conflict', 'The request conflicts with what is stored.'],
  422: [
    'Unprocessable',
    'The body is malformed (`validation`), the service cannot do this (`capability_unavailable`), or the account’s quota is ' +
      'used up (`quota_exceeded`): then delete something before adding more.',
  ],
  429: ['Limited', 'Too many requests (`rate_limited`) or agent turns (`turns_exhausted`).'],
  500: [
    'Failed',
    'The service or its model (`agent_failed`) failed. Quote `trace_id` when you report it.',
  ],
};
const errorsOfAll = [401, 403, 500];

interface Described {
  readonly operation: AnyOperation;
  readonly rest: RestRoute<object>;
  readonly openapi: OpenApiEntry;
}

const described: readonly Described[] = operations.flatMap((operation) => {
  const { rest } = operation;
  return rest?.openapi === undefined ? [] : [{ operation, rest, openapi: rest.openapi }];
});

export function describeApi(baseUrl: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Personal Memory Service',
      version: '1',
      description:
        'Stores what a person chose to remember, and searches it. Limits that the schemas cannot express: `content` is ' +
        'measured in bytes of UTF-8, `metadata` in bytes of JSON; send exactly one of `content` and `url`; a key can send ' +
        `${maxRequestsPerMinute} requests a minute, not counting search and adding; an account can run ` +
        `${maxConcurrentTurns} agent turns at once (a standing fact, a confirmed forget, ask).`,
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    paths: describePaths(),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key that the owner created.' },
      },
      responses: Object.fromEntries(
        Object.values(errors).map(([name, description]) => [
          name,
          { description, content: jsonOf(errorEnvelope) },
        ]),
      ),
      schemas: { ...describeBodies(), ...describeAnswers() },
    },
  };
}

function describePaths(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const each of described) {
    (paths[each.rest.path] ??= {})[each.rest.method] = describeOperation(each);
  }
  return paths;
}

function describeOperation(each: Described) {
  const { operation, openapi } = each;
  const succeeded = Object.entries(openapi.answers).map(([status, schemas]) => [
    status,
    { description: 'Success.', content: jsonOf(...schemas) },
  ]);
  // Adding a standing fact is never rate limited, but returns 429 if all agent turns are taken.
  const isLimited = operation.unlimited !== true || operation.isTurn !== undefined;
  const failed = [...errorsOfAll, ...(isLimited ? [429] : []), ...(openapi.errors ?? [])].map(
    (status) => [String(status), { $ref: `#/components/responses/${errors[status]?.[0]}` }],
  );
  return {
    operationId: openapi.id,
    tags: [openapi.tag],
    summary: openapi.summary ?? operation.tool?.title,
    ...(openapi.description === undefined ? {} : { description: openapi.description }),
    ...describeInput(each),
    responses: Object.fromEntries([...succeeded, ...failed]),
  };
}

function describeInput(each: Described) {
  const { path, from } = each.rest;
  if (from === 'body') {
    const schema = { $ref: refTo(bodyNameOf(each)) };
    return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  }
  const { properties, required } = inputSchemaOf(each.operation, each.openapi.fields ?? {});
  return {
    parameters: Object.entries(properties).map(([name, schema]) => {
      const isInPath = path.includes(`{${name}}`);
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
    described
      .filter(({ rest }) => rest.from === 'body')
      .map((each) => [bodyNameOf(each), inputSchemaOf(each.operation, each.openapi.fields ?? {})]),
  );
}

function bodyNameOf({ openapi: { id } }: Described): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`;
}

function describeAnswers(): Record<string, unknown> {
  const { schemas } = z.toJSONSchema(namedSchemas, { io: 'input', uri: refTo });
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
  const name = namedSchemas.get(schema)?.id;
  if (name === undefined) throw new Error('This answer has no name: see `named`.');
  return name;
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}
