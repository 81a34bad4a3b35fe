import * as api from '#common/fares/surge-days-api.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type ApiRoutes, createApiRoutes } from '../http/api-routes.ts';
import { addSurgeEvent, changeSurgeEvent, endSurgeEvent, listSurgeEvents } from './surge-events.ts';

interface SurgeDayRoutesOptions {
  /**
   * Counts the booked rides on each day from `from` to `to`. Injected, since fares do not depend on rides.
   */
  countRidesByDay: (from: string, to: string) => Promise<api.SurgeCalendar['rides']>;
}

/** Creates the surge calendar routes for admins. */
export function createSurgeDayRoutes({ countRidesByDay }: SurgeDayRoutesOptions): ApiRoutes {
  const surgeDayRoutes = createApiRoutes();

  surgeDayRoutes.handle(api.readSurgeCalendar, async ({ query: { from, to } }) => {
    const [events, rides] = await Promise.all([listSurgeEvents(from, to), countRidesByDay(from, to)]);
    return { events, rides };
  });

  surgeDayRoutes.handle(api.addSurgeEvent, async ({ body, staff, clientNetwork }) => {
    const event = await addSurgeEvent(body, staff.name);
    await recordAudit({
      actor: { ...staff, address: clientNetwork },
      action: 'surge event added',
      subject: subjectOf(event),
      after: termsOf(event),
    });
    return event;
  });

  surgeDayRoutes.handle(api.changeSurgeEvent, async ({ params, body, staff, clientNetwork }) => {
    const { before, after } = await changeSurgeEvent(params.eventId, body, staff.name);
    await recordAudit({
      actor: { ...staff, address: clientNetwork },
      action: 'surge event changed',
      subject: subjectOf(after),
      before: termsOf(before),
      after: termsOf(after),
    });
    return after;
  });

  surgeDayRoutes.handle(api.endSurgeEvent, async ({ params, body, staff, clientNetwork }) => {
    const { before, after } = await endSurgeEvent(params.eventId, body.version, staff.name);
    await recordAudit({
      actor: { ...staff, address: clientNetwork },
      action: after ? 'surge event ended' : 'surge event removed',
      subject: subjectOf(before),
      before: termsOf(before),
      ...(after && { after: termsOf(after) }),
    });
    return { event: after };
  });

  return surgeDayRoutes;
}

const subjectOf = ({ id, name }: api.SurgeEvent) => ({ kind: 'surge event', id, name });

const termsOf = ({ name, tier, firstDay, lastDay }: api.SurgeEvent) => ({ name, tier, firstDay, lastDay });
