import * as z from 'zod/mini';

/** All error codes of the API, with their HTTP status. */
export const ERROR_STATUS = {
  INVALID_REQUEST: 400,
  MISSING_RIDER_ID: 400,
  INVALID_SIGNATURE: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  PASSKEY_REQUIRED: 401,
  FORBIDDEN: 403,
  PROOF_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED_FOR_STAFF: 403,
  EMAIL_NOT_CONFIRMED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  EMAIL_TAKEN: 409,
  SOMEBODY_SIGNED_IN: 409,
  STAFF_ALONE: 409,
  INVITATION_SPENT: 409,
  LINK_SPENT: 409,
  FACTOR_CONFLICT: 409,
  PASSKEYS_UNAVAILABLE: 409,
  STAFF_CONFLICT: 409,
  EDIT_CONFLICT: 409,
  LARGE_CHANGE: 409,
  RATES_CHANGED: 409,
  RIDE_TAKEN: 409,
  RIDE_NOT_OPEN: 409,
  RIDE_STATE_CONFLICT: 409,
  RIDE_CANCELLED: 409,
  RIDE_CHANGED: 409,
  FEE_CHANGED: 409,
  FULLY_BOOKED: 409,
  OFF_DUTY: 409,
  DOES_NOT_FIT: 409,
  DOCUMENT_EXPIRED: 409,
  RIDE_OVERLAPS: 409,
  VEHICLE_IN_USE: 409,
  TOO_MANY_RIDES: 409,
  TOO_MANY_UNPAID: 409,
  OWN_RIDE: 409,
  TOO_EARLY: 409,
  PIN_REQUIRED: 409,
  WRONG_PIN: 409,
  PIN_LOCKED: 409,
  ACCOUNT_IN_USE: 409,
  VERSION_CONFLICT: 409,
  PLATE_TAKEN: 409,
  PAYMENT_IN_PROGRESS: 409,
  APPLICATION_CHANGED: 409,
  APPLICATION_DECIDED: 409,
  CHECKLIST_INCOMPLETE: 409,
  GIFT_CARD_CHANGED: 409,
  GIFT_CARD_HELD: 409,
  STATEMENT_CHANGED: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNSUPPORTED_FILE: 415,
  HOST_NOT_ALLOWED: 421,
  MISDIRECTED_REQUEST: 421,
  CHALLENGE_REQUIRED: 428,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  PAYMENT_PROVIDER: 502,
  UNAVAILABLE: 503,
  TIMED_OUT: 504,
  OVERLOADED: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A validation error. `path` is the dotted path of the field. */
const issueSchema = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof issueSchema>;

/**
 * Alternatives to a full booking: pickup times of the same day (HH:MM), and other vehicles at the same time.
 */
const alternativesSchema = z.object({
  times: z.array(z.string()),
  rideTypes: z.array(z.string()),
  /** Whether they are for the return trip instead of the first ride. */
  isReturn: z.optional(z.boolean()),
});
export type Alternatives = z.infer<typeof alternativesSchema>;

/** Body of every error reply. `message` may be shown to users. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.optional(z.array(issueSchema)),
  /** Set for FULLY_BOOKED. */
  alternatives: z.optional(alternativesSchema),
  /** Set for CHALLENGE_REQUIRED: the challenge that the browser must solve, in altcha's format, base64. */
  challenge: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

interface AppErrorOptions {
  issues?: Issue[];
  alternatives?: Alternatives;
  challenge?: string;
  /** Seconds until a retry, for TOO_MANY_REQUESTS, and for UNAVAILABLE when too many requests are queued. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * An expected error with a code, a status and a message for the user. Any other error is a bug or failure.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly alternatives: Alternatives | undefined;
  readonly challenge: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.issues = options.issues;
    this.alternatives = options.alternatives;
    this.challenge = options.challenge;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toBody(): ErrorBody {
    const { message, code, issues, alternatives, challenge } = this;
    return {
      message,
      code,
      ...(issues && { issues }),
      ...(alternatives && { alternatives }),
      ...(challenge && { challenge }),
    };
  }
}
