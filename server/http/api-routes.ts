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
import { ANSWER_MS, answerInTime } from './answer-in-time.ts';
import type { AnsweredCall } from './call-table.ts';
import { createLimit } from './create-limit.ts';
import { readFileBody } from './file-body.ts';
import { type FileReply, sendFile } from './file-reply.ts';
import { addressOf } from './network-of.ts';
import { parse, readIdempotencyKey } from './parse.ts';
import { isAnyoneSignedIn, type Slots, type Staff } from './session.ts';
import type { Slot } from './session-store.ts';
import { createCallShare } from './shed-load.ts';

type StaffAudience = 'dispatcher' | 'admin';

/** Who is signed in, by slot; the slot that the call's `who` asks for is there. */
type UserOf<Who extends Audience> = Who extends 'rider'
  ? Slots & { riderId: string }
  : Who extends 'driver'
    ? Slots & { driverId: string }
    : Who extends StaffAudience
      ? Slots & { staffId: string }
      : Slots;

/** A parsed request, as its handler gets it. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The file that is sent; reading it throws PAYLOAD_TOO_LARGE. Null in calls that take none. */
  content: E extends { file: FileBody } ? AsyncIterable<Uint8Array> : null;
  user: UserOf<E['who']>;
  /** Who of the staff calls, as their account says now; null in calls of others. */
  staff: StaffOf<E['who']>;
  /** The client's network address, for limits of the handler's own. */
  address: string;
  /** Null where none was sent, or the call takes none. */
  idempotencyKey: string | null;
  /** For calls with several statuses of success: the one to answer, if not the first. */
  setStatus: (status: number) => void;
  /** For opening and ending sessions only. */
  req: Request;
}

/** Answers a call. What it returns is the reply; of a call without one it is not read. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<
  E extends { replyTypes: readonly string[] } ? FileReply : E['reply'] extends null ? unknown : ReplyOf<E>
>;

/** The routes of one noun. */
export interface ApiRoutes {
  /** The calls that have a handler. */
  readonly calls: readonly AnsweredCall[];
  /**
   * Answers a call: checks who is signed in (UNAUTHENTICATED, FORBIDDEN), parses (INVALID_REQUEST; NOT_FOUND
   * for a malformed path), counts against its limit (TOO_MANY_REQUESTS), runs the handler and sends its
   * reply, or TIMED_OUT where that takes too long.
   */
  handle<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
}

/** Which slot each audience needs, and the message for somebody signed in to another one only. */
const SLOTS: Partial<Record<Audience, { slot: Slot; wrongRole: string }>> = {
  rider: { slot: 'riderId', wrongRole: 'Please log in as a rider to do that.' },
  driver: { slot: 'driverId', wrongRole: 'Please log in as a driver to do that.' },
  dispatcher: { slot: 'staffId', wrongRole: 'Only our staff can do that.' },
  admin: { slot: 'staffId', wrongRole: 'Only admins can do that.' },
};

/**
 * Authorizes a call's audience. @returns who is signed in
 * @throws UNAUTHENTICATED for a visitor, FORBIDDEN for somebody signed in to another role only
 */
export function requireAudience<Who extends Audience>(req: Request, who: Who): UserOf<Who>;
export function requireAudience(req: Request, who: Audience): unknown {
  if (who === 'anybody') return req.session;
  if (!isAnyoneSignedIn(req)) throw new AppError('UNAUTHENTICATED', 'Please log in to continue.');
  const needed = SLOTS[who];
  if (needed && !req.session[needed.slot]) throw new AppError('FORBIDDEN', needed.wrongRole);
  return req.session;
}

/** Who of the staff calls; null in calls of others. */
type StaffOf<Who extends Audience> = Who extends StaffAudience ? Staff : null;

/**
 * Authorizes a call of the staff by their account as it is now: a change of role counts from the next request
 * on.
 *
 * @throws FORBIDDEN for a dispatcher in an admin's call, or an account that was disabled
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
 * Runs what answers a call; one by which staff change something, be it about their own account, is noted before, so that none of it goes
 * unseen.
 */
async function runNoted<Answer>(
  req: Request,
  { method, who, staff }: StaffCall,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  if (method === 'GET') return answer();
  const by = staff ?? (who === 'user' ? await req.findOwnStaff?.() : null);
  if (!by) return answer();
  if (!req.noteStaffCall) throw new Error('noteStaffCalls is not mounted before this route');
  return req.noteStaffCall(by, answer);
}

/** Lets only the staff of this role pass, on routes that are no calls. */
export const staffOnly =
  (who: StaffAudience): RequestHandler =>
  async (req, _res, next) => {
    requireAudience(req, who);
    await requireStaff(req, who);
    next();
  };

/** The key that a request counts under: where anybody who is signed in may call, whoever of them that is. */
function limitKey(req: Request, per: CallLimit['per'], who: Audience): string {
  const { session } = req;
  const slot = SLOTS[who]?.slot;
  const userId = slot ? session[slot] : (session.riderId ?? session.driverId ?? session.staffId);
  return (per === 'user' && userId) || addressOf(req);
}

/** Reads a call's parameters, query and body by its schemas, compiled once. */
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

  const share = createCallShare();
  return share(async (req, res) => {
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
    const address = addressOf(req);
    const call = { params, query, body, content, user, staff, address, idempotencyKey, setStatus, req };
    const work = runNoted(req, { method, who, staff }, () => handler(call));
    // How long a file may take to come depends on who sends it.
    const answer = file
      ? await work
      : await answerInTime(work, { req, endpoint, isKeyed: idempotencyKey !== null, ms });
    await send(req, res, answer);
  });
}

/** Gets at the file of a call that takes one. */
function createContentReader<E extends Endpoint>(
  endpoint: E,
): (req: Request, res: Response) => Call<E>['content'];
function createContentReader({ file }: Endpoint): (req: Request, res: Response) => unknown {
  return file ? (req, res) => readFileBody(req, res, file) : () => null;
}

/** Sends what a handler returned, as its call says. */
function createSender<E extends Endpoint>(
  endpoint: E,
): (req: Request, res: Response, answer: Awaited<ReturnType<Handler<E>>>) => unknown;
function createSender({ reply, replyTypes }: Endpoint): unknown {
  if (replyTypes) return (req: Request, res: Response, answer: FileReply) => sendFile(req, res, answer);
  if (reply) return (_req: Request, res: Response, answer: unknown) => res.json(answer);
  return (_req: Request, res: Response) => res.end();
}

/**
 * The calls of a noun, each with what answers it.
 *
 * @param answerMs when each is answered at the latest, in milliseconds
 */
export function createApiRoutes({ answerMs = ANSWER_MS } = {}): ApiRoutes {
  const calls: AnsweredCall[] = [];
  return {
    calls,
    handle(endpoint, handler) {
      calls.push({ endpoint, answer: createHandler(endpoint, handler, answerMs) });
    },
  };
}
