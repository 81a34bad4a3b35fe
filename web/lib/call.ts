import type * as z from 'zod/mini';
import { type Endpoint, fillPath, type InputOf, paramNames, type ReplyOf } from '#common/endpoint.ts';
import { type ErrorBody, errorBodySchema } from '#common/errors.ts';
import { isSafeToRetry, noAnswerMessage } from '#common/no-answer.ts';
import { ApiError } from './api-error.ts';
import { recordServerDate } from './server-clock.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** For idempotent calls: a repeat with the same key has no further effect. */
  idempotencyKey?: string;
}

type Arguments<E extends Endpoint> =
  object extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions];

/** How long to wait for a complete reply, in milliseconds. The server answers within nine seconds. */
const CALL_TIMEOUT_MS = 10_000;

/**
 * Calls the API with cookies: `call(moveRide, { rideId, status: 'accepted', driverId })`. Times out after ten
 * seconds. The request id that it sends is in the server's logs, from the request to the events it emits.
 *
 * @returns the reply, parsed by the call's schema
 * @throws ApiError for any status but 2xx, and without a response (status 0; code `NO_ANSWER` when the call
 * timed out or may have taken effect); ZodError for a reply of another shape; AbortError when aborted
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: Arguments<E>
): Promise<ReplyOf<E>>;
export async function call(
  endpoint: Endpoint,
  input: object = {},
  { signal, idempotencyKey }: CallOptions = {},
): Promise<unknown> {
  const { method, body, reply } = endpoint;
  const limit = new AbortController();
  const abort = () => limit.abort();
  const timer = setTimeout(abort, CALL_TIMEOUT_MS);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  // Offline, nothing is sent. Online, a failed request may or may not have reached the server.
  const isUnsure = !isSafeToRetry(endpoint) && !idempotencyKey && globalThis.navigator?.onLine !== false;
  const withNoAnswerError = <T>(part: Promise<T>): Promise<T> =>
    part.catch((cause) => {
      if (signal?.aborted) throw cause;
      const message = (isUnsure || limit.signal.aborted) && noAnswerMessage(endpoint, !!idempotencyKey);
      throw new ApiError({
        status: 0,
        text: message || 'No answer',
        body: message ? { code: 'NO_ANSWER', message } : null,
        cause,
      });
    });
  try {
    const response = await withNoAnswerError(
      fetch(urlOf(endpoint, input), {
        method,
        credentials: 'include',
        headers: {
          accept: 'application/json',
          'x-request-id': requestId(),
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        body: body && JSON.stringify(Object.fromEntries(restOf(endpoint, input))),
        signal: limit.signal,
      }),
    );
    recordServerDate(response.headers.get('date'));
    const text = await withNoAnswerError(response.text());
    if (!response.ok) throw toApiError(response, text);
    return reply ? parseLeniently(reply, JSON.parse(text)) : undefined;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Correlates log lines; need not be unguessable. */
const requestId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Returns the input without the path parameters: the query or the body. */
const restOf = ({ path }: Endpoint, input: object): [name: string, value: unknown][] =>
  Object.entries(input).filter(([name]) => !paramNames(path).includes(name));

/** Returns the URL of a call, with path parameters and query filled in. */
export function urlOf(endpoint: Endpoint, input: object): string {
  const path = fillPath(endpoint.path, { ...input });
  const query = endpoint.query ? restOf(endpoint, input).map(([name, value]) => [name, `${value}`]) : [];
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}

/** Converts a response with a status other than 2xx to an `ApiError`. */
export const toApiError = ({ status, statusText, headers }: Response, text: string): ApiError =>
  new ApiError({
    status,
    text: text || statusText,
    body: parseErrorBody(text),
    retryAfterSeconds: Number(headers.get('retry-after')) || null,
  });

function parseErrorBody(text: string): ErrorBody | null {
  try {
    return errorBodySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Whether a validation issue is an unknown enum value, directly or as the only issue of a union's option. */
const isUnknownText = (issue: z.core.$ZodRawIssue | z.core.$ZodIssue): boolean =>
  (issue.code === 'invalid_value' && typeof issue.input === 'string') ||
  (issue.code === 'invalid_union' &&
    issue.errors.some((errors) => errors.length > 0 && errors.every(isUnknownText)));

/**
 * Parses a reply or an event. An unknown enum value, such as a newer status, passes and is shown raw
 * (specification section 4), so that a server newer than the page does not break its lists.
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
