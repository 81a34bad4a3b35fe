import { listAlertsOf } from '../alerts/alerts-data.ts';
import { listApplicationsOf } from '../driver-applications/applications-data.ts';
import { listMailedPurchases } from '../gift-cards/gift-cards-data.ts';
import { listMessagesOf } from '../messages/messages-data.ts';
import { listNoticesOf } from '../papers/notices-data.ts';
import type { Person } from '../personal-data-source.ts';
import { listMailedOfRides, listRidesOfPerson } from '../rides/rides-data.ts';
import { findAccount, provenAddressesOf } from '../users/close-account.ts';
import { listMailedOfUser } from '../users/users-data.ts';

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
