import { STATUS_CODES } from 'node:http';
import * as z from 'zod/mini';
import { ERROR_STATUS, errorBodySchema } from '#common/errors.ts';
import type { ApiCall } from './api-call.ts';
import { refusalsOf } from './refusals-of.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** One call in an OpenAPI document. */
export interface Operation {
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

/** An OpenAPI 3.1 document, as far as this API needs one. */
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

interface OpenApiOptions {
  calls: readonly ApiCall[];
  /** Schemas that are told once, by name; `Error` is told anyway. */
  schemas: Readonly<Record<string, z.ZodMiniType>>;
  url: string;
  cookie: string;
}

const CONTENT_TYPE = 'application/json';

/** zod says more than a reader wants: instants as patterns, and that integers are safe ones. */
function plain({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Turns zod schemas to JSON Schema; named ones are collected, and referred to from then on. */
function createConverter(named: OpenApiOptions['schemas']) {
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

type Convert = ReturnType<typeof createConverter>['convert'];

const parametersOf = (place: 'path' | 'query', part: JsonSchema | undefined): Operation['parameters'] =>
  Object.entries(part?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: part?.required?.includes(name) ?? false,
    schema: typeof schema === 'boolean' ? {} : schema,
  }));

function responsesOf(call: ApiCall, convert: Convert): Operation['responses'] {
  const replies = Object.entries(call.replies).map(([status, schema]) => [
    status,
    {
      description: STATUS_CODES[status] ?? '',
      ...(schema && { content: { [CONTENT_TYPE]: { schema: convert(schema, 'output') } } }),
    },
  ]);
  const codes = refusalsOf(call);
  const refusals = [...new Set(codes.map((code) => ERROR_STATUS[code]))].map((status) => [
    String(status),
    {
      description: codes.filter((code) => ERROR_STATUS[code] === status).join(', '),
      content: { [CONTENT_TYPE]: { schema: convert(errorBodySchema, 'output') } },
    },
  ]);
  return Object.fromEntries([...replies, ...refusals]);
}

function toOperation(call: ApiCall, convert: Convert, tag: string): Operation {
  const parts: Record<string, JsonSchema | boolean> =
    (call.request && convert(call.request, 'input').properties) ?? {};
  const part = (name: string) => {
    const schema = parts[name];
    return typeof schema === 'object' ? schema : undefined;
  };
  const body = part('body');
  return {
    summary: call.summary,
    description: call.who === 'anybody' ? 'For anybody.' : `For a signed-in ${call.who}.`,
    tags: [tag],
    security: call.who === 'anybody' ? [] : [{ session: [] }],
    parameters: [...parametersOf('path', part('params')), ...parametersOf('query', part('query'))],
    ...(body && { requestBody: { required: true, content: { [CONTENT_TYPE]: { schema: body } } } }),
    responses: responsesOf(call, convert),
  };
}

/** The OpenAPI 3.1 document of some calls, made from the schemas that the routes themselves parse with. */
export function buildOpenApi({ calls, schemas, url, cookie }: OpenApiOptions): OpenApi {
  const { convert, collected } = createConverter({ ...schemas, Error: errorBodySchema });
  const paths: OpenApi['paths'] = {};
  for (const call of calls) {
    const [method = '', path = ''] = call.call.split(' ');
    const tag = path.split('/')[2] ?? '';
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(call, convert, tag) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marquee',
      version: '1',
      description:
        'Chauffeured rides in Las Vegas. JSON both ways; signing in sets a cookie. Whatever is not a success answers an Error, whose message is fit for a person. Writes are for pages of this site: they need its Origin. Amounts written "$…" are US dollars, pickup dates and times are wall time in America/Los_Angeles.',
    },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      schemas: collected,
    },
  };
}
