import * as api from '#common/statements/statements-api.ts';
import { spanOfDay } from '#common/statements/week.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { sumSales } from '../gift-cards/purchases.ts';
import { sumVoidRefunds } from '../gift-cards/void-gift-card.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { sumRides } from '../rides/day-money.ts';
import { addChange } from './change-statement.ts';
import { payStatements } from './pay-statements.ts';
import { isOver, listOwnWeeks, readOwnWeek, readStatement, readWeek, summaryOf } from './read-statements.ts';

/** The routes of drivers' weekly statements and of the daily report. */
export const statementRoutes = createApiRoutes();

statementRoutes.handle(api.listStatements, async ({ query: { week } }) => {
  const found = await readWeek(week);
  return { week, isOver: isOver(week), statements: found.map(({ statement }) => summaryOf(statement)) };
});

statementRoutes.handle(api.readStatement, async ({ params, query }) => {
  const { statement } = await readStatement(params.driverId, query.week);
  return statement;
});

statementRoutes.handle(
  api.addStatementChange,
  async ({ params, body, staff, clientNetwork, idempotencyKey }) => {
    const { driverId } = params;
    const { id, name } = staff;
    const isAdded = await addChange({ driverId, ...body, by: { id, name }, idempotencyKey });
    const { statement } = await readStatement(driverId, body.week);
    if (!isAdded) return statement;
    await recordAudit({
      actor: { ...staff, address: clientNetwork },
      action: 'statement changed',
      subject: { kind: 'driver', id: driverId, name: statement.driverName },
      after: { week: body.week, changeCents: body.cents, reason: body.reason },
    });
    return statement;
  },
);

statementRoutes.handle(api.payStatements, async ({ body, staff, clientNetwork }) => {
  const { id, name } = staff;
  const statements = await payStatements({
    ...body,
    by: { id, name },
    onPaid: ({ driverId, driverName, week, paysCents, rideCount }) =>
      recordAudit({
        actor: { ...staff, address: clientNetwork },
        action: 'statement marked as paid',
        subject: { kind: 'driver', id: driverId, name: driverName },
        after: { week, paysCents, rides: rideCount },
      }),
  });
  return { statements };
});

statementRoutes.handle(api.readDayReport, async ({ query: { day } }) => {
  const span = spanOfDay(day);
  const [rides, giftCardsSold, giftCardsRefunded] = await Promise.all([
    sumRides(span),
    sumSales(span),
    sumVoidRefunds(span),
  ]);
  const { booked, furtherCharges, tips, refunds } = rides;
  const cardInCents = booked.cardCents + furtherCharges.cents + tips.cents + giftCardsSold.cents;
  const cardNetCents = cardInCents - refunds.toCardCents - giftCardsRefunded.cents;
  return {
    day,
    giftCardsSold,
    ...(giftCardsRefunded.count > 0 && { giftCardsRefunded }),
    cardNetCents,
    ...rides,
  };
});

statementRoutes.handle(api.listOwnStatements, ({ query, user }) => listOwnWeeks(user.driverId, query.after));

statementRoutes.handle(api.readOwnStatement, ({ query, user }) => readOwnWeek(user.driverId, query.week));
