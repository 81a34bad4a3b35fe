import { readCatalogue } from '#common/fares/catalogue-api.ts';
import { type Rates, SEEDED_RATES } from '#common/fares/rates.ts';
import * as api from '#common/fares/rates-api.ts';
import { VEHICLES } from '#common/vehicles/catalogue.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { readRatesCatalogue } from './rates-in-effect.ts';
import {
  changeRates,
  draftRates,
  dropRates,
  listRatesVersions,
  ratesBefore,
  scheduleRates,
} from './rates-versions.ts';

/** The routes of rates: the current catalogue for everyone, all versions for admins. */
export const ratesRoutes = createApiRoutes();

ratesRoutes.handle(readCatalogue, () => readRatesCatalogue(databaseClock.now()));

ratesRoutes.handle(api.listRates, ({ query }) => listRatesVersions(query));

ratesRoutes.handle(api.draftRates, async ({ body, staff, clientNetwork }) => {
  const draft = await draftRates(body, staff.name);
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: 'rates drafted',
    subject: subjectOf(draft),
    ...differenceOf(await ratesBefore(draft), draft),
  });
  return draft;
});

ratesRoutes.handle(api.changeRates, async ({ params, body, staff, clientNetwork }) => {
  const { version, confirmLargeChange, ...rates } = body;
  const edit = { ...params, version, confirmLargeChange, by: staff.name };
  const { before, after } = await changeRates(edit, rates);
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: after.state === 'draft' ? 'draft of rates changed' : 'scheduled rates changed',
    subject: subjectOf(after),
    ...differenceOf(before, after),
  });
  return after;
});

ratesRoutes.handle(api.scheduleRates, async ({ params, body, staff, clientNetwork }) => {
  const { after } = await scheduleRates({ ...params, ...body, by: staff.name });
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: 'rates scheduled',
    subject: subjectOf(after),
    ...differenceOf(await ratesBefore(after), after),
  });
  return after;
});

ratesRoutes.handle(api.dropRates, async ({ params, body, staff, clientNetwork }) => {
  const dropped = await dropRates({ ...params, ...body, by: staff.name });
  const { before } = differenceOf(dropped, await ratesBefore(dropped));
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: dropped.state === 'draft' ? 'draft of rates dropped' : 'scheduled rates withdrawn',
    subject: subjectOf(dropped),
    before,
  });
});

const subjectOf = ({ id, effectiveFrom }: api.StaffRates) => ({
  kind: 'rates',
  id,
  name: `from ${effectiveFrom}`,
});

/** Returns the terms that differ between two versions, for the audit log. */
function differenceOf(before: DatedRates, after: DatedRates) {
  const [old, now] = [termsOf(before), termsOf(after)];
  const changed = Object.keys(now).filter((name) => old[name] !== now[name]);
  const pick = (terms: Terms) => Object.fromEntries(changed.map((name) => [name, terms[name]]));
  return { before: pick(old), after: pick(now) };
}

type DatedRates = Rates & { effectiveFrom: string };
type Terms = Record<string, unknown>;

const termsOf = ({ vehicles, fees, effectiveFrom }: DatedRates): Terms => ({
  // The seeded rates have no first day.
  effectiveFrom: effectiveFrom === SEEDED_RATES.effectiveFrom ? null : effectiveFrom,
  ...Object.fromEntries(
    VEHICLES.flatMap(({ id, name }) => [
      [`${name}, by the hourCents`, vehicles[id].hourlyCents],
      [`${name}, by the rideCents`, vehicles[id].p2pCents],
    ]),
  ),
  ...fees,
});
