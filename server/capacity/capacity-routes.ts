import * as api from '#common/capacity/capacity-api.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { changeCapacitySetting, readCapacitySetting } from './capacity-setting.ts';

export const capacityRoutes = createApiRoutes();

capacityRoutes.handle(api.readCapacity, readCapacitySetting);

capacityRoutes.handle(api.changeCapacity, async ({ body, staff, clientNetwork }) => {
  const before = await readCapacitySetting();
  const after = await changeCapacitySetting(body);
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: after.isEnforced ? 'bookings limited' : 'bookings no longer limited',
    subject: { kind: 'setting', id: 'capacity' },
    before,
    after,
  });
  return after;
});
