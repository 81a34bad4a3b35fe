import { isEmail } from '#common/users/email.ts';
import { resendGiftCard } from './gift-cards/fulfil-gift-card.ts';
import { disconnectMongo } from './infra/mongo.ts';
import { closeQueues } from './infra/queues.ts';
import { openDatabase } from './schema/open-database.ts';

/** Sends a gift card's email again. Arguments: `<reference of its receipt> [another address]`. */
const [reference = '', address] = process.argv.slice(2);
if (!/^[0-9a-f]{24}$/.test(reference) || (address !== undefined && !isEmail(address))) {
  console.error('Please name the reference of the receipt and, if it is to go elsewhere, an address.');
  process.exit(1);
}

await openDatabase();
try {
  const isEnqueued = await resendGiftCard(reference, address);
  console.log(isEnqueued ? 'The card is on its way.' : 'There is no paid card of that reference.');
  process.exitCode = isEnqueued ? 0 : 1;
} finally {
  await closeQueues();
  await disconnectMongo();
}
