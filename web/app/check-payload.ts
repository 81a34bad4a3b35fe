import { parseEvent } from '#common/rides/ride-events.ts';

/**
 * Validates the payload of an event in development and tests, so that a wrong shape fails there. In
 * production the payload passes unchecked, and its schema is not even loaded.
 *
 * @throws ZodError in development and tests
 */
export function checkPayloadInDevelopment<Payload>(
  event: Parameters<typeof parseEvent>[0],
  payload: Payload,
): Payload {
  if (import.meta.env?.DEV) parseEvent(event, payload);
  return payload;
}
