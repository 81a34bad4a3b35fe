import { listAlertsOf } from '../alerts/held-alerts.ts';
import { listApplicationsOf } from '../driver-applications/held-applications.ts';
import { listMailedPurchases } from '../gift-cards/held-gift-cards.ts';
import type { Person } from '../held-data.ts';
import { listMessagesOf } from '../messages/held-messages.ts';
import { listNoticesOf } from '../papers/held-notices.ts';
import { listMailedOfRides, listRidesOfPerson } from '../rides/held-rides.ts';
import { findAccount, provenAddressesOf } from '../users/close-account.ts';
import { listMailedOfUser } from '../users/held-users.ts';

/**
 * Returns the person of an account, with the ids and addresses that lead to their data.
 *
 * @throws AppError NOT_FOUND
 */
export async function findPerson(userId: string): Promise<Person> {
  const account = await findAccount(userId);
  const addresses = await provenAddressesOf(account);
  const { bookedIds, drivenIds } = await listRidesOfPerson(userId);
  const known = { id: userId, addresses, bookedIds, drivenIds };
  const found = await Promise.all([
    listMailedOfUser(userId, addresses),
    listMailedOfRides(bookedIds),
    listMailedPurchases(known),
    listMessagesOf(known),
    listApplicationsOf(known),
    listNoticesOf(userId),
  ]);
  const documentIds = found.flat();
  const alertIds = await listAlertsOf({ documentIds, drivenIds });
  return { ...known, role: account.role, name: account.name, documentIds: [...documentIds, ...alertIds] };
}
