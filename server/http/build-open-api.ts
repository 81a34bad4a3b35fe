import { STATUS_CODES } from 'node:http';
import * as z from 'zod/mini';
import {
  type Audience,
  type CallLimit,
  type Endpoint,
  errorsOf,
  paramSchemas,
  statusesOf,
} from '#common/endpoint.ts';
import { ERROR_STATUS, errorBodySchema } from '#common/errors.ts';
import { formatBytes } from '#common/files/stored-file.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** One call in an OpenAPI document. */
export interface Operation {
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
  /** The audience, machine-readable. */
  'x-audience': Audience;
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

/** The parts of an OpenAPI 3.1 document that this API needs. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, { type: 'apiKey'; in: 'cookie'; name: string }>;
    schemas: Record<string, JsonSchema>;
  };
}

/** Schemas that are defined by name in a document. */
export type NamedSchemas = Readonly<Record<string, z.ZodMiniType>>;

interface OpenApiOptions {
  endpoints: readonly Endpoint[];
  /** Schemas to define once, by name; `Error` is always included. */
  schemas: NamedSchemas;
  url: string;
  cookie: string;
}

const CONTENT_TYPE = 'application/json';

/** Drops details that clutter the document: patterns of date-times, and the bounds of safe integers. */
function plain({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Converts zod schemas to JSON Schema. Named schemas are collected and referenced. */
export function createSchemaConverter(named: NamedSchemas) {
  const metadata = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) metadata.add(schema, { id });
  const collected: Record<string, JsonSchema> = {};

  const convert = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
    const { $schema, ...converted } = z.toJSONSchema(schema, { io, metadata, override: plain });
    const { $defs = {}, ...moved }: JsonSchema = JSON.parse(
      JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'),
    );
    for (const [name, { id, ...definition }] of Object.entries($defs)) {
      collected[name] = definition;
    }
    return moved;
  };
  return { convert, collected };
}

type Convert = ReturnType<typeof createSchemaConverter>['convert'];

const parametersOf = (place: 'path' | 'query', part: JsonSchema | undefined): Operation['parameters'] =>
  Object.entries(part?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: part?.required?.includes(name) ?? false,
    schema: typeof schema === 'boolean' ? {} : schema,
  }));

/** Returns the content description of a file body. */
const fileContent = (
  mediaTypes: readonly string[],
  maxBytes?: number,
): Record<string, { schema: JsonSchema }> =>
  Object.fromEntries(
    mediaTypes.map((type) => [
      type,
      { schema: { type: 'string', format: 'binary', ...(maxBytes && { maxLength: maxBytes }) } },
    ]),
  );

function responsesOf(endpoint: Endpoint, convert: Convert): Operation['responses'] {
  const { reply, replyTypes } = endpoint;
  const replies = statusesOf(endpoint).map((status) => [
    String(status),
    {
      description: STATUS_CODES[status] ?? '',
      ...(reply && { content: { [CONTENT_TYPE]: { schema: convert(reply, 'output') } } }),
      ...(replyTypes && { content: fileContent(replyTypes) }),
    },
  ]);
  const codes = errorsOf(endpoint);
  const errors = [...new Set(codes.map((code) => ERROR_STATUS[code]))].map((status) => [
    String(status),
    {
      description: codes.filter((code) => ERROR_STATUS[code] === status).join(', '),
      content: { [CONTENT_TYPE]: { schema: convert(errorBodySchema, 'output') } },
    },
  ]);
  return Object.fromEntries([...replies, ...errors]);
}

/** Descriptions of the audiences. */
const AUDIENCES: Record<Audience, string> = {
  anybody: 'Open to everyone.',
  user: 'Requires any signed-in user.',
  rider: 'Requires a signed-in rider.',
  driver: 'Requires a signed-in driver.',
  dispatcher: 'Requires signed-in staff.',
  admin: 'Requires a signed-in admin.',
};

const IDEMPOTENCY_HEADER: Operation['parameters'][number] = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    minLength: 8,
    maxLength: 128,
    description: 'Makes the call safe to retry: a repeat with the same key has no further effect.',
  },
};

const formatLimit = ({ times, windowSeconds, per }: CallLimit): string =>
  ` At most ${times} calls in ${windowSeconds / 60} minutes per ${per === 'user' ? 'user' : 'network address'}.`;

function toOperation(endpoint: Endpoint, convert: Convert, tag: string): Operation {
  const { summary, who, query, body, file, limit, takesIdempotencyKey } = endpoint;
  const limited = limit ? formatLimit(limit) : '';
  return {
    summary,
    description: `${AUDIENCES[who]}${limited}${file ? ` The body is the file itself, at most ${formatBytes(file.maxBytes)}.` : ''}`,
    tags: [tag],
    security: who === 'anybody' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf('path', convert(z.object(paramSchemas(endpoint)), 'input')),
      ...parametersOf('query', query && convert(query, 'input')),
      ...(takesIdempotencyKey ? [IDEMPOTENCY_HEADER] : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { [CONTENT_TYPE]: { schema: convert(body, 'input') } } },
    }),
    ...(file && { requestBody: { required: true, content: fileContent(file.mediaTypes, file.maxBytes) } }),
    'x-audience': who,
    responses: responsesOf(endpoint, convert),
  };
}

/** Builds the OpenAPI 3.1 document of these endpoints from the definitions that the routes parse with. */
export function buildOpenApi({ endpoints, schemas, url, cookie }: OpenApiOptions): OpenApi {
  const { convert, collected } = createSchemaConverter({ ...schemas, Error: errorBodySchema });
  const paths: OpenApi['paths'] = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const tag = path.split('/')[2] ?? '';
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(endpoint, convert, tag) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marquee',
      version: '1',
      description:
        'Chauffeured rides in Las Vegas. Requests and replies are JSON, except files. Signing in sets a session cookie. Every error reply is an `Error`; its message can be shown to users. Calls that change something must come from this site’s pages: their `Origin` is checked. Amounts written "$…" are US dollars. Pickup dates and times are local times in Las Vegas (America/Los_Angeles).',
    },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      schemas: collected,
    },
  };
}
