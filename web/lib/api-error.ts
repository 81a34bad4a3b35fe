import type { ErrorBody, Issue } from '#common/errors.ts';

interface ApiErrorInit {
  /** HTTP status; 0 when no answer came at all. */
  status: number;
  /** The body as text, or the status text when it is empty. */
  text: string;
  /** The body as the server's error shape, when it has that shape. */
  body: ErrorBody | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

/** A call that did not succeed. `message` is `<status>: <body or status text>` (specification section 7), for logs; people read `serverMessage`. */
export class ApiError extends Error {
  readonly status: number;
  /** What the server says to the person, or null when it said nothing readable. */
  readonly serverMessage: string | null;
  readonly code: string | null;
  readonly issues: readonly Issue[];
  readonly retryAfterSeconds: number | null;

  constructor({ status, text, body, retryAfterSeconds = null, cause }: ApiErrorInit) {
    super(`${status}: ${text}`, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.serverMessage = body?.message || null;
    this.code = body?.code ?? null;
    this.issues = body?.issues ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
