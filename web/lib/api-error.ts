import type { Alternatives, ErrorBody, Issue } from '#common/errors.ts';

interface ApiErrorInit {
  /** HTTP status; 0 when no response came. */
  status: number;
  /** The body as text, or the status text when it is empty. */
  text: string;
  /** The body as the server's error shape, when it has that shape. */
  body: ErrorBody | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

/**
 * A failed call. `message` is `<status>: <body or status text>` (specification section 7), for logs; people
 * read `serverMessage`.
 */
export class ApiError extends Error {
  readonly status: number;
  /** The server's message for people; null when the body has none. */
  readonly serverMessage: string | null;
  readonly code: string | null;
  readonly issues: readonly Issue[];
  /** What can be booked instead, where the server says so. */
  readonly alternatives: Alternatives | null;
  /** What the browser has to solve before it sends the call again. */
  readonly challenge: string | null;
  readonly retryAfterSeconds: number | null;

  constructor({ status, text, body, retryAfterSeconds = null, cause }: ApiErrorInit) {
    super(`${status}: ${text}`, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.serverMessage = body?.message || null;
    this.code = body?.code ?? null;
    this.issues = body?.issues ?? [];
    this.alternatives = body?.alternatives ?? null;
    this.challenge = body?.challenge ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Whether the server refused what waits for a confirmed address. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'EMAIL_NOT_CONFIRMED';

/** Whether the server rejected the call (4xx but 429), so that repeating it is no use. */
export const isClientError = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
