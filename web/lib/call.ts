import type * as z from 'zod/mini';
import { type Endpoint, fillPath, type InputOf, paramNames, type ReplyOf } from '#common/endpoint.ts';
import { type ErrorBody, errorBodySchema } from '#common/errors.ts';
import { ApiError } from './api-error.ts';
import { noteServerDate } from './server-clock.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** For calls that take one: a repeat with the same key has the effect of one. */
  idempotencyKey?: string;
}

type Arguments<E extends Endpoint> =
  object extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions];

/**
 * Makes a call of the API, with cookies: `call(moveRide, { rideId, status: 'accepted', driverId })`.
 *
 * @returns the reply, parsed by the call's schema
 * @throws ApiError for any status but 2xx, and without a response (status 0); ZodError for a reply of another
 * shape; AbortError when aborted
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: Arguments<E>
): Promise<ReplyOf<E>>;
export async function call(
  endpoint: Endpoint,
  input: object = {},
  options: CallOptions = {},
): Promise<unknown> {
  const { method, body, reply } = endpoint;
  const response = await fetchOrFail(addressOf(endpoint, input), {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    },
    body: body && JSON.stringify(Object.fromEntries(restOf(endpoint, input))),
    signal: options.signal,
  });
  noteServerDate(response.headers.get('date'));
  if (!response.ok) throw await toApiError(response);
  return reply ? parseLeniently(reply, await response.json()) : undefined;
}

/** What a caller sends besides the parameters of the path. */
const restOf = ({ path }: Endpoint, input: object): [name: string, value: unknown][] =>
  Object.entries(input).filter(([name]) => !paramNames(path).includes(name));

/** The address of a call: its path filled in, its query behind it. */
export function addressOf(endpoint: Endpoint, input: object): string {
  const path = fillPath(endpoint.path, { ...input });
  if (!endpoint.query) return path;
  return `${path}?${new URLSearchParams(restOf(endpoint, input).map(([name, value]) => [name, `${value}`]))}`;
}

async function fetchOrFail(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, text: 'The server could not be reached.', body: null, cause });
  }
}

/** The failure that a response with any status but 2xx is. */
export async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  return new ApiError({
    status: response.status,
    text: text || response.statusText,
    body: parseErrorBody(text),
    retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
  });
}

function parseErrorBody(text: string): ErrorBody | null {
  try {
    return errorBodySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A text that is none of an enum's values; in a union, where one of its options has no other issue. */
const isUnknownText = (issue: z.core.$ZodRawIssue | z.core.$ZodIssue): boolean =>
  (issue.code === 'invalid_value' && typeof issue.input === 'string') ||
  (issue.code === 'invalid_union' &&
    issue.errors.some((errors) => errors.length > 0 && errors.every(isUnknownText)));

/**
 * Parses a reply or an event. An enum value unknown to this build, such as a newer status, passes and is
 * shown raw (specification section 4), so that a server newer than the page does not empty its lists.
 *
 * @throws ZodError for any other issue
 */
export function parseLeniently<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.output<Schema>;
export function parseLeniently(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  if (result.error.issues.every(isUnknownText)) return value;
  throw result.error;
}
