import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { idSchema } from './id.ts';

/**
 * Who may call an endpoint: anyone, any signed-in user, or users of one role. `dispatcher` includes admins.
 */
export type Audience = 'anybody' | 'user' | 'rider' | 'driver' | 'dispatcher' | 'admin';

/**
 * Who must own the object that the path or body names:
 * - `own`: the caller; otherwise the reply is NOT_FOUND, and a DELETE does nothing.
 * - `party`: a ride whose rider or driver is the caller; otherwise as `own`.
 * - `self`: the id is the caller's own user id; otherwise FORBIDDEN.
 * - `link`: nobody; the token in the link grants access.
 * - `company`: the company; all staff have access.
 */
type Ownership = 'own' | 'party' | 'self' | 'link' | 'company';

/**
 * Rate limit of a call, shared by all nodes. Beyond it the reply is 429 with Retry-After. Limits with the
 * same name share one counter.
 */
export interface CallLimit {
  /** Name of the limit in Redis, logs and metrics. */
  name: string;
  times: number;
  windowSeconds: number;
  /** Whether calls are counted per network address or per signed-in user. */
  per: 'address' | 'user';
}

/** A file sent as the whole body. Its media type is detected from its content, not from what is declared. */
export interface FileBody {
  /** Accepted media types. */
  mediaTypes: readonly string[];
  maxBytes: number;
}

/**
 * Definition of an API endpoint. Routes, OpenAPI document, permission table, reply check and the browser's
 * `call()` derive from it.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with a `:name` for each parameter. Parameters are ids unless listed in `params`. */
  path: `/api/${string}`;
  /** Description in a sentence or two. */
  summary: string;
  who: Audience;
  /** Ownership, where it differs from the default of `ownershipOf`. */
  whose?: Ownership;
  /** Whether suspended drivers are refused (FORBIDDEN). */
  isForActiveDrivers?: true;
  /** Schemas of the path parameters that are not ids. */
  params?: Readonly<Record<string, z.ZodMiniType<string>>>;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;
  /** Whether the body is a file. Other input is then sent in the query. */
  file?: FileBody;
  /** Body of every successful reply; null for no body (204), or if `replyTypes` declares a file. */
  reply: z.ZodMiniType | null;
  /** Media types of the reply, if it is a file. */
  replyTypes?: readonly string[];
  /** Success statuses. By default 200, or 204 without a reply. */
  statuses?: readonly number[];
  /** Error codes specific to this endpoint. `errorsOf` adds those that follow from the other properties. */
  errors?: readonly ErrorCode[];
  limit?: CallLimit;
  /**
   * Called by apps other than our web pages. No session is read, so the Origin is not checked. A JSON or
   * empty body is accepted under any content type.
   */
  isForDevices?: true;
  /** Accepts an `Idempotency-Key` header: a retry with the same key has no further effect. */
  takesIdempotencyKey?: true;
  /**
   * For calls other than GET that take no key: idempotent by nature, because the call changes nothing or sets
   * the same state again.
   */
  isIdempotent?: true;
}

/**
 * Defines an endpoint, keeping its exact type.
 * @__NO_SIDE_EFFECTS__
 */
export const endpoint = <const Definition extends Endpoint>(definition: Definition): Definition => definition;

type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The path parameters of an endpoint. */
export type ParamsOf<E extends Endpoint> = { [Name in NamesIn<E['path']>]: string };
/** The parsed query and body as the route handler receives them; undefined if the endpoint takes none. */
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;
/** The type of the reply; undefined if there is no body. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodMiniType ? z.output<E['reply']> : undefined;

type Sent<Schema, Key extends string> = Schema extends { [K in Key]: infer S extends z.ZodMiniType }
  ? z.input<S>
  : unknown;
/** All input of a call: path parameters, query and body merged into one object. */
export type InputOf<E extends Endpoint> = ParamsOf<E> & Sent<E, 'query'> & Sent<E, 'body'>;

const PARAMETER = /:(\w+)/g;

/** Returns the parameter names of a path, in order. */
export const paramNames = (path: string): string[] =>
  [...path.matchAll(PARAMETER)].map(([, name = '']) => name);

/** Returns the schemas of an endpoint's path parameters. */
export const paramSchemas = ({ path, params }: Endpoint): Record<string, z.ZodMiniType<string>> =>
  Object.fromEntries(paramNames(path).map((name) => [name, params?.[name] ?? idSchema]));

/** Returns who must own the object that a call names; null if it names none. */
export function ownershipOf({ path, who, whose }: Endpoint): Ownership | null {
  if (whose || !path.includes(':')) return whose ?? null;
  if (who === 'anybody') return 'link';
  return who === 'dispatcher' || who === 'admin' ? 'company' : 'own';
}

/** Fills in the parameters of a path, URL-encoded. */
export const fillPath = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(PARAMETER, (_parameter, name: string) => encodeURIComponent(String(values[name])));

/** Returns the success statuses. */
export const statusesOf = ({ statuses, reply, replyTypes }: Endpoint): readonly number[] =>
  statuses ?? [reply || replyTypes ? 200 : 204];

/** Returns all error codes of an endpoint: its own, and those implied by its audience and input. */
export function errorsOf({
  method,
  path,
  who,
  query,
  body,
  file,
  limit,
  isForDevices,
  takesIdempotencyKey,
  errors = [],
}: Endpoint): ErrorCode[] {
  const takesInput = query || body || file || takesIdempotencyKey;
  const codes: ErrorCode[] = [
    ...(takesInput ? (['INVALID_REQUEST'] as const) : []),
    ...(who === 'anybody' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(who === 'dispatcher' || who === 'admin' ? (['SECOND_FACTOR_REQUIRED_FOR_STAFF'] as const) : []),
    ...(method === 'GET' || isForDevices ? [] : (['ORIGIN_NOT_ALLOWED'] as const)),
    ...(method === 'GET' ? [] : (['PAYLOAD_TOO_LARGE'] as const)),
    ...(method === 'GET' || file ? [] : (['UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(file ? (['UNSUPPORTED_FILE'] as const) : []),
    ...(path.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(limit || !isForDevices ? (['TOO_MANY_REQUESTS'] as const) : []),
    ...errors,
    'HOST_NOT_ALLOWED',
    'INTERNAL',
    'UNAVAILABLE',
    // The duration of an upload depends on the client.
    ...(file ? [] : (['TIMED_OUT'] as const)),
    'OVERLOADED',
  ];
  return [...new Set(codes)];
}
