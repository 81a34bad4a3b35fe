import type * as z from 'zod/mini';
import type { ErrorCode } from '#common/errors.ts';

/** A call of the API as its description tells it; from these the OpenAPI document and the page about it are made. */
export interface ApiCall {
  /** Method and path, such as `GET /api/rides/{rideId}`. */
  call: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /api/${string}`;
  /** What it does, in a sentence. */
  summary: string;
  /** Whom it serves: anybody, or somebody signed in to that role. */
  who: 'anybody' | 'rider' | 'driver' | 'rider or driver';
  /** The schema its route parses: an object of any of `params`, `query` and `body`. */
  request?: z.ZodMiniType;
  /** What it answers, by status; null for no body. */
  replies: Record<number, z.ZodMiniType | null>;
  /** Refusals of its own. Those that follow from whom it serves and what it takes go without saying. */
  refusals?: readonly ErrorCode[];
}
