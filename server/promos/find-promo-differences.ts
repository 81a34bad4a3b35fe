import type { MoneyDifference } from '../money-difference.ts';
import type { RideWithPromo } from './promo-holds.ts';
import { type PromoDoc, PromoModel, type RedemptionDoc, RedemptionModel } from './promo-model.ts';

/** Checks the use counts of promos. Read-only. */
export async function findPromoDifferences(): Promise<MoneyDifference[]> {
  const promos = await PromoModel.find().lean<PromoDoc[]>();
  const problems = await Promise.all(promos.map(findPromoProblems));
  return problems.flat();
}

async function findPromoProblems({
  _id,
  title,
  uses,
  holds,
  totalCap,
}: PromoDoc): Promise<MoneyDifference[]> {
  const promoId = _id.toHexString();
  const [captured, held] = await Promise.all(
    (['captured', 'held'] as const).map((state) => RedemptionModel.countDocuments({ promoId, state })),
  );
  const problems: [isProblem: boolean, problem: string][] = [
    [
      uses !== (captured ?? 0) + holds.length,
      `counts ${uses} uses, but ${captured} are captured and ${holds.length} held`,
    ],
    [(held ?? 0) > holds.length, 'has redemptions that nothing holds'],
    [totalCap !== null && uses > totalCap, `has been used ${uses} times, more than ${totalCap}`],
  ];
  const subject = { kind: 'promo', id: promoId, name: title } as const;
  // Identified by title, since staff who resolve the alert copy this text to the audit log, which must not
  // contain codes. The id digits distinguish promos with the same title.
  const named = `promo ${title} (${promoId.slice(-6)})`;
  return problems
    .filter(([isProblem]) => isProblem)
    .map(([, problem]) => ({ subject, text: `${named} ${problem}` }));
}

/** Whether a ride's use of a promo is captured. */
export async function isPromoCaptured({ promoId, rideId }: RideWithPromo): Promise<boolean> {
  return (await RedemptionModel.exists({ promoId, rideId, state: 'captured' })) !== null;
}

/** Iterates over the captured uses of all promos. */
export const listCapturedUses = (): AsyncIterable<Pick<RedemptionDoc, 'rideId'>> =>
  RedemptionModel.find({ state: 'captured' }, { rideId: 1 }).lean<Pick<RedemptionDoc, 'rideId'>[]>().cursor();
