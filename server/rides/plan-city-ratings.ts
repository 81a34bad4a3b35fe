import type { Stars } from '#common/rides/rating.ts';

/** A planned rating of a ride. */
export interface PlannedRating {
  stars: Stars;
  text: string | null;
  /** Minutes from the ride's completion to the rating: at least five, after a refund of the fare. */
  minutesLater: number;
}

/** The share of riders who rate their ride. */
const RATED = 0.5;

const FIRST_MINUTES = 5;
/** Most ratings come soon after the ride, the latest on the next day. */
const MOST_MINUTES = 1_200;

interface Sample {
  stars: Stars;
  /** The share of all ratings. */
  share: number;
  /** The share of these that have a text. */
  withText: number;
  texts: readonly [string, ...string[]];
}

const SAMPLES: readonly [Sample, ...Sample[]] = [
  {
    stars: 5,
    share: 0.7,
    withText: 0.2,
    texts: [
      'On time, spotless and smooth. Thank you.',
      'A kind driver who helped with every bag.',
      'The best part of our evening.',
      'Waited for us without a word when the show ran late.',
    ],
  },
  {
    stars: 4,
    share: 0.21,
    withText: 0.2,
    texts: ['Comfortable, but a few minutes late.', 'A friendly driver. The music was a little loud.'],
  },
  {
    stars: 3,
    share: 0.06,
    withText: 0.4,
    texts: ['It was hard to find the car at the pickup.', 'Too warm in the back, otherwise fine.'],
  },
  {
    stars: 2,
    share: 0.02,
    withText: 0.3,
    texts: ['Twelve minutes late, and no call.', 'The car smelled of smoke.'],
  },
  {
    stars: 1,
    share: 0.01,
    withText: 0.6,
    texts: [
      'On the phone all the way, and braked hard twice.',
      'Drove past us and came back half an hour later.',
    ],
  },
];

/** Plans whether and how a rider rates a ride: half do, mostly with 5 or 4 stars, some with a text. */
export function planRating(random: () => number): PlannedRating | null {
  if (random() >= RATED) return null;
  const { stars, withText, texts } = sampleAt(random());
  const text = random() < withText ? (texts[Math.floor(random() * texts.length)] ?? null) : null;
  return { stars, text, minutesLater: FIRST_MINUTES + Math.floor(random() ** 3 * MOST_MINUTES) };
}

/** Maps a number from 0 to 1 to the rating at this share. */
function sampleAt(chance: number): Sample {
  let left = chance;
  const found = SAMPLES.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  return found ?? SAMPLES[0];
}
