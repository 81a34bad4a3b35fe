import { BOOK_ACTION } from '../actions.ts';
import type { PageCopy } from '../page-copy.ts';

/** /promotions (specification sections 2 and 9). The page inserts the offers and the form of `subscribe`. */
export const promotions: PageCopy = {
  path: '/promotions',
  title: 'Promotions',
  description: 'Current offers and promo codes for rides in Las Vegas, how to use them, and their terms.',
  lead: 'Codes that lower your fare. One per booking.',
  layout: 'story',
  sections: [
    { id: 'offers', title: 'Active offers' },
    {
      id: 'coming-soon',
      title: 'Coming Soon',
      points: [
        { title: 'Airport rides', text: 'A discount on airport pickups.' },
        { title: 'Large groups', text: 'For party buses and shuttles.' },
        { title: 'Celebrations', text: 'For birthdays, weddings and graduations.' },
        { title: 'New cities', text: 'For the first rides in Los Angeles, Miami, New York and Chicago.' },
      ],
    },
    {
      id: 'how-to',
      title: 'How to use a code',
      stops: [
        { title: 'Enter your ride', text: 'Pickup, drop-off and vehicle. The fare must be known first.' },
        {
          title: 'Open the code section',
          text: 'Have a promo code or gift card? It is in the booking form.',
        },
        { title: 'Apply', text: 'Type the code and press Apply. The fare drops at once.' },
        { title: 'Request the ride', text: 'What you save is a line in the fare.' },
      ],
    },
    {
      id: 'terms',
      title: 'Terms',
      items: [
        'One promo code per booking',
        'May be combined with a gift card: a gift card is money',
        'Codes are upper-cased as you type',
        'Some offers require at least 2 or 3 hours',
        'A code counts as used once the ride is paid',
        'No cash value',
      ],
    },
    {
      id: 'subscribe',
      title: 'New offers by email',
      text: [
        'Leave your address if you would like to hear about new codes. Write to us if you change your mind.',
      ],
    },
  ],
  action: BOOK_ACTION,
};
