import type * as z from 'zod/mini';
import { type Endpoint, fillPath, type InputOf, paramNames, type ReplyOf } from '#common/endpoint.ts';
import { type ErrorBody, errorBodySchema } from '#common/errors.ts';
import { isHarmless, noAnswerMessage } from '#common/no-answer.ts';
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

/** How long a page waits for a whole reply, in milliseconds; the server answers within nine seconds. */
const ANSWER_MS = 10_000;

/**
 * Makes a call of the API, with cookies: `call(moveRide, { rideId, status: 'accepted', driverId })`. It takes ten seconds at most. Its id
 * is in the log, from the request to the sockets that are told.
 *
 * @returns the reply, parsed by the call's schema
 * @throws ApiError for any status but 2xx, and without a response (status 0; `NO_ANSWER` where it may be done all the same, or was waited
 * for in vain); ZodError for a reply of another shape; AbortError when aborted
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
  const timer = setTimeout(abort, ANSWER_MS);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  // Without a network nothing is sent. With one, nobody here can tell whether what broke off had arrived.
  const isUnsure = !isHarmless(endpoint) && !idempotencyKey && globalThis.navigator?.onLine !== false;
  const heard = <T>(part: Promise<T>): Promise<T> =>
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
    const response = await heard(
      fetch(addressOf(endpoint, input), {
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
    noteServerDate(response.headers.get('date'));
    const text = await heard(response.text());
    if (!response.ok) throw toApiError(response, text);
    return reply ? parseLeniently(reply, JSON.parse(text)) : undefined;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** No secret: it tells a request from others in the log. */
const requestId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** What a caller sends besides the parameters of the path. */
const restOf = ({ path }: Endpoint, input: object): [name: string, value: unknown][] =>
  Object.entries(input).filter(([name]) => !paramNames(path).includes(name));

/** The address of a call: its path filled in, its query behind it. */
export function addressOf(endpoint: Endpoint, input: object): string {
  const path = fillPath(endpoint.path, { ...input });
  if (!endpoint.query) return path;
  return `${path}?${new URLSearchParams(restOf(endpoint, input).map(([name, value]) => [name, `${value}`]))}`;
}

/** The failure that a response with any status but 2xx is. */
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
