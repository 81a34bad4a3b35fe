import * as api from '#common/gift-cards/gift-card-staff-api.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type ApiRoutes, createApiRoutes } from '../http/api-routes.ts';
import { type DescribeRides, findGiftCards, readStaffGiftCard } from './find-gift-cards.ts';
import { sendGiftCardAgain } from './send-again.ts';
import { voidGiftCard } from './void-gift-card.ts';

interface GiftCardStaffRoutesOptions {
  describeRides: DescribeRides;
}

/** Creates the gift card routes for admins. No reply and no audit line contains a code. */
export function createGiftCardStaffRoutes({ describeRides }: GiftCardStaffRoutesOptions): ApiRoutes {
  const routes = createApiRoutes();

  routes.handle(api.findGiftCards, ({ query: { q, after } }) => findGiftCards(q, after));

  routes.handle(api.readGiftCard, ({ params }) => readStaffGiftCard(params.giftCardId, describeRides));

  routes.handle(api.sendGiftCardAgain, async ({ params, body, staff, clientNetwork }) => {
    const { giftCardId } = params;
    const { before, after } = await sendGiftCardAgain({ giftCardId, ...body, by: staff.name });
    const card = await readStaffGiftCard(giftCardId, describeRides);
    await recordAudit({
      actor: { ...staff, address: clientNetwork },
      action: 'gift card sent again',
      subject: subjectOf(card),
      before: { recipientEmail: before },
      after: { recipientEmail: after },
    });
    return card;
  });

  routes.handle(api.voidGiftCard, async ({ params, body, staff, clientNetwork }) => {
    const { giftCardId } = params;
    await voidGiftCard({ giftCardId, amountCents: body.amountCents, by: staff.name });
    const card = await readStaffGiftCard(giftCardId, describeRides);
    await recordAudit({
      actor: { ...staff, address: clientNetwork },
      action: 'gift card voided',
      subject: subjectOf(card),
      before: { balanceCents: body.amountCents },
      after: { balanceCents: 0 },
    });
    return card;
  });

  return routes;
}

const subjectOf = ({ id, last4 }: api.StaffGiftCard) => ({ kind: 'gift card', id, name: `•••• ${last4}` });
