import type { QuestionCopy } from './page-copy.ts';

/** A group of questions on the help page. */
export interface HelpTopic {
  id: 'booking' | 'payment' | 'fares' | 'safety' | 'driving' | 'lost';
  title: string;
  questions: readonly QuestionCopy[];
}

/** The six topic groups (specification section 2). Answers follow the help text's policies (section 9). */
export const HELP_TOPICS: readonly HelpTopic[] = [
  {
    id: 'booking',
    title: 'Booking',
    questions: [
      {
        question: 'How do I book a ride?',
        answer:
          'Enter pickup, drop-off, date, time and vehicle on the home page, press Request Ride and pay. You need an account to book, but not to see the estimate.',
        more: { to: '/#booking', label: 'Book a ride' },
      },
      {
        question: 'Can I book for somebody else?',
        answer:
          'Yes. Turn on Booking for someone else and enter their name and phone number: your driver asks for them. You manage the ride and get its emails.',
      },
      {
        question: 'What is the minimum booking?',
        answer:
          'One hour for hourly rides. The form starts at three. Point to point has no minimum. A promo code may require more.',
      },
    ],
  },
  {
    id: 'payment',
    title: 'Payment',
    questions: [
      {
        question: 'Which cards do you take?',
        answer:
          'Visa, Mastercard, Amex and Discover, Apple Pay and Google Pay, and corporate accounts. A gift card pays for any ride until it is used up. Cash is not accepted.',
        more: { to: '/payment-methods', label: 'Payment Methods' },
      },
      {
        question: 'When am I charged?',
        answer: 'When you book. If an hourly ride ends early, what you did not use is refunded to your card.',
      },
      {
        question: 'How long does a refund take?',
        answer: '5-7 business days. Dispute a charge within 48 hours, and we reply in 5-7 business days.',
      },
    ],
  },
  {
    id: 'fares',
    title: 'Fares',
    questions: [
      {
        question: 'What is in the fare?',
        answer:
          "The vehicle's base rate, 3% NTA tax, a fuel surcharge of $6 an hour (a flat $6 point to point), a $10 tech fee, $10 more for an airport pickup, $15 for each stop on point-to-point rides, and the gratuity you choose. Service and $3M insurance are included.",
        more: { to: '/how-it-works#pricing', label: 'How pricing works' },
      },
      {
        question: 'Why is the weekend price higher?',
        answer:
          'The base rate is multiplied by 1.25 on Fridays, Saturdays, Sundays and fight nights, and by 1.5 for special events.',
      },
      {
        question: 'What is the NTA tax?',
        answer: 'A 3% tax that we add to the base rate. It has its own line in every fare.',
      },
    ],
  },
  {
    id: 'safety',
    title: 'Safety',
    questions: [
      {
        question: 'How are chauffeurs screened?',
        answer:
          'A 7-year criminal check and a clean 3-year driving record before the first ride, and re-screening every year.',
        more: { to: '/trust-safety', label: 'Trust & Safety' },
      },
      {
        question: 'What does the insurance cover?',
        answer:
          'Every fare includes $3M insurance. The insurance page says what covers the driver in each phase of a ride.',
        more: { to: '/insurance', label: 'Insurance' },
      },
      {
        question: 'How do I report an incident?',
        answer: 'In an emergency, call 911. Then call or write to us within 24 hours.',
        more: { to: '/trust-safety#report', label: 'Report an incident' },
      },
    ],
  },
  {
    id: 'driving',
    title: 'Driving',
    questions: [
      {
        question: 'What do I need to drive?',
        answer:
          'You must be 21 or older and have held a license for 3 years or more, with a clean 3-year driving record. Your own vehicle must be 2018 or newer.',
        more: { to: '/driver-requirements', label: 'Driver Requirements' },
      },
      {
        question: 'When are payouts?',
        answer: 'Weekly, on Mondays. Drivers get 80% of the fare and 100% of tips.',
      },
      {
        question: 'How is my rating worked out?',
        answer: 'It is the average of your last 100 trips.',
      },
    ],
  },
  {
    id: 'lost',
    title: 'Lost and found',
    questions: [
      {
        question: 'I left something behind',
        answer: 'Report it with the trip date, pickup and drop-off. We ask the driver and write to you.',
        more: { to: '/lost-found', label: 'Report a lost item' },
      },
      {
        question: 'How long do you keep items?',
        answer: 'We hold found items for 30 days.',
      },
      {
        question: 'How fast will I hear back?',
        answer: 'Within 24 hours. Items are usually located in 48-72 hours.',
      },
    ],
  },
];

/** The most frequent questions. */
export const POPULAR_QUESTIONS: readonly QuestionCopy[] = [
  {
    question: 'How do I cancel a ride?',
    answer:
      "Open the ride in My Rides and press Cancel ride. You see what you get back first. It is free more than 1 hour before pickup, within 2 minutes of paying, or until a driver accepts. After that it costs $5, $10 once the driver has arrived, $15 if you don't show up, and never more than half of what you paid.",
    more: { to: '/my-rides', label: 'My Rides' },
  },
  {
    question: 'What if no driver accepts my ride?',
    answer:
      'We offer it to drivers until 30 minutes after the pickup time. If no one has accepted it by then, we cancel it and refund you in full.',
    more: { to: '/my-rides', label: 'My Rides' },
  },
  {
    question: 'Can I use a promo code and a gift card together?',
    answer:
      'Yes. A gift card is money, not a promotion. You can use one promo code and one gift card per booking.',
    more: { to: '/promotions', label: 'Current offers' },
  },
  {
    question: 'Do you pick up at every terminal?',
    answer:
      'Yes. Include the terminal in the pickup address so the driver comes to the right one. An airport pickup adds $10.',
  },
  {
    question: 'Can I change the vehicle after booking?',
    answer: 'Yes, with Edit ride in My Rides, until a driver accepts. You pay the difference or get it back.',
  },
  {
    question: 'How long does the driver wait?',
    answer:
      'The first 15 minutes of waiting are free. Then it is $1/min for sedans and SUVs and $2/min for larger vehicles.',
  },
];
