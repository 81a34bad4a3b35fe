import { receivedSchema } from '#common/messages/contact.ts';
import { api } from '#web/lib/api-client.ts';

/** The calls that take a form. */
export type MessagePath = '/api/contact' | '/api/lost-items' | '/api/leads';

/**
 * Sends a form. The same key with the same body is taken once, however often it is sent.
 *
 * @returns what the server says to it; throws `ApiError`: 400 with issues by field, 429
 */
export async function sendMessage(path: MessagePath, body: unknown, idempotencyKey: string): Promise<string> {
  const headers = { 'idempotency-key': idempotencyKey };
  const { message } = await api.post(path, { body, headers, schema: receivedSchema });
  return message;
}
