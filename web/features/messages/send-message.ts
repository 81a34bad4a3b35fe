import { reportLostItem, sendContact, sendLead } from '#common/messages/messages-api.ts';
import { call } from '#web/lib/call.ts';

/** The call that each form makes. */
const CALLS = { contact: sendContact, 'lost-item': reportLostItem, lead: sendLead };

export type MessageKind = keyof typeof CALLS;

/** A form's fields as the server takes them, or what is wrong with them: zod's result. */
export const checkMessage = (kind: MessageKind, fields: unknown) => CALLS[kind].body.safeParse(fields);

type Checked = Extract<ReturnType<typeof checkMessage>, { success: true }>['data'];

/**
 * Sends a form. The same key with the same fields is taken once, however often it is sent.
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
