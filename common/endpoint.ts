import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { idSchema } from './id.ts';

/**
 * Who may call: anybody, anybody signed in, or somebody signed in to that role. What dispatchers may, admins
 * may too.
 */
export type Audience = 'anybody' | 'user' | 'rider' | 'driver' | 'dispatcher' | 'admin';

/**
 * Whose that has to be which a call's path or body names:
 * - `own` the caller's, or it is as if there were none (NOT_FOUND; a DELETE of it does nothing);
 * - `party` a ride of which the caller is the rider or the driver, likewise;
 * - `self` the id is the caller's (FORBIDDEN);
 * - `link` what a token opens, for everybody who has the token;
 * - `company` the company's, for all of its staff.
 */
export type Ownership = 'own' | 'party' | 'self' | 'link' | 'company';

/**
 * The rate limit of a call, over all nodes; past it 429 with Retry-After. Limits with the same name share one
 * count.
 */
export interface CallLimit {
  /** Names the limit in Redis, the log and the metrics. */
  name: string;
  times: number;
  windowSeconds: number;
  /** Whose calls are counted together: those from one network address, or those of the signed-in user. */
  per: 'address' | 'user';
}

/** A file that is sent as it is, as the whole body. What it is follows from its content, not from what is said of it. */
export interface FileBody {
  /** The media types that are taken. */
  mediaTypes: readonly string[];
  maxBytes: number;
}

/**
 * A call of the API. Routes, OpenAPI document, permission table, reply check and the browser's `call()`
 * derive from it.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for each parameter; all are ids unless `params` says otherwise. */
  path: `/api/${string}`;
  /** What it does, in a sentence or two. */
  summary: string;
  who: Audience;
  /** Whose what it names has to be, where that is not what `ownershipOf` takes for granted. */
  whose?: Ownership;
  /** Refuses drivers who are suspended (FORBIDDEN). */
  isForActiveDrivers?: true;
  /** Parameters of the path that are not ids. */
  params?: Readonly<Record<string, z.ZodMiniType<string>>>;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;
  /** Takes a file as its body; what else there is to say of it stands in the query. */
  file?: FileBody;
  /** The body of every success; null for none (204), or where `replyTypes` says that it is a file. */
  reply: z.ZodMiniType | null;
  /** Answers a file, of one of these media types. */
  replyTypes?: readonly string[];
  /** Statuses of success; 200 by default, 204 where there is no reply. */
  statuses?: readonly number[];
  /** Error codes of its own. `errorsOf` adds those that follow from the rest. */
  errors?: readonly ErrorCode[];
  limit?: CallLimit;
  /**
   * Called by apps that are no pages of ours: no session counts, so that no Origin has to be checked, and a body of any
   * type is taken that is JSON or none.
   */
  isForDevices?: true;
  /** Takes an `Idempotency-Key` header: a repeat with the same key has the effect of one. */
  takesIdempotencyKey?: true;
  /** For calls that are no GET and take no key: a repeat does no harm, since it changes nothing, or makes the same so again. */
  isRepeatable?: true;
}

/**
 * Defines a call, keeping its exact type.
 * @__NO_SIDE_EFFECTS__
 */
export const endpoint = <const Definition extends Endpoint>(definition: Definition): Definition => definition;

type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a call's path. */
export type ParamsOf<E extends Endpoint> = { [Name in NamesIn<E['path']>]: string };
/** What its query and body are after parsing, as the route reads them; undefined where it takes none. */
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;
/** What it answers; undefined where it answers with no body. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodMiniType ? z.output<E['reply']> : undefined;

type Sent<Schema, Key extends string> = Schema extends { [K in Key]: infer S extends z.ZodMiniType }
  ? z.input<S>
  : unknown;
/** All that a caller sends: path parameters, query and body side by side. */
export type InputOf<E extends Endpoint> = ParamsOf<E> & Sent<E, 'query'> & Sent<E, 'body'>;

const PARAMETER = /:(\w+)/g;

/** The names of a path's parameters, in order. */
export const paramNames = (path: string): string[] =>
  [...path.matchAll(PARAMETER)].map(([, name = '']) => name);

/** The schemas of a call's path parameters. */
export const paramSchemas = ({ path, params }: Endpoint): Record<string, z.ZodMiniType<string>> =>
  Object.fromEntries(paramNames(path).map((name) => [name, params?.[name] ?? idSchema]));

/** Whose what a call names has to be; null where it names nothing. */
export function ownershipOf({ path, who, whose }: Endpoint): Ownership | null {
  if (whose || !path.includes(':')) return whose ?? null;
  if (who === 'anybody') return 'link';
  return who === 'dispatcher' || who === 'admin' ? 'company' : 'own';
}

/** A path with its parameters filled in, encoded. */
export const fillPath = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(PARAMETER, (_parameter, name: string) => encodeURIComponent(String(values[name])));

/** Statuses of success. */
export const statusesOf = ({ statuses, reply, replyTypes }: Endpoint): readonly number[] =>
  statuses ?? [reply || replyTypes ? 200 : 204];

/**
 * Every error code a call may answer: its own, and those that follow from whom it serves and what it takes.
 */
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
    // How long a file may take to come depends on who sends it.
    ...(file ? [] : (['TIMED_OUT'] as const)),
    'OVERLOADED',
  ];
  return [...new Set(codes)];
}
