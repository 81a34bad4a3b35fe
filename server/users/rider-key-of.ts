import { findUser } from './find-user.ts';
import { mailboxOf } from './mailbox-of.ts';

/** Who a rider is, as far as promo codes ask: whoever reads one mailbox is one person, however many accounts there are. */
export async function riderKeyOf(riderId: string): Promise<string> {
  const rider = await findUser(riderId);
  return rider ? mailboxOf(rider.email) : riderId;
}
