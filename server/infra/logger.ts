import { type DestinationStream, type Logger, pino } from 'pino';
import { env } from '../env.ts';
import { currentRequestId } from './request-context.ts';

const SECRET_KEYS = [
  'password',
  'passwordHash',
  'cookie',
  'authorization',
  'clientSecret',
  'client_secret',
  // Gift card and promo codes.
  'code',
  'token',
];

/** Removes Stripe's client secrets (`pi_…_secret_…`), which occur in error messages. */
const withoutSecrets = (text: string | undefined): string | undefined =>
  text?.replace(/_secret_\w+/g, '_secret_[hidden]');

/** Keeps only these fields: SDK errors also carry whole requests and responses, with cards and secrets. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return withoutSecrets(String(error));
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** Creates a logger that writes to a stream, by default standard output. */
export const createLogger = (stream?: DestinationStream): Logger =>
  pino(
    {
      level: env.LOG_LEVEL,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const requestId = currentRequestId();
        return requestId ? { requestId } : {};
      },
      serializers: { error: describeError },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[hidden]' },
    },
    stream,
  );

/**
 * Writes one JSON line per event, with the `requestId` that it belongs to. Pass errors as `error`. Secrets
 * are redacted at the top level and one level down.
 */
export const logger = createLogger();
