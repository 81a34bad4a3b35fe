import type { StaffPromo } from '#common/promos/promo-staff-api.ts';
import * as api from '#common/promos/promo-staff-api.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { addPromo, changePromo, endPromo, listPromos } from './edit-promo.ts';

/** The promo code routes for admins. */
export const promoStaffRoutes = createApiRoutes();

promoStaffRoutes.handle(api.listPromos, () => listPromos());

promoStaffRoutes.handle(api.addPromo, async ({ body, staff, clientNetwork }) => {
  const promo = await addPromo(body, staff.name);
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: 'promo added',
    subject: subjectOf(promo),
    after: termsOf(promo),
  });
  return promo;
});

promoStaffRoutes.handle(api.changePromo, async ({ params, body, staff, clientNetwork }) => {
  const { before, after } = await changePromo(params.promoId, body, staff.name);
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: 'promo changed',
    subject: subjectOf(after),
    before: termsOf(before),
    after: termsOf(after),
  });
  return after;
});

promoStaffRoutes.handle(api.endPromo, async ({ params, body, staff, clientNetwork }) => {
  const { before, after } = await endPromo(params.promoId, body.version, staff.name);
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: 'promo ended',
    subject: subjectOf(after),
    before: { validUntil: before.validUntil },
    after: { validUntil: after.validUntil },
  });
  return after;
});

/** Identified by title, since the audit log must not contain codes. */
const subjectOf = ({ id, title }: StaffPromo) => ({ kind: 'promo', id, name: title });

const termsOf = ({
  id: _id,
  code: _code,
  version: _version,
  uses: _uses,
  holds: _holds,
  ...terms
}: StaffPromo) => terms;
