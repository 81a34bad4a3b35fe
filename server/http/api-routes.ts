import type { Request, RequestHandler, Response } from 'express';
import * as z from 'zod/mini';
import {
  type Audience,
  type BodyOf,
  type CallLimit,
  type Endpoint,
  type FileBody,
  type ParamsOf,
  paramSchemas,
  type QueryOf,
  type ReplyOf,
  statusesOf,
} from '#common/endpoint.ts';
import { AppError } from '#common/errors.ts';
import { answerInTime, RESPONSE_DEADLINE_MS } from './answer-in-time.ts';
import type { AnsweredCall } from './call-table.ts';
import { createLimit } from './create-limit.ts';
import { readFileBody } from './file-body.ts';
import { type FileReply, sendFile } from './file-reply.ts';
import { clientNetworkOf } from './network-of.ts';
import { parse, readIdempotencyKey } from './parse.ts';
import { isAnyoneSignedIn, type Slots, type Staff } from './session.ts';
import type { Slot } from './session-fields.ts';
import { limitCallConcurrency } from './shed-load.ts';

type StaffAudience = 'dispatcher' | 'admin';

/** The signed-in users by slot. The slot that the endpoint's `who` requires is present. */
type UserOf<Who extends Audience> = Who extends 'rider'
  ? Slots & { riderId: string }
  : Who extends 'driver'
    ? Slots & { driverId: string }
    : Who extends StaffAudience
      ? Slots & { staffId: string }
      : Slots;

/** A parsed request, as passed to its handler. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The uploaded file; null for calls without one. Reading it throws PAYLOAD_TOO_LARGE. */
  content: E extends { file: FileBody } ? AsyncIterable<Uint8Array> : null;
  user: UserOf<E['who']>;
  /** The calling staff member with their present role; null in calls that are not for staff. */
  staff: StaffOf<E['who']>;
  /** The client's network (`clientNetworkOf`), for the audit log and the handler's own rate limits. */
  clientNetwork: string;
  /** Null when none was sent or the call does not accept one. */
  idempotencyKey: string | null;
  /** Sets the status for calls with several success statuses; the default is the first. */
  setStatus: (status: number) => void;
  /** Only for opening and ending sessions. */
  req: Request;
}

/** Handles a call. Its result is the reply; it is ignored for calls without a reply. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<
  E extends { replyTypes: readonly string[] } ? FileReply : E['reply'] extends null ? unknown : ReplyOf<E>
>;

/** The API routes of one resource. */
export interface ApiRoutes {
  /** The endpoints registered so far, with their request handlers. */
  readonly calls: readonly AnsweredCall[];
  /**
   * Registers a handler. A request passes through: limit of concurrent requests of this endpoint
   * (OVERLOADED), audience check (UNAUTHENTICATED, FORBIDDEN), check of a staff member's present role
   * (FORBIDDEN), parsing (INVALID_REQUEST; NOT_FOUND for a malformed path), rate limit (TOO_MANY_REQUESTS),
   * the note of a staff member's write in the audit log (`runNoted`), handler, and reply (TIMED_OUT past the
   * deadline, which covers note and handler; uploads have none).
   */
  handle<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
}

/** The slot each audience requires, and the message for users signed in with another role only. */
const SLOTS: Partial<Record<Audience, { slot: Slot; wrongRole: string }>> = {
  rider: { slot: 'riderId', wrongRole: 'Please log in as a rider to do that.' },
  driver: { slot: 'driverId', wrongRole: 'Please log in as a driver to do that.' },
  dispatcher: { slot: 'staffId', wrongRole: 'Only our staff can do that.' },
  admin: { slot: 'staffId', wrongRole: 'Only admins can do that.' },
};

/**
 * Authorizes a call's audience.
 *
 * @returns the signed-in users
 * @throws AppError UNAUTHENTICATED when nobody is signed in
 * @throws AppError FORBIDDEN when signed in with another role only
 */
export function requireAudience<Who extends Audience>(req: Request, who: Who): UserOf<Who>;
export function requireAudience(req: Request, who: Audience): unknown {
  if (who === 'anybody') return req.session;
  if (!isAnyoneSignedIn(req)) throw new AppError('UNAUTHENTICATED', 'Please log in to continue.');
  const needed = SLOTS[who];
  if (needed && !req.session[needed.slot]) throw new AppError('FORBIDDEN', needed.wrongRole);
  return req.session;
}

/** The calling staff member; null in calls that are not for staff. */
type StaffOf<Who extends Audience> = Who extends StaffAudience ? Staff : null;

/**
 * Authorizes a staff call by the account's present state, so that a role change applies from the next
 * request.
 *
 * @throws AppError FORBIDDEN for a dispatcher in an admin's call, or a disabled account
 */
export async function requireStaff<Who extends Audience>(req: Request, who: Who): Promise<StaffOf<Who>>;
export async function requireStaff(req: Request, who: Audience): Promise<unknown> {
  if (who !== 'dispatcher' && who !== 'admin') return null;
  if (!req.authorizeStaff) throw new Error('identifyStaff is not mounted before this route');
  return req.authorizeStaff(who);
}

interface StaffCall extends Pick<Endpoint, 'method' | 'who'> {
  staff: Staff | null;
}

/**
 * Runs a call's handler. A staff member's write, including one to their own account, is noted in the audit
 * log before it runs, so that none goes unrecorded.
 */
async function runNoted<Answer>(
  req: Request,
  { method, who, staff }: StaffCall,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  if (method === 'GET') return answer();
  const by = staff ?? (who === 'user' ? await req.findOwnStaff?.() : null);
  if (!by) return answer();
  if (!req.runStaffCall) throw new Error('recordStaffCalls is not mounted before this route');
  return req.runStaffCall(by, answer);
}

/** Restricts routes outside the API contract to this staff role. */
export const staffOnly =
  (who: StaffAudience): RequestHandler =>
  async (req, _res, next) => {
    requireAudience(req, who);
    await requireStaff(req, who);
    next();
  };

/**
 * Returns the rate limit key of a request: the user of the required slot, or any signed-in user when the call
 * needs no particular role, else the client's network.
 */
function limitKey(req: Request, per: CallLimit['per'], who: Audience): string {
  const { session } = req;
  const slot = SLOTS[who]?.slot;
  const userId = slot ? session[slot] : (session.riderId ?? session.driverId ?? session.staffId);
  return (per === 'user' && userId) || clientNetworkOf(req);
}

/** Creates a parser for parameters, query and body. The schema is compiled once. */
function createParser<E extends Endpoint>(
  endpoint: E,
): (req: Request) => Pick<Call<E>, 'params' | 'query' | 'body'>;
function createParser(endpoint: Endpoint): (req: Request) => unknown {
  const { query, body } = endpoint;
  const schema = z.object({
    params: z.object(paramSchemas(endpoint)),
    ...(query && { query }),
    ...(body && { body }),
  });
  return (req) => parse(schema, req);
}

function createHandler<E extends Endpoint>(endpoint: E, handler: Handler<E>, ms: number): RequestHandler {
  const { method, who, limit, file, takesIdempotencyKey } = endpoint;
  const readContent = createContentReader(endpoint);
  const send = createSender(endpoint);
  const parseInput = createParser(endpoint);
  const counter = limit && createLimit(limit);
  const [status = 200] = statusesOf(endpoint);

  const limited = limitCallConcurrency();
  return limited(async (req, res) => {
    const user = requireAudience<E['who']>(req, who);
    const staff = await requireStaff<E['who']>(req, who);
    const { params, query, body } = parseInput(req);
    const idempotencyKey = takesIdempotencyKey ? readIdempotencyKey(req) : null;
    if (counter) await counter.count(limitKey(req, limit.per, who));
    const content = readContent(req, res);

    res.status(status);
    const setStatus = (other: number) => {
      res.status(other);
    };
    const clientNetwork = clientNetworkOf(req);
    const call = { params, query, body, content, user, staff, clientNetwork, idempotencyKey, setStatus, req };
    const work = runNoted(req, { method, who, staff }, () => handler(call));
    // Uploads have no response deadline, since their duration depends on the client.
    const answer = file
      ? await work
      : await answerInTime(work, { req, endpoint, isKeyed: idempotencyKey !== null, ms });
    await send(req, res, answer);
  });
}

/** Creates the function that reads the uploaded file of a call that accepts one. */
function createContentReader<E extends Endpoint>(
  endpoint: E,
): (req: Request, res: Response) => Call<E>['content'];
function createContentReader({ file }: Endpoint): (req: Request, res: Response) => unknown {
  return file ? (req, res) => readFileBody(req, res, file) : () => null;
}

/** Creates the function that sends a handler's result in the form that the endpoint declares. */
function createSender<E extends Endpoint>(
  endpoint: E,
): (req: Request, res: Response, answer: Awaited<ReturnType<Handler<E>>>) => unknown;
function createSender({ reply, replyTypes }: Endpoint): unknown {
  if (replyTypes) return (req: Request, res: Response, answer: FileReply) => sendFile(req, res, answer);
  if (reply) return (_req: Request, res: Response, answer: unknown) => res.json(answer);
  return (_req: Request, res: Response) => res.end();
}

/**
 * Creates a collection of endpoints and their handlers.
 *
 * @param deadlineMs response deadline of each call in milliseconds
 */
export function createApiRoutes({ deadlineMs = RESPONSE_DEADLINE_MS } = {}): ApiRoutes {
  const calls: AnsweredCall[] = [];
  return {
    calls,
    handle(endpoint, handler) {
      calls.push({ endpoint, answer: createHandler(endpoint, handler, deadlineMs) });
    },
  };
}
