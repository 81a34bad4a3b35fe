import { type PromoDoc, PromoModel } from './promo-model.ts';
import { RedemptionModel } from './redemption-model.ts';

/** What is wrong with how often promos are said to be used; nothing when all is well. */
export async function auditPromos(): Promise<string[]> {
  const promos = await PromoModel.find().lean<PromoDoc[]>();
  const faults = await Promise.all(promos.map(faultsOf));
  return faults.flat();
}

async function faultsOf({ _id, code, uses, holds, totalCap }: PromoDoc): Promise<string[]> {
  const promoId = _id.toHexString();
  const [captured, held] = await Promise.all(
    (['captured', 'held'] as const).map((state) => RedemptionModel.countDocuments({ promoId, state })),
  );
  const faults: [isFault: boolean, fault: string][] = [
    [
      uses !== (captured ?? 0) + holds.length,
      `counts ${uses} uses, but ${captured} are final and ${holds.length} held`,
    ],
    [(held ?? 0) > holds.length, 'has redemptions that nothing holds'],
    [totalCap !== null && uses > totalCap, `has been used ${uses} times, more than ${totalCap}`],
  ];
  return faults.filter(([isFault]) => isFault).map(([, fault]) => `promo ${code} ${fault}`);
}
