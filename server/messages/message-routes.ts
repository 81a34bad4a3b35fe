import type { LeadKind } from '#common/messages/lead.ts';
import { reportLostItem, sendContact, sendLead } from '#common/messages/messages-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { receiveMessage } from './receive-message.ts';

export const messageRoutes = createApiRoutes();

const WITHIN_A_DAY = "We'll get back to you within 24 hours.";

messageRoutes.handle(sendContact, async ({ body, idempotencyKey }) => {
  await receiveMessage({ form: 'contact', content: body }, idempotencyKey);
  return { message: WITHIN_A_DAY };
});

messageRoutes.handle(reportLostItem, async ({ body, idempotencyKey }) => {
  await receiveMessage({ form: 'lost-item', content: body }, idempotencyKey);
  return { message: `${WITHIN_A_DAY} Found items are held for 30 days.` };
});

const LEAD_REPLIES: Record<LeadKind, string> = {
  offers: 'Thank you. We have noted that you would like to hear about new offers.',
  waitlist: 'Thank you. We have noted your city.',
  'city-suggestion': 'Thank you. We look at every suggestion.',
  job: 'Thank you for applying. We will write to you once we have read it.',
  'bulk-order': WITHIN_A_DAY,
};

messageRoutes.handle(sendLead, async ({ body, idempotencyKey }) => {
  await receiveMessage({ form: 'lead', content: body }, idempotencyKey);
  return { message: LEAD_REPLIES[body.kind] };
});
