import * as z from 'zod/mini';
import { type ErrorBody, errorBodySchema } from '#common/errors.ts';
import { ApiError } from './api-error.ts';
import { noteServerDate } from './server-clock.ts';

interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

interface ReadOptions<T> extends CallOptions {
  /** The shape of the answer. An answer of another shape throws zod's error. */
  schema: z.ZodMiniType<T>;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

function parseErrorBody(text: string): ErrorBody | null {
  try {
    return errorBodySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  return new ApiError({
    status: response.status,
    text: text || response.statusText,
    body: parseErrorBody(text),
    retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
  });
}

async function fetchOrFail(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, text: 'The server could not be reached.', body: null, cause });
  }
}

/** A call of one method: with a `schema` it returns the parsed answer, without one nothing. */
interface Caller {
  <T>(path: string, options: ReadOptions<T>): Promise<T>;
  (path: string, options?: CallOptions): Promise<undefined>;
}

const caller = (method: Method): Caller => {
  function call<T>(path: string, options: ReadOptions<T>): Promise<T>;
  function call(path: string, options?: CallOptions): Promise<undefined>;
  async function call<T>(path: string, options: Partial<ReadOptions<T>> = {}): Promise<T | undefined> {
    const { schema, body, headers, signal } = options;
    const hasBody = body !== undefined;
    const response = await fetchOrFail(path, {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(hasBody && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: hasBody ? JSON.stringify(body) : undefined,
      signal,
    });
    noteServerDate(response.headers.get('date'));
    if (!response.ok) throw await toApiError(response);
    return schema && z.parse(schema, await response.json());
  }
  return call;
};

/** The API of this site, with cookies. Anything but success throws `ApiError`; an aborted call throws its `AbortError`. */
export const api = {
  get: caller('GET'),
  post: caller('POST'),
  patch: caller('PATCH'),
  delete: caller('DELETE'),
};
