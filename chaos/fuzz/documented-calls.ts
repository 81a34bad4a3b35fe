import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Audience } from '#common/endpoint.ts';
import type { JsonSchema, OpenApi, Operation } from '#server/http/build-open-api.ts';

/** A call, as the OpenAPI document of a running product describes it. */
export interface DocumentedCall {
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
  audience: Audience;
  query: JsonSchema | null;
  body: JsonSchema | null;
  /** Takes a file as its body. */
  takesFile: boolean;
  takesIdempotencyKey: boolean;
  /** What is wrong with an answer; null where it is as described. */
  findFault(status: number, contentType: string, body: unknown): string | null;
}

/** Its method and path. */
export const nameOf = ({ method, path }: DocumentedCall): string => `${method} ${path}`;

const JSON_TYPE = 'application/json';

/** The server refuses; that is described for every call, and may come at any time. */
const isServerFault = (status: number): boolean => status >= 500 && status !== 502 && status !== 503;

/** Reads the calls out of a document, and how to find the schema that a `$ref` of theirs names. */
export function readCalls(document: OpenApi): {
  calls: DocumentedCall[];
  find: (ref: string) => JsonSchema;
} {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ ...document, $id: 'api' });
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => toCall({ method, path, operation, ajv })),
  );
  const find = (ref: string) => document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};
  return { calls, find };
}

interface Described {
  method: string;
  path: string;
  operation: Operation;
  ajv: Ajv2020;
}

function toCall({ method, path, operation, ajv }: Described): DocumentedCall {
  const { parameters, requestBody, responses } = operation;
  const content = requestBody?.content ?? {};
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const checkers = new Map<string, ValidateFunction>();

  const checkerOf = (status: string): ValidateFunction => {
    const known = checkers.get(status);
    if (known) return known;
    const pointer = [path, method, 'responses', status, 'content', JSON_TYPE, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const checker = ajv.compile({ $ref: `api#/paths/${pointer}` });
    checkers.set(status, checker);
    return checker;
  };

  return {
    method: method.toUpperCase(),
    path,
    audience: operation['x-audience'],
    query: inQuery.length === 0 ? null : toObject(inQuery),
    body: content[JSON_TYPE]?.schema ?? null,
    takesFile: requestBody !== undefined && !(JSON_TYPE in content),
    takesIdempotencyKey: parameters.some((parameter) => parameter.in === 'header'),
    findFault(status, contentType, body) {
      if (isServerFault(status)) return `answered ${status}`;
      const response = responses[String(status)];
      if (!response) return `answered ${status}, which is not described`;
      if (!response.content) return body === null ? null : `answered ${status} with a body`;
      if (!(JSON_TYPE in response.content)) {
        return contentType in response.content ? null : `answered ${status} as ${contentType}`;
      }
      const check = checkerOf(String(status));
      return check(body) ? null : `answered ${status} off its schema: ${ajv.errorsText(check.errors)}`;
    },
  };
}

const toObject = (parameters: Operation['parameters']): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});
