import { reportLostItem, sendContact, sendLead } from '#common/messages/messages-api.ts';
import { call } from '#web/lib/call.ts';

/** The endpoint of each form. */
const CALLS = { contact: sendContact, 'lost-item': reportLostItem, lead: sendLead };

export type MessageKind = keyof typeof CALLS;

/** Validates a form's fields against the call's body. @returns zod's result */
export const checkMessage = (kind: MessageKind, fields: unknown) => CALLS[kind].body.safeParse(fields);

type Checked = Extract<ReturnType<typeof checkMessage>, { success: true }>['data'];

/**
 * Sends a form. Idempotent: the same key with the same fields is accepted only once.
 *
 * @returns the server's confirmation, a sentence
 * @throws ApiError 400 with issues by field, 429
 */
export async function sendMessage(
  kind: MessageKind,
  fields: Checked,
  idempotencyKey: string,
): Promise<string> {
  const { message } = await call(CALLS[kind], fields, { idempotencyKey });
  return message;
}
