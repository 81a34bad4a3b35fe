import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Audience } from '#common/endpoint.ts';
import type { JsonSchema, OpenApi, Operation } from '#server/http/build-open-api.ts';

/** A call, as described by the OpenAPI document of the running product. */
export interface DocumentedCall {
  method: string;
  /** The path with `{name}` for each parameter. */
  path: string;
  audience: Audience;
  query: JsonSchema | null;
  body: JsonSchema | null;
  /** Whether its body is a file. */
  takesFile: boolean;
  takesIdempotencyKey: boolean;
  /** Returns how a reply differs from the description; null when it matches. */
  findFault(status: number, contentType: string, body: unknown): string | null;
}

/** Returns the method and path of a call, which identify it. */
export const nameOf = ({ method, path }: DocumentedCall): string => `${method} ${path}`;

const JSON_TYPE = 'application/json';

/**
 * Whether a status is an undocumented server error. 502 and 503 are excluded: they are described for every
 * call and may occur at any time.
 */
const isServerFault = (status: number): boolean => status >= 500 && status !== 502 && status !== 503;

/**
 * Reads the calls of an OpenAPI document.
 *
 * @returns the calls, and a function that finds the schema for a `$ref`
 */
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
