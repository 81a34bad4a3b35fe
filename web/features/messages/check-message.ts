import type * as z from 'zod/mini';
import { contactSchema } from '#common/messages/contact.ts';
import { leadSchema } from '#common/messages/lead.ts';
import { lostItemSchema } from '#common/messages/lost-item.ts';
import type { MessagePath } from './send-message.ts';

/** What each call takes: the server's own contracts. */
const SCHEMAS: Record<MessagePath, z.ZodMiniType> = {
  '/api/contact': contactSchema,
  '/api/lost-items': lostItemSchema,
  '/api/leads': leadSchema,
};

/** A form's fields as the server takes them, or what is wrong with them: zod's result. */
export const checkMessage = (path: MessagePath, body: unknown) => SCHEMAS[path].safeParse(body);
