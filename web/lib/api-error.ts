import type { Alternatives, ErrorBody, Issue } from '#common/errors.ts';

interface ApiErrorInit {
  /** HTTP status; 0 when there was no response. */
  status: number;
  /** The body as text, or the status text when it is empty. */
  text: string;
  /** The body, when it has the shape of an error reply. */
  body: ErrorBody | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

/**
 * A failed call. `message` is `<status>: <body or status text>` (specification section 7), for logs. Users
 * see `serverMessage`.
 */
export class ApiError extends Error {
  readonly status: number;
  /** The server's message for users; null when the body has none. */
  readonly serverMessage: string | null;
  readonly code: string | null;
  readonly issues: readonly Issue[];
  /** Bookable alternatives, when the server offers them. */
  readonly alternatives: Alternatives | null;
  /** The challenge that the browser must solve before it repeats the call. */
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

/** Whether the server refused an action that requires a confirmed email address. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'EMAIL_NOT_CONFIRMED';

/** Whether the server rejected the call (4xx except 429), so that a retry is pointless. */
export const isClientError = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Whether a call that is not safe to retry was not sent, because the browser is offline. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0 && !error.code;
